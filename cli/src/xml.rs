//! Texts in XML 1.0.

use cmec_decoder::blank::is_unseen;

/// A text as XML holds it: the characters it cannot hold at all are replaced.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\r' => escaped.push_str("&#13;"),
            '\t' => escaped.push_str("&#9;"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            // What is not seen, or changes what is seen, is shown.
            unseen if is_unseen(unseen) => escaped.extend(unseen.escape_unicode()),
            other => escaped.push(other),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escape;

    #[test]
    fn any_text_is_xml() {
        assert_eq!(
            escape("<a b=\"1\">&\n\u{0}é\u{202e}"),
            "&lt;a b=&quot;1&quot;&gt;&amp;&#10;\u{fffd}é\\u{202e}"
        );
    }
}
