//! The picture of a scaling run: Elo over the nodes for each pair of engines, with errors and fitted lines.

use super::report::{Report, ScalingRow};
use super::scaling::Point;
use crate::chart::{self, Chart, Curve, Scale};

/// Returns the picture of a scaling run.
pub fn chart(report: &Report) -> Chart {
    let rows = &report.scaling;
    let first = rows.first().map(|row| &row.first).filter(|&first| rows.iter().all(|row| row.first == *first));
    let name = |row: &ScalingRow| match first {
        Some(_) => row.second.clone(),
        None => format!("{} - {}", row.first, row.second),
    };
    Chart {
        title: first.map_or_else(|| "Elo by nodes".to_owned(), |first| format!("Elo of {first} by nodes")),
        x: "Nodes a move",
        scale: Scale::Log2,
        y: "Elo",
        curves: rows.iter().map(|row| curve(name(row), row)).collect(),
    }
}

fn curve(name: String, row: &ScalingRow) -> Curve {
    let point = |point: &Point| chart::Point { x: point.nodes as f64, y: point.elo.value, error: point.elo.error };
    let ends = row.points.first().zip(row.points.last());
    let fitted = row
        .line
        .zip(ends)
        .map(|(line, (first, last))| [first.nodes, last.nodes].map(|nodes| (nodes as f64, line.at(nodes))));
    Curve { name: Some(name), points: row.points.iter().map(point).collect(), fitted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Estimate;

    fn report(rows: Vec<ScalingRow>) -> Report {
        Report {
            limit: String::new(),
            openings: String::new(),
            games: 0,
            scheduled: 0,
            engines: Vec::new(),
            pairings: Vec::new(),
            scaling: rows,
            sprt: None,
        }
    }

    fn row(first: &str, second: &str, elo: [f64; 2]) -> ScalingRow {
        let point = |(nodes, value)| Point { nodes, elo: Estimate { value, error: Some(3.0) } };
        let points = [10, 40].into_iter().zip(elo).map(point).collect();
        ScalingRow::new([first, second].map(str::to_owned), points)
    }

    #[test]
    fn each_pair_of_engines_has_a_curve_and_its_line() {
        let chart = chart(&report(vec![row("a", "b", [1.0, 5.0]), row("a", "c", [0.0, 0.0])]));
        assert_eq!(chart.title, "Elo of a by nodes");
        let names: Vec<_> = chart.curves.iter().map(|curve| curve.name.as_deref()).collect();
        assert_eq!(names, [Some("b"), Some("c")]);
        let Curve { points, fitted, .. } = &chart.curves[0];
        assert_eq!(points[1], chart::Point { x: 40.0, y: 5.0, error: Some(3.0) });
        let [(x, y), _] = fitted.unwrap();
        assert!((x - 10.0).abs() < 1e-9 && (y - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_round_robin_names_both_engines() {
        let chart = chart(&report(vec![row("a", "b", [1.0, 5.0]), row("b", "c", [0.0, 0.0])]));
        assert_eq!((chart.title.as_str(), chart.curves[1].name.as_deref()), ("Elo by nodes", Some("b - c")));
    }
}
