//! How far the values of positions are off if the numbers of the network are stored.

/// The absolute differences between values of the same positions, in centipawns.
#[derive(PartialEq, Debug)]
pub struct Differences {
    /// Their mean.
    pub mean: f64,
    /// What 99 % of them do not exceed.
    pub nearly_all: f64,
    /// The greatest.
    pub most: f64,
}

impl Differences {
    /// Compares two lists of values; all zero if they are empty.
    pub fn between(values: impl Iterator<Item = f64>, others: impl Iterator<Item = f64>) -> Self {
        let mut differences: Vec<f64> = values.zip(others).map(|(value, other)| (value - other).abs()).collect();
        differences.sort_by(f64::total_cmp);
        let count = differences.len();
        let first = |percent: usize| differences[..(count * percent).div_ceil(100)].last().copied().unwrap_or_default();
        Self { mean: differences.iter().sum::<f64>() / count.max(1) as f64, nearly_all: first(99), most: first(100) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_position_in_a_hundred_may_be_further_off() {
        let mut others = vec![7.5; 200];
        (others[3], others[150], others[77]) = (-90.0, 12.0, 10.0);
        let found = Differences::between([7.0; 200].into_iter(), others.iter().copied());
        let sum = 197.0 * 0.5 + 97.0 + 5.0 + 3.0;
        assert_eq!(found, Differences { mean: sum / 200.0, nearly_all: 3.0, most: 97.0 });
        assert_eq!(Differences::between(others.iter().copied(), [7.0; 200].into_iter()), found);
    }

    #[test]
    fn few_positions_are_all_within_the_greatest_difference() {
        let one = Differences::between([1.0].into_iter(), [3.0].into_iter());
        assert_eq!(one, Differences { mean: 2.0, nearly_all: 2.0, most: 2.0 });
        let none = Differences::between([].into_iter(), [].into_iter());
        assert_eq!(none, Differences { mean: 0.0, nearly_all: 0.0, most: 0.0 });
    }
}
