//! Splits a description that is longer than a client shows.

use crate::emit::card::CUT;

/// The part of a description that fits, with a note on where the rest is, and the rest. The cut is at a line end in the
/// second half of the room, or else between words. Without a bound, or within it, there is no rest.
pub(super) fn split(
    description: &str,
    most: Option<usize>,
    continues: &str,
) -> (String, Option<String>) {
    let Some(most) = most.filter(|most| description.chars().count() > *most) else {
        return (description.to_owned(), None);
    };
    let room = most.saturating_sub(continues.chars().count() + 1);
    let beginning = beginning(description, room);
    let at = ends(beginning, '\n').or_else(|| ends(beginning, ' '));
    let (shown, rest) = description.split_at(at.unwrap_or(beginning.len()));
    let shown = format!("{}\n{continues}", shown.trim_end());
    (shown, Some(rest.trim_start().to_owned()))
}

/// A description of at most `most` characters, cut after a whole part that ends in the second half.
pub(super) fn cut(description: &str, most: usize) -> String {
    if description.chars().count() <= most {
        return description.to_owned();
    }
    let whole = beginning(description, most.saturating_sub(CUT.chars().count()));
    let at = ends(whole, '\n').max(ends(whole, ';'));
    let kept = at.and_then(|at| whole.get(..at)).unwrap_or(whole);
    format!("{kept}{CUT}")
}

fn beginning(text: &str, characters: usize) -> &str {
    let end = text.char_indices().nth(characters);
    end.map_or(text, |(at, _)| text.get(..at).unwrap_or_default())
}

/// The end of the last part of a text, if it is in the second half.
fn ends(text: &str, end: char) -> Option<usize> {
    let at = text.rfind(end).map(|at| at + end.len_utf8());
    at.filter(|at| at * 2 > text.len())
}

#[cfg(test)]
mod tests {
    use super::{cut, split};

    #[test]
    fn parts_stay_whole() {
        assert_eq!(cut("abc", 3), "abc");
        assert_eq!(cut("name; producer; region", 18), "name; producer;…");
        assert_eq!(cut("страна; регион", 9), "страна;…");
        assert_eq!(cut("a;bcdefghijk", 6), "a;bcd…");
    }

    #[test]
    fn nothing_of_a_description_that_goes_on_is_lost() {
        for (description, most, shown, rest) in [
            ("one two", Some(7), "one two", None),
            ("one two three", None, "one two three", None),
            (
                "one\ntwo\nthree four",
                Some(13),
                "one\ntwo\nMore",
                Some("three four"),
            ),
            ("один два три", Some(14), "один два три", None),
            (
                "один два три четыре",
                Some(14),
                "один два\nMore",
                Some("три четыре"),
            ),
            (
                "без_пробелов_совсем",
                Some(10),
                "без_п\nMore",
                Some("робелов_совсем"),
            ),
        ] {
            let (told, left) = split(description, most, "More");
            assert_eq!((told.as_str(), left.as_deref()), (shown, rest));
            assert!(told.chars().count() <= most.unwrap_or(usize::MAX), "{told}");
        }
    }
}
