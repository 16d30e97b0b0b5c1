//! Lists of numbers on the command line, such as `10000,40000,160000`.

use std::fmt;
use std::str::FromStr;

use oxide88::types::quote;

/// One or more numbers from 1 to the largest of their kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbers<const MAX: u64>(Vec<u64>);

impl<const MAX: u64> Numbers<MAX> {
    /// Returns the numbers in the order of the command line.
    pub fn all(&self) -> &[u64] {
        &self.0
    }

    /// Returns a number that occurs twice.
    pub fn repeated(&self) -> Option<u64> {
        let is_repeated = |&(index, number): &(usize, &u64)| self.0[..index].contains(number);
        self.0.iter().enumerate().find(is_repeated).map(|(_, &number)| number)
    }

    /// Returns one number for each of `count` uses: a single number is the same for all.
    ///
    /// # Errors
    /// A message if there are several numbers, but not `count`.
    pub fn for_each_of(&self, count: usize) -> Result<Vec<u64>, String> {
        match self.0.as_slice() {
            [number] => Ok(vec![*number; count]),
            numbers if numbers.len() == count => Ok(numbers.to_vec()),
            numbers => Err(format!("{} numbers in {}", numbers.len(), quote(&self.to_string()))),
        }
    }
}

impl<const MAX: u64> FromStr for Numbers<MAX> {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |word: &str| {
            let number = word.parse().ok().filter(|number| (1..=MAX).contains(number));
            number.ok_or_else(|| match MAX {
                u64::MAX => format!("{} is not a number from 1", quote(word)),
                _ => format!("{} is not a number from 1 to {MAX}", quote(word)),
            })
        };
        text.split(',').map(number).collect::<Result<_, _>>().map(Self)
    }
}

impl<const MAX: u64> fmt::Display for Numbers<MAX> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.iter().map(u64::to_string).collect();
        f.write_str(&words.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(text: &str) -> Result<Numbers<1000>, String> {
        text.parse()
    }

    #[test]
    fn numbers_are_read_and_faults_quoted() {
        for text in ["7", "400,300,200", "1,1000"] {
            assert_eq!(numbers(text).unwrap().to_string(), text);
        }
        for (text, culprit) in
            [("", "''"), ("0", "'0'"), ("5,", "''"), ("1,x", "'x'"), ("1,1001", "'1001'"), ("-1", "'-1'")]
        {
            let error = numbers(text).unwrap_err();
            assert_eq!(error, format!("{culprit} is not a number from 1 to 1000"));
        }
        assert_eq!("1 2".parse::<Numbers<{ u64::MAX }>>().unwrap_err(), "'1 2' is not a number from 1");
    }

    #[test]
    fn one_number_is_for_all_and_several_must_be_enough() {
        assert_eq!(numbers("7").unwrap().for_each_of(3), Ok(vec![7, 7, 7]));
        assert_eq!(numbers("7,8").unwrap().for_each_of(2), Ok(vec![7, 8]));
        for count in [1, 3] {
            assert_eq!(numbers("7,8").unwrap().for_each_of(count), Err("2 numbers in '7,8'".to_owned()));
        }
        assert_eq!((numbers("7,8,7").unwrap().repeated(), numbers("7,8").unwrap().repeated()), (Some(7), None));
    }
}
