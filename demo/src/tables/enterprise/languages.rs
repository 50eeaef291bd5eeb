//! The languages of names and texts.

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tongue {
    Chinese,
    Russian,
    English,
}

impl Tongue {
    /// Shares of companies by language, in percent.
    pub(super) const SHARES: [(Self, u64); 3] =
        [(Self::Chinese, 79), (Self::Russian, 13), (Self::English, 8)];

    /// The code in the names of lists.
    pub(super) fn code(self) -> &'static str {
        match self {
            Self::Chinese => "zh",
            Self::Russian => "ru",
            Self::English => "en",
        }
    }

    /// The language of a name, by its first letter.
    pub(super) fn of(name: &str) -> Self {
        match name.chars().next() {
            Some('А'..='я' | 'Ё' | 'ё') => Self::Russian,
            Some(letter) if letter.is_ascii() => Self::English,
            _ => Self::Chinese,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Tongue;

    #[test]
    fn a_name_tells_its_language() {
        for (name, expected) in [
            ("苏州", Tongue::Chinese),
            ("Ёлка", Tongue::Russian),
            ("Suzhou", Tongue::English),
        ] {
            assert_eq!(Tongue::of(name), expected, "{name}");
        }
    }
}
