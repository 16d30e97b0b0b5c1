# Instructions by function from a callgrind file, what the compiler inlined counted where it ended up, divided by the
# nodes of the search:
#
#   awk -v nodes=N -f benches/callgrind.awk callgrind.out
#
# The format: "fn=(id) name" begins a function, the name only the first time; a line of numbers is a position and its
# cost; the line after "calls=" is what the callee cost, which is counted there. "+", "-" and "*" are relative positions.
# Instances of one generic function come as one.

function id_of(text) {
    match(text, /\([0-9]+\)/)
    return substr(text, RSTART, RLENGTH)
}

# "fn=(7) oxide88::position::make::<impl Position>::make'2" without the number of the recursion and the hash.
function name_of(text) {
    sub(/^[a-z]+=\([0-9]+\) */, "", text)
    sub(/'[0-9]+$/, "", text)
    sub(/::h[0-9a-f]+$/, "", text)
    return text
}

/^c?fn=/ {
    id = id_of($0)
    name = name_of($0)
    if (name != "") names[id] = name
    if (/^fn=/) current = id
    next
}
/^calls=/ { is_call = 1; next }
/^[0-9+*-]/ {
    if (!is_call) { cost[current] += $2; total += $2 }
    is_call = 0
}

END {
    if (nodes == 0 || total == 0) { print "callgrind.awk: no nodes or no costs" > "/dev/stderr"; exit 1 }
    for (id in cost) sum[names[id]] += cost[id]
    printf "%12.0f instructions, %d nodes\n", total, nodes
    printf "%12.1f a node, of which\n\n", total / nodes
    shown = 0
    while (shown < 25) {
        best = ""
        for (name in sum) if (best == "" || sum[name] > sum[best]) best = name
        if (best == "" || sum[best] * 1000 < total) break
        printf "%12.1f  %5.1f %%  %s\n", sum[best] / nodes, 100 * sum[best] / total, best
        rest += sum[best]
        delete sum[best]
        shown++
    }
    printf "%12.1f  %5.1f %%  all others\n", (total - rest) / nodes, 100 * (total - rest) / total
}
