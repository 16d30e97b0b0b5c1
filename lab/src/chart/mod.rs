//! Charts: curves with axes, error bars and a list of names, as SVG pictures.

mod axis;

use std::io;
use std::path::Path;

use plotters::coord::Shift;
use plotters::coord::ranged1d::Ranged;
use plotters::prelude::{
    Cartesian2d, ChartBuilder, ChartContext, Circle, DashedLineSeries, DrawingArea, DrawingAreaErrorKind, ErrorBar,
    IntoDrawingArea, LineSeries, PathElement, RGBColor, SVGBackend, ShapeStyle, Text, WHITE,
};
use plotters::style::{Color, TextStyle};

use axis::Axis;
pub use axis::Scale;

use super::files::{Kind, is_text, replace};
use oxide88::files;
use oxide88::types::printable;

/// The kind of file that holds a picture.
pub const PICTURE: Kind = Kind { name: "an SVG picture", is_own: |content| is_text(content, files::is_svg) };

/// Width and height of a picture, in pixels.
const SIZE: (u32, u32) = (960, 540);

/// Width of the names beside the curves, in pixels.
const NAMES_WIDTH: i32 = 240;

/// Height of a line of names, in pixels.
const LINE_HEIGHT: i32 = 22;

/// Longest name that is shown whole, in characters.
const NAME_LENGTH: usize = 26;

/// Distance between the error bars of two curves at the same place, as a share of the axis.
const OFFSET: f64 = 0.012;

/// Colors that differ from each other and from white; more curves take them again.
const COLORS: [RGBColor; 10] = [
    RGBColor(31, 119, 180),
    RGBColor(214, 39, 40),
    RGBColor(44, 160, 44),
    RGBColor(148, 103, 189),
    RGBColor(230, 120, 0),
    RGBColor(140, 86, 75),
    RGBColor(227, 119, 194),
    RGBColor(20, 160, 180),
    RGBColor(160, 160, 20),
    RGBColor(60, 60, 60),
];

/// Color of curves without a name, of the grid, and of zero.
const GREY: RGBColor = RGBColor(200, 200, 200);

/// Color of the axes and of texts.
const BLACK: RGBColor = RGBColor(30, 30, 30);

/// A point of a curve; points that are not finite are left out.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    /// Horizontal value, above 0 on a logarithmic scale.
    pub x: f64,
    /// Vertical value.
    pub y: f64,
    /// Half the length of its error bar, which marks the point.
    pub error: Option<f64>,
}

/// A curve.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    /// Name in the list; without one the curve is grey.
    pub name: Option<String>,
    /// Points, joined in this order.
    pub points: Vec<Point>,
    /// Ends of a straight line that was fitted to the points.
    pub fitted: Option<[(f64, f64); 2]>,
}

/// A chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Chart {
    /// Title.
    pub title: String,
    /// Meaning of the horizontal axis.
    pub x: &'static str,
    /// Scale of the horizontal axis.
    pub scale: Scale,
    /// Meaning of the vertical axis.
    pub y: &'static str,
    /// The curves; those without a name should come first, since later ones cover them.
    pub curves: Vec<Curve>,
}

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane<'a, 'b> = ChartContext<'a, SVGBackend<'b>, Cartesian2d<Axis, Axis>>;
type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

impl Chart {
    /// Writes the chart to `path`, where nothing but a picture is replaced.
    ///
    /// # Errors
    /// A message if it cannot be written, or there is a file of another kind.
    pub fn save(&self, path: &Path) -> Result<(), String> {
        replace(path, &PICTURE, self.svg()?.as_bytes())
    }

    /// Draws the chart as an SVG picture.
    ///
    /// # Errors
    /// A message if the text cannot be made.
    pub fn svg(&self) -> Result<String, String> {
        let mut text = String::new();
        self.draw(&mut text).map_err(|error| format!("cannot draw the picture: {error}"))?;
        Ok(text)
    }

    fn draw(&self, text: &mut String) -> Drawn {
        let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (left, right) = area.split_horizontally(SIZE.0 as i32 - NAMES_WIDTH);
        self.draw_curves(&left)?;
        self.draw_names(&right)?;
        area.present()
    }

    fn draw_curves(&self, area: &Area<'_>) -> Drawn {
        let (x, y) = self.axes();
        let zero = y.contains(0.0).then(|| [(x.range().start, 0.0), (x.range().end, 0.0)]);
        let axis = x.clone();
        let mut chart = ChartBuilder::on(area)
            .caption(printable(&self.title), ("sans-serif", 22, &BLACK))
            .margin(14)
            .x_label_area_size(46)
            .y_label_area_size(70)
            .build_cartesian_2d(x, y)?;
        chart
            .configure_mesh()
            .bold_line_style(GREY.mix(0.5))
            .axis_style(BLACK)
            .label_style(("sans-serif", 14, &BLACK))
            .axis_desc_style(("sans-serif", 16, &BLACK))
            .x_desc(self.x)
            .y_desc(self.y)
            .draw()?;
        if let Some(zero) = zero {
            chart.draw_series(LineSeries::new(zero, GREY.stroke_width(2)))?;
        }
        for (curve, color) in self.colored() {
            let offset = self.offset(curve);
            draw_curve(&mut chart, curve, color, |value| axis.beside(value, offset))?;
        }
        Ok(())
    }

    /// Draws the names of the curves in a column, each behind a piece of its curve.
    fn draw_names(&self, area: &Area<'_>) -> Drawn {
        let named = self.colored().filter_map(|(curve, color)| Some((curve.name.as_deref()?, color)));
        for (row, (name, color)) in named.enumerate() {
            let y = 60 + LINE_HEIGHT * row as i32;
            area.draw(&PathElement::new([(0, y), (24, y)], color.stroke_width(3)))?;
            area.draw(&Text::new(shortened(name), (32, y - 7), TextStyle::from(("sans-serif", 15)).color(&BLACK)))?;
        }
        Ok(())
    }

    /// Returns how far a curve with error bars is moved aside, as a share of the axis, so that those of other curves do
    /// not cover them.
    fn offset(&self, curve: &Curve) -> f64 {
        let has_bars = |curve: &&Curve| curve.points.iter().any(|point| point.error.is_some());
        let with_bars = || self.curves.iter().filter(has_bars);
        let place = with_bars().position(|other| std::ptr::eq(other, curve));
        place.map_or(0.0, |place| OFFSET * (place as f64 - (with_bars().count() as f64 - 1.0) / 2.0))
    }

    /// Returns the curves with their colors.
    fn colored(&self) -> impl Iterator<Item = (&Curve, RGBColor)> {
        let mut colors = COLORS.iter().cycle();
        self.curves.iter().map(move |curve| {
            let color = curve.name.as_ref().and_then(|_| colors.next()).copied();
            (curve, color.unwrap_or(GREY))
        })
    }

    fn points(&self) -> impl Iterator<Item = &Point> {
        self.curves.iter().flat_map(|curve| &curve.points).filter(|point| point.y.is_finite())
    }

    /// Returns the axes, which have room for all points, error bars and fitted lines.
    fn axes(&self) -> (Axis, Axis) {
        let ends = |point: &Point| [-1.0, 1.0].map(|sign| point.y + sign * point.error.unwrap_or(0.0));
        let fitted = self.curves.iter().filter_map(|curve| curve.fitted).flatten().map(|(_, y)| y);
        let margin = if self.scale == Scale::Log2 { 0.1 } else { 0.0 };
        (
            Axis::new(self.scale, self.points().map(|point| point.x), margin),
            Axis::new(Scale::Linear, self.points().flat_map(ends).chain(fitted), 0.05),
        )
    }
}

/// Draws a curve, its fitted line and its error bars; `place` moves horizontal values aside.
fn draw_curve(chart: &mut Plane, curve: &Curve, color: RGBColor, place: impl Fn(f64) -> f64) -> Drawn {
    let points: Vec<Point> = curve.points.iter().map(|point| Point { x: place(point.x), ..*point }).collect();
    let points = || points.iter().filter(|point| point.y.is_finite());
    chart.draw_series(LineSeries::new(points().map(|point| (point.x, point.y)), color.stroke_width(2)))?;
    if let Some(ends) = curve.fitted {
        let ends = ends.map(|(x, y)| (place(x), y));
        chart.draw_series(DashedLineSeries::new(ends, 8, 6, color.stroke_width(1)))?;
    }
    for &Point { x, y, error } in points() {
        let Some(error) = error else { continue };
        let style = ShapeStyle { color: color.to_rgba(), filled: true, stroke_width: 2 };
        chart.draw_series([ErrorBar::new_vertical(x, y - error, y, y + error, style, 10)])?;
        chart.draw_series([Circle::new((x, y), 4, style)])?;
    }
    Ok(())
}

/// Returns a name that fits beside the curves.
fn shortened(name: &str) -> String {
    let name = printable(name);
    if name.chars().count() <= NAME_LENGTH {
        return name.into_owned();
    }
    name.chars().take(NAME_LENGTH - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn curve(name: Option<&str>, points: &[(f64, f64)]) -> Curve {
        let points = points.iter().map(|&(x, y)| Point { x, y, error: None }).collect();
        Curve { name: name.map(str::to_owned), points, fitted: None }
    }

    fn chart(scale: Scale, curves: Vec<Curve>) -> Chart {
        Chart { title: "A <title>".to_owned(), x: "Nodes", scale, y: "Elo", curves }
    }

    /// Returns the texts of a picture.
    fn texts(svg: &str) -> Vec<&str> {
        let texts = svg.split("<text ").skip(1);
        texts.filter_map(|text| text.split_once('>')?.1.split_once("</text>")).map(|(text, _)| text.trim()).collect()
    }

    #[test]
    fn a_picture_has_its_texts_and_a_color_for_each_name() {
        let mut first = curve(Some("a & b"), &[(10_000.0, 5.0), (40_000.0, 9.0), (160_000.0, f64::INFINITY)]);
        first.points[0].error = Some(3.0);
        first.fitted = Some([(10_000.0, 5.0), (40_000.0, 9.0)]);
        let grey = curve(None, &[(10_000.0, 7.0), (40_000.0, 7.0)]);
        let second = curve(Some("a name of more than twenty-six characters"), &[(20_000.0, -3.0)]);
        let svg = chart(Scale::Log2, vec![grey, first, second]).svg().unwrap();
        assert!(files::is_svg(&svg) && svg.ends_with("</svg>\n"));
        let texts = texts(&svg);
        for text in [
            "A &lt;title&gt;",
            "Nodes",
            "Elo",
            "a &amp; b",
            "a name of more than twent…",
            "10000",
            "20000",
            "40000",
            "0",
        ] {
            assert!(texts.contains(&text), "{text}: {texts:?}");
        }
        assert!(!texts.contains(&"160000"), "not finite: {texts:?}");
        let lines = |color: &str| svg.matches(&format!("stroke=\"{color}\"")).count();
        assert!(lines("#1F77B4") > 4 && lines("#D62728") >= 1 && lines("#2CA02C") == 0, "{svg}");
    }

    #[test]
    fn error_bars_stand_beside_each_other() {
        let with_bars = || {
            let mut curve = curve(Some("a"), &[(10.0, 0.0)]);
            curve.points[0].error = Some(1.0);
            curve
        };
        let chart = chart(Scale::Log2, vec![with_bars(), curve(None, &[(10.0, 0.0)]), with_bars()]);
        let offsets: Vec<f64> = chart.curves.iter().map(|curve| chart.offset(curve)).collect();
        assert_eq!(offsets, [-OFFSET / 2.0, 0.0, OFFSET / 2.0]);
    }

    #[test]
    fn a_chart_of_nothing_or_of_one_point_is_drawn() {
        for scale in [Scale::Linear, Scale::Log2] {
            for curves in [vec![], vec![curve(Some("a"), &[])], vec![curve(Some("a"), &[(1.0, 0.0)])]] {
                assert!(files::is_svg(&chart(scale, curves).svg().unwrap()));
            }
        }
    }
}
