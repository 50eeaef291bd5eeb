//! A derived field as it is written where a field can stand: `month(enterprise.founded)`.

/// A derived field as it is written: what it is, and of what. Nothing is known of either yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call<'p> {
    /// What stands before the bracket.
    pub name: &'p str,
    /// What stands in the brackets, between commas.
    pub of: Vec<&'p str>,
}

/// Bytes of the longest call. Two levels of two names each are far shorter, and how deep and how wide a text may be without
/// being one is bounded by it.
pub(crate) const LONGEST: usize = 1024;

impl<'p> Call<'p> {
    /// The call that a text is; `None` where it is none, or longer than any that can be right.
    #[must_use]
    pub fn read(text: &'p str) -> Option<Self> {
        (text.len() <= LONGEST).then_some(())?;
        let (name, rest) = text.strip_suffix(')')?.split_once('(')?;
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        (!name.is_empty() && name.bytes().all(is_word)).then_some(())?;
        Some(Self {
            name,
            of: arguments(rest)?,
        })
    }

    /// The fields it is of, those of the calls in it among them.
    #[must_use]
    pub fn fields(text: &'p str) -> Vec<&'p str> {
        match Self::read(text) {
            Some(call) => call.of.iter().flat_map(|of| Self::fields(of)).collect(),
            None => vec![text],
        }
    }

    /// How many calls stand in one another in a text that is one, or a field.
    #[must_use]
    pub fn levels(text: &str) -> usize {
        let (mut depth, mut deepest) = (0_usize, 0);
        for byte in text.bytes() {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(depth);
        }
        deepest
    }

    /// A call as it is written.
    #[must_use]
    pub fn written(name: &str, of: &[impl AsRef<str>]) -> String {
        let of: Vec<&str> = of.iter().map(AsRef::as_ref).collect();
        format!("{name}({})", of.join(","))
    }
}

/// What stands between the commas of no brackets of its own; `None` where brackets do not match.
fn arguments(text: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut all) = (0_usize, 0, Vec::new());
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' => depth = depth.checked_sub(1)?,
            b',' if depth == 0 => {
                all.push(text.get(from..at)?.trim_ascii());
                from = at + 1;
            }
            _ => {}
        }
    }
    all.push(text.get(from..)?.trim_ascii());
    (depth == 0).then_some(all)
}

#[cfg(test)]
mod tests {
    use super::Call;

    #[test]
    fn a_call_is_a_word_with_brackets_behind_it() {
        let read = |text| Call::read(text).map(|call| (call.name, call.of));
        assert_eq!(read("MON(F008)"), Some(("MON", vec!["F008"])));
        let inner = "divide(subtract(a.x, a.y),&b.a.z)";
        assert_eq!(
            read(inner),
            Some(("divide", vec!["subtract(a.x, a.y)", "&b.a.z"]))
        );
        assert_eq!(Call::fields(inner), ["a.x", "a.y", "&b.a.z"]);
        assert_eq!((Call::levels(inner), Call::levels("a.x")), (2, 0));
        assert_eq!(read("MON()"), Some(("MON", vec![""])));
        for text in [
            "F008", "(F008)", "MON(F008", "MON F(x)", "a(b)c)", "a(b))", "&a(b)", "",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        for (levels, is_read) in [(341, true), (342, false)] {
            let deep = "a(".repeat(levels) + &")".repeat(levels);
            assert_eq!(Call::read(&deep).is_some(), is_read, "{levels}");
        }
    }
}
