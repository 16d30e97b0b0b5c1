//! x
use oxide88::position::Position;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let mut p = Position::from_fen(&a[2]).unwrap();
    let t = std::time::Instant::now();
    let n = p.perft(a[1].parse().unwrap());
    let e = t.elapsed().as_secs_f64();
    println!("{n} {e:.3} {:.1} Mnps", n as f64 / e / 1e6);
}
