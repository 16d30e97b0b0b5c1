#!/usr/bin/env python3
"""Draws the pictures of docs/hashing.md as SVG: python3 docs/pictures/make.py"""

from pathlib import Path

FOLDER = Path(__file__).parent
STYLE = (
    "text{font:14px monospace;fill:#222;text-anchor:middle;dominant-baseline:central}"
    ".small{font-size:12px}.left{text-anchor:start}rect{stroke:#555}"
)
LIGHT, DARK, PHANTOM, BLUE, GREEN, YELLOW = "#f4ecd8", "#cdb38b", "#eee", "#cfe3f7", "#d5efd3", "#fbeeb8"


def box(x, y, width, height, fill, label="", kind=""):
    middle = f'<text class="{kind}" x="{x + width / 2}" y="{y + height / 2}">{label}</text>'
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>{middle}'


def text(x, y, label, kind=""):
    return f'<text class="{kind}" x="{x}" y="{y}">{label}</text>'


def save(name, width, height, parts, title):
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
        f'role="img" aria-label="{title}"><title>{title}</title><style>{STYLE}</style>'
        f'<rect width="{width}" height="{height}" fill="#fff" style="stroke:none"/>{"".join(parts)}</svg>\n'
    )
    (FOLDER / name).write_text(svg)


def board():
    size, parts = 36, []
    for rank in range(8):
        y = 34 + (7 - rank) * size
        parts.append(text(18, y + size / 2, str(rank + 1)))
        for file in range(16):
            x = 36 + file * size + (20 if file > 7 else 0)
            color = (DARK if (rank + file) % 2 == 0 else LIGHT) if file < 8 else PHANTOM
            parts.append(box(x, y, size, size, color, f"{rank * 16 + file:02X}", "small"))
    for file in range(8):
        parts.append(text(36 + file * size + size / 2, 34 + 8 * size + 14, "abcdefgh"[file]))
    parts.append(text(36 + 4 * size, 16, "the board: index &amp; 0x88 = 0"))
    parts.append(text(56 + 12 * size, 16, "the phantom board: index &amp; 0x88 ≠ 0"))
    save("board.svg", 36 + 16 * size + 36, 34 + 8 * size + 30, parts, "The 0x88 board")


def keys():
    parts, x = [], 10
    for color, fill in [("white", YELLOW), ("black", BLUE)]:
        for piece in ["pawn", "knight", "bishop", "rook", "queen", "king"]:
            parts.append(box(x, 30, 62, 40, fill, f"{color[0].upper()} {piece}", "small"))
            x += 62
    for label, width in [("Black to move", 104), ("K Q k q", 70), ("a b c d e f g h", 120)]:
        parts.append(box(x, 30, width, 40, GREEN, label, "small"))
        x += width
    for place, number in [(10, 0), (72, 64), (134, 128), (382, 384), (754, 768), (858, 769), (928, 773), (1048, 780)]:
        parts.append(text(place, 86, str(number), "small"))
    parts.append(text(382, 14, "64 numbers for each piece, one for each square"))
    parts.append(text(900, 14, "side, castling, en passant"))
    save("keys.svg", 1070, 100, parts, "The 781 Zobrist keys")


def entry():
    parts = [text(10, 36, "word 0", "left"), box(80, 16, 768, 40, LIGHT, "key XOR word 1")]
    parts.append(text(10, 106, "word 1", "left"))
    x, bits = 80, 64
    for label, width, fill in [
        ("age", 5, GREEN),
        ("PV", 1, LIGHT),
        ("bound", 2, YELLOW),
        ("depth", 8, BLUE),
        ("static evaluation", 16, LIGHT),
        ("value", 16, YELLOW),
        ("best move", 16, BLUE),
    ]:
        parts.append(box(x, 86, 12 * width, 40, fill, label if width > 2 else label[0], "small"))
        if width > 1:
            parts.append(text(x, 138, str(bits - 1), "small left"))
        x, bits = x + 12 * width, bits - width
    parts.append(text(848, 138, "0", "small"))
    parts.append(text(464, 72, "P: has been on a principal variation; b: bound, exact, at most or at least; numbers are bits", "small"))
    save("entry.svg", 870, 150, parts, "An entry of the transposition table")


board()
keys()
entry()
