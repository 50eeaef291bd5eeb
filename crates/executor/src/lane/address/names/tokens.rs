//! Tokens that a server shows instead of hidden names.

/// True for a token such as `[ORG-00003]`. 1c-mcp-toolkit shows tokens instead of names and accepts them as names.
#[must_use]
pub(crate) fn is_token(text: &str) -> bool {
    let inner = text.trim().strip_prefix('[');
    let inner = inner.and_then(|text| text.strip_suffix(']'));
    inner
        .and_then(|text| text.split_once('-'))
        .is_some_and(|(kind, number)| {
            !kind.is_empty()
                && kind.chars().all(char::is_uppercase)
                && !number.is_empty()
                && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::is_token;

    #[test]
    fn a_token_is_a_word_and_a_number_in_brackets() {
        for text in ["[ORG-00003]", " [INN-1] ", "[ОРГ-000017]"] {
            assert!(is_token(text), "{text}");
        }
        for text in [
            "ORG-00003",
            "[org-1]",
            "[ORG]",
            "[ORG-]",
            "[-1]",
            "[ORG-1a]",
            "[ORG-1] Юг",
            "",
        ] {
            assert!(!is_token(text), "{text}");
        }
    }
}
