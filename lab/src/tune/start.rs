//! The parameters that a run starts from, and those of them that stay as they are.

use std::collections::BTreeSet;

use super::network;
use super::options::{NETWORK_NAME, Options};
use super::parameters::{Parameters, WEIGHTS, first_change};
use super::trainer::Held;
use oxide88::eval::tuning;

/// Initial value of the king danger weights when all others start at zero: they only have a gradient once there is
/// danger.
const DANGER_FROM_SCRATCH: f64 = 10.0;

impl Options {
    /// Returns the parameters that stay as they are. The changes of a weight stay with it, and without the network all
    /// do.
    pub fn held(&self) -> Held {
        let network = has_network(&self.hold) || has_network(&self.without);
        let mut weights = slots(&self.hold);
        let is_held = |slot: &u16| tuning::is_blended(*slot) && (network || weights.contains(slot));
        let changes: Vec<u16> = (0..WEIGHTS as u16).filter(is_held).flat_map(changes_of).collect();
        weights.extend(changes);
        Held { weights, network }
    }

    /// Returns the parameters that learning starts from; `danger` are the indexes of the weights of king danger.
    pub fn first(&self, old: &Parameters, danger: &[usize]) -> Parameters {
        let held = self.held();
        let mut first = old.clone();
        if self.from_scratch {
            let is_free = |slot: &usize| !held.weights.contains(&(*slot as u16));
            for slot in (0..first.weights.len()).filter(is_free) {
                first.weights[slot] = [0.0; 2];
            }
            for &slot in danger.iter().filter(|slot| is_free(slot)) {
                first.weights[slot] = [DANGER_FROM_SCRATCH; 2];
            }
        }
        // With all numbers at zero there would be no gradient.
        let is_zero = first.network.iter().all(|number| number.abs() < f32::EPSILON);
        if (self.from_scratch || is_zero) && !held.network {
            first.network = network::random(self.seed);
        }
        for slot in slots(&self.without) {
            first.weights[usize::from(slot)] = [0.0; 2];
            if tuning::is_blended(slot) {
                for change in changes_of(slot) {
                    first.weights[usize::from(change)] = [0.0; 2];
                }
            }
        }
        if has_network(&self.without) {
            first.weights[WEIGHTS..].fill([0.0; 2]);
            first.network.fill(0.0);
        }
        first
    }
}

/// Returns the indexes of the weights with these names.
pub fn slots(names: &[String]) -> BTreeSet<u16> {
    let is_named = |slot: &u16| names.iter().any(|name| name == tuning::name_of(*slot).0);
    (0..tuning::weights().len() as u16).filter(is_named).collect()
}

/// Returns whether the structure network is among these names.
fn has_network(names: &[String]) -> bool {
    names.iter().any(|name| name == NETWORK_NAME)
}

/// Returns the indexes of the changes of a weight that depends on the structure.
fn changes_of(slot: u16) -> impl Iterator<Item = u16> {
    let first = first_change(slot.into());
    (first..first + tuning::RANK).map(|index| index as u16)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        options: Options,
    }

    fn options(words: &str) -> Options {
        Line::parse_from("tune data.bin".split(' ').chain(words.split_whitespace())).options
    }

    #[test]
    fn weights_that_are_left_out_start_at_zero_with_their_changes() {
        let old = Parameters::in_use();
        let first = options("--without tempo,knight_mobility").first(&old, &[]);
        let mut left_out = slots(&["tempo", "knight_mobility"].map(str::to_owned));
        let changes: Vec<u16> =
            left_out.iter().copied().filter(|&slot| tuning::is_blended(slot)).flat_map(changes_of).collect();
        assert_eq!(changes.len(), 9 * tuning::RANK, "a knight has mobility 0 to 8");
        left_out.extend(changes);
        let mut expected = old.weights.clone();
        for slot in left_out {
            expected[usize::from(slot)] = [0.0; 2];
        }
        assert_eq!(first.weights, expected);
        assert_eq!(first.network, old.network);
    }

    #[test]
    fn without_the_network_nothing_of_it_is_left() {
        let old = Parameters::in_use();
        for words in ["--without network", "--without network --from-scratch"] {
            let first = options(words).first(&old, &[0]);
            assert_eq!(first.weights[WEIGHTS..].to_vec(), vec![[0.0; 2]; first.weights.len() - WEIGHTS], "{words}");
            assert_eq!(first.network, vec![0.0; old.network.len()], "{words}");
        }
        let first = options("--without network").first(&old, &[]);
        assert_eq!(first.weights[..WEIGHTS].to_vec(), old.weights[..WEIGHTS].to_vec());
    }

    #[test]
    fn what_is_held_starts_as_it_is() {
        let mut old = Parameters::in_use();
        let first = options("--from-scratch --hold network").first(&old, &[]);
        assert_eq!(first.weights[WEIGHTS..], old.weights[WEIGHTS..]);
        assert_eq!(first.network, old.network);
        let kept = slots(&["knight_mobility", "danger_base"].map(str::to_owned));
        let danger = slots(&["danger_base".to_owned()]).into_iter().map(usize::from).collect::<Vec<_>>();
        let first = options("--from-scratch --hold knight_mobility,danger_base").first(&old, &danger);
        for slot in kept {
            let of = |parameters: &Parameters| {
                changes_of(slot).chain([slot]).map(|index| parameters.weights[usize::from(index)]).collect::<Vec<_>>()
            };
            assert_eq!(of(&first), of(&old));
        }
        assert_eq!(first.network, network::random(1));
        // A network that is zero as well.
        old.network.fill(0.0);
        assert_eq!(options("--hold network").first(&old, &[]).network, old.network);
        assert_eq!(options("").first(&old, &[]).network, network::random(1));
    }

    #[test]
    fn from_scratch_all_weights_but_those_of_danger_are_zero_and_the_network_is_random() {
        let first = options("--from-scratch --seed 7").first(&Parameters::in_use(), &[3]);
        let mut expected = vec![[0.0; 2]; first.weights.len()];
        expected[3] = [DANGER_FROM_SCRATCH; 2];
        assert_eq!(first.weights, expected);
        assert_eq!(first.network, network::random(7));
    }
}
