//! Maps of placement, drawn: as a table of numbers, in colors at a terminal, and as a picture (SVG).

use std::fmt::Write;

use console::Style;
use svg::Document;
use svg::node::element::{Rectangle, Text};

use crate::eval::PieceMap;
use crate::position::Position;
use crate::types::{PieceKind, Square};

/// Returns the maps as text, two beside each other; a star marks the best squares, and letters the pawns and kings. For
/// a terminal in colors.
pub fn text(position: &Position, in_color: bool) -> String {
    let mut text = String::new();
    for pair in PieceMap::all(position).chunks(2) {
        let titles: Vec<String> =
            pair.iter().map(|map| format!("    {:<width$}", title(map), width = 8 * CELL)).collect();
        let _ = writeln!(text, "{}", titles.join("  ").trim_end());
        for rank in (0..8).rev() {
            let rows: Vec<String> =
                pair.iter().map(|map| format!("{}  {}", rank + 1, row(position, map, rank, in_color))).collect();
            let _ = writeln!(text, " {}", rows.join("    "));
        }
        let files: Vec<String> = ('a'..='h').map(|file| format!("{file:>width$} ", width = CELL - 1)).collect();
        let files = files.concat();
        let _ = writeln!(text, "    {files}      {}\n", files.trim_end());
    }
    text
}

fn title(map: &PieceMap) -> String {
    let name = match map.kind {
        PieceKind::Knight => "knights",
        PieceKind::Bishop => "bishops",
        PieceKind::Rook => "rooks",
        _ => "queens",
    };
    format!("{:?} {name}", map.color)
}

/// Width of a square in characters.
const CELL: usize = 5;

fn row(position: &Position, map: &PieceMap, rank: u8, in_color: bool) -> String {
    let squares = (0..8).map(|file| Square::from_file_rank(file, rank));
    let cells = squares.map(|square| {
        let Some(worth) = map.worth_on(square) else {
            return format!("{:>width$} ", position.piece_on(square).letter(), width = CELL - 1);
        };
        let mark = if map.best.contains(&square) { '*' } else { ' ' };
        let cell = format!("{worth:>+width$}{mark}", width = CELL - 1);
        let style = Style::new().force_styling(in_color).black().on_color256(shade(worth));
        style.apply_to(cell).to_string()
    });
    cells.collect()
}

/// The worth in centipawns of the strongest color, with either sign.
const STRONGEST: f64 = 60.0;

/// Returns how good a square is, from -1 (red) to 1 (green).
fn goodness(worth: i32) -> f64 {
    (f64::from(worth) / STRONGEST).clamp(-1.0, 1.0)
}

/// Returns the color of a square among the 256 of a terminal: a cube of six steps of red, green and blue.
fn shade(worth: i32) -> u8 {
    let goodness = goodness(worth);
    let step = |share: f64| (5.0 - 3.0 * share).round() as u8;
    let (red, green, blue) =
        if goodness < 0.0 { (5, step(-goodness), step(-goodness)) } else { (step(goodness), 5, step(goodness)) };
    16 + 36 * red + 6 * green + blue
}

/// Width of a square of the picture in pixels.
const SIDE: usize = 40;

/// Returns the maps as a picture: four boards for White above four for Black; a frame marks the best squares.
pub fn svg(position: &Position) -> String {
    let (step, head) = (8 * SIDE + 30, 30);
    let mut picture = Document::new()
        .set("viewBox", (0, 0, 4 * step, 2 * (step + head)))
        .set("font-family", "sans-serif")
        .set("text-anchor", "middle")
        .add(Rectangle::new().set("width", "100%").set("height", "100%").set("fill", "white"));
    for (number, map) in PieceMap::all(position).iter().enumerate() {
        let (left, top) = (number % 4 * step + 15, number / 4 * (step + head) + head);
        let title = Text::new(title(map)).set("x", left + 4 * SIDE).set("y", top - 8).set("font-size", 18);
        picture = picture.add(title);
        for square in (0..64).map(Square::from64) {
            let worth = map.worth_on(square);
            let (x, y) = (left + usize::from(square.file()) * SIDE, top + usize::from(7 - square.rank()) * SIDE);
            let is_best = map.best.contains(&square);
            let fill = worth.map_or_else(|| "#dddddd".to_owned(), rgb);
            let (stroke, width) = if is_best { ("black", 3) } else { ("#999999", 1) };
            let inset = usize::from(is_best);
            let cell = Rectangle::new()
                .set("x", x + inset)
                .set("y", y + inset)
                .set("width", SIDE - 2 * inset)
                .set("height", SIDE - 2 * inset)
                .set("fill", fill)
                .set("stroke", stroke)
                .set("stroke-width", width);
            let piece = || (position.piece_on(square).figurine().to_string(), 30);
            let (label, size) = worth.map_or_else(piece, |worth| (format!("{worth:+}"), 13));
            let label =
                Text::new(label).set("x", x + SIDE / 2).set("y", y + SIDE / 2 + size / 3).set("font-size", size);
            picture = picture.add(cell).add(label);
        }
    }
    picture.to_string() + "\n"
}

/// Returns the color of a square in a picture.
fn rgb(worth: i32) -> String {
    let goodness = goodness(worth);
    let pale = (255.0 - 150.0 * goodness.abs()).round() as u8;
    if goodness < 0.0 { format!("#ff{pale:02x}{pale:02x}") } else { format!("#{pale:02x}ff{pale:02x}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_a_line_for_each_rank_and_colors_only_where_asked() {
        let position = Position::start();
        let plain = super::text(&position, false);
        assert!(!plain.contains('\u{1b}'));
        assert_eq!(plain.lines().filter(|line| line.starts_with(" 8 ")).count(), 4);
        assert_eq!(plain.matches('*').count(), 8 * 3);
        assert!(plain.lines().all(|line| line.chars().count() <= 100), "{plain}");
        let colored = super::text(&position, true);
        // Every square that a piece can have, on eight boards.
        assert_eq!(
            colored.matches("\u{1b}[30;48;5;").count() + colored.matches("\u{1b}[30m\u{1b}[48;5;").count(),
            8 * 46,
            "{colored}"
        );
    }

    #[test]
    fn the_picture_has_a_square_for_each_of_eight_boards() {
        let svg = super::svg(&Position::start());
        assert!(crate::files::is_svg(&svg));
        assert_eq!(svg.matches("<rect").count(), 1 + 8 * 64);
        assert_eq!(svg.matches("stroke-width=\"3\"").count(), 8 * 3);
        assert!(svg.contains("White knights") && svg.contains("Black queens") && svg.contains('♟'));
    }

    #[test]
    fn shades_go_from_red_to_green() {
        assert_eq!([-1000, -60, 0, 60, 1000].map(rgb), ["#ff6969", "#ff6969", "#ffffff", "#69ff69", "#69ff69"]);
        assert_eq!([-60, 0, 60].map(shade), [16 + 36 * 5 + 6 * 2 + 2, 231, 16 + 36 * 2 + 6 * 5 + 2]);
    }
}
