//! Names of contracts: words and a number with its signs.

use cmec_decoder::letters::folded;

use super::letters::runs;

/// Words for a contract, and words that introduce its number and date.
pub(crate) const CONTRACT_WORDS: &[&str] = &[
    "договор",
    "договора",
    "договору",
    "дог",
    "контракт",
    "контракту",
    "соглашение",
    "номер",
    "ном",
    "n",
    "no",
    "от",
    "г",
    "год",
    "года",
];

/// A contract name: its words, and the contract number among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ContractName {
    pub(crate) words: Vec<String>,
    /// The number, where it is the only one.
    pub(crate) number: Option<String>,
}

impl ContractName {
    #[must_use]
    pub(crate) fn of(name: &str) -> Self {
        let letters = folded(name);
        // `14 / 2024` is one number.
        let mut tight = String::with_capacity(letters.len());
        for part in letters.split('/') {
            if !tight.is_empty() {
                tight.truncate(tight.trim_end().len());
                tight.push('/');
            }
            let part = if tight.is_empty() {
                part
            } else {
                part.trim_start()
            };
            tight.push_str(part);
        }
        let signs = |sign: char| matches!(sign, '/' | '-' | '.' | '_' | '\\');
        // The token right after `№` is the number, whatever else has digits.
        let marked = tight
            .split_once('№')
            .and_then(|(_, rest)| runs(rest, &signs).into_iter().next())
            .and_then(|word| parted(word).pop());
        let words: Vec<String> = runs(&tight, &signs).into_iter().flat_map(parted).collect();
        let mut numbered = words
            .iter()
            .filter(|word| word.contains(|letter: char| letter.is_ascii_digit()) && !is_day(word));
        let only = match (numbered.next(), numbered.next()) {
            (Some(only), None) => Some(only.clone()),
            _ => None,
        };
        let number = marked.filter(|word| !is_day(word)).or(only);
        Self { words, number }
    }

    /// The distinctive words: neither the number nor a word for a contract.
    pub(crate) fn telling(&self) -> impl Iterator<Item = &String> {
        self.words.iter().filter(|word| {
            Some(*word) != self.number.as_ref() && !CONTRACT_WORDS.contains(&word.as_str())
        })
    }
}

/// Splits off prefixes and suffixes of a word, as in `дог.14/2024` and `14/2024г`. A day is rewritten as `15.03.2024`.
fn parted(word: String) -> Vec<String> {
    if let Some((head, rest)) = word.split_once('.')
        && CONTRACT_WORDS.contains(&head)
        && !rest.is_empty()
    {
        return std::iter::once(head.to_owned())
            .chain(parted(rest.to_owned()))
            .collect();
    }
    let of_year = word.strip_suffix('г');
    let of_year = of_year.filter(|rest| rest.ends_with(|last: char| last.is_ascii_digit()));
    let word = of_year.unwrap_or(&word);
    vec![whole_day(word).unwrap_or_else(|| word.to_owned())]
}

fn whole_day(word: &str) -> Option<String> {
    is_day(word).then_some(())?;
    let mut parts = word.split('.');
    let (day, month, year) = (parts.next()?, parts.next()?, parts.next()?);
    let century = if year.len() == 2 { "20" } else { "" };
    Some(format!("{day:0>2}.{month:0>2}.{century}{year}"))
}

/// True for a day such as `15.03.2024`, which is not the number of a contract.
pub(crate) fn is_day(word: &str) -> bool {
    let parts: Vec<&str> = word.split('.').collect();
    let digits = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let [day, month, year] = parts.as_slice() else {
        return false;
    };
    let fits = |part: &str, least: usize, most: usize| (least..=most).contains(&part.len());
    parts.iter().all(digits) && fits(day, 1, 2) && fits(month, 1, 2) && fits(year, 2, 4)
}

#[must_use]
pub(crate) fn contract_number(text: &str) -> Option<String> {
    ContractName::of(text).number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_a_contract_is_whole() {
        for (name, number, telling) in [
            ("14/2024", Some("14/2024"), ""),
            ("№14/2024", Some("14/2024"), ""),
            ("договор 14/2024", Some("14/2024"), ""),
            ("Дог. № 14 / 2024", Some("14/2024"), ""),
            (
                "Договор подряда № 14/2024 от 15.03.2024",
                Some("14/2024"),
                "подряда 15.03.2024",
            ),
            (
                "Договор подряда №П-22 от 1.2.24",
                Some("п-22"),
                "подряда 01.02.2024",
            ),
            ("дог.14/2024", Some("14/2024"), ""),
            ("Дог.П-297", Some("п-297"), ""),
            ("14/2024г.", Some("14/2024"), ""),
            ("договор № 14/2024 г.", Some("14/2024"), ""),
            ("№14/2024 от 24.10.24г.", Some("14/2024"), "24.10.2024"),
            ("Общий договор", None, "общий"),
            ("договор от 15.03.2024", None, "15.03.2024"),
            ("14 и 15", None, "14 и 15"),
        ] {
            let found = ContractName::of(name);
            assert_eq!(found.number.as_deref(), number, "{name}");
            let words: Vec<&str> = found.telling().map(String::as_str).collect();
            assert_eq!(words.join(" "), telling, "{name}");
        }
    }
}
