//! Skips the reasoning of a model before its answer: `<think>maybe {…}</think> Sorry.` has no intent.
//!
//! The reasoning extends from its opening tag to its closing tag, or to the end of the text if the closing tag is
//! missing. The opening tag may be missing, because some servers leave it in the prompt. Tags after a brace or a fence
//! are ignored, since they may be part of the intent.

/// The tags of reasoning, matched without case.
const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("[think]", "[/think]"),
    ("<|channel|>analysis", "<|end|>"),
];

/// The byte offset of the answer.
pub(crate) fn end(text: &str) -> usize {
    let lower = text.to_ascii_lowercase();
    let find = |from: usize, tag: &str| {
        let at = lower.get(from..)?.find(tag)?;
        Some((from + at, from + at + tag.len()))
    };
    // The opening tag may be in the prompt.
    let closes = TAGS.iter().filter_map(|(open, close)| {
        let (at, end) = find(0, close)?;
        find(0, open)
            .is_none_or(|(start, _)| start > at)
            .then_some(end)
    });
    let mut from = closes.max().unwrap_or(0);
    loop {
        let rest = lower.get(from..).unwrap_or_default();
        let plain = rest.find(['{', '`']).map_or(text.len(), |at| from + at);
        let opens = TAGS.iter().filter_map(|(open, close)| {
            let (start, inside) = find(from, open)?;
            (start < plain).then_some((start, inside, close))
        });
        let Some((_, inside, close)) = opens.min_by_key(|(start, ..)| *start) else {
            return from;
        };
        match find(inside, close) {
            Some((_, end)) => from = end,
            None => return text.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::end;

    #[test]
    fn an_answer_begins_behind_the_thoughts() {
        for (text, answer) in [
            ("{}", "{}"),
            ("<think>{a}</think> Sorry.", " Sorry."),
            ("So: <Think>{a}</THINK>{b}", "{b}"),
            ("<think>a</think><thinking>{b}</thinking>{c}", "{c}"),
            ("<think>{a}", ""),
            ("{a}</think>{b}", "{b}"),
            ("{\"txt\":\"<think>\"}", "{\"txt\":\"<think>\"}"),
            (
                "```sql\nSELECT '<think>'\n```",
                "```sql\nSELECT '<think>'\n```",
            ),
            (
                "<|channel|>analysis<|message|>{a}<|end|><|channel|>final<|message|>Sorry.",
                "<|channel|>final<|message|>Sorry.",
            ),
            ("[THINK]a[/THINK]b", "b"),
            ("", ""),
        ] {
            assert_eq!(text.get(end(text)..), Some(answer), "{text}");
        }
    }
}
