//! How long what is said of a finding may be. A text of a model is told in excerpts: the place says where the whole
//! stands, and a long name said many times would make an answer out of all proportion.

use crate::finding::{DESCRIBED_AT_MOST, Finding};

/// Most characters of a message.
const MESSAGE: usize = 400;
/// Most characters of a help.
const HELP: usize = 1000;
/// Most bytes of what a candidate would say: a part of it would say something else, so a longer one is left out.
pub(crate) const LONGEST_CANDIDATE: usize = 1000;
/// Most characters of a candidate's name and of what it is.
const NAME: usize = 200;
/// Most bytes of a pointer; a longer one ends at what holds the place.
const POINTER: usize = 512;

impl Finding {
    /// The same with excerpts of what is long.
    pub(crate) fn shorten(&mut self) {
        excerpt(&mut self.message, MESSAGE);
        if let Some(help) = &mut self.help {
            excerpt(help, HELP);
        }
        self.candidates
            .retain(|candidate| candidate.code.len() <= LONGEST_CANDIDATE);
        for candidate in &mut self.candidates {
            excerpt(&mut candidate.label, NAME);
            excerpt(&mut candidate.description, NAME);
        }
        while self.pointer.len() > POINTER {
            let end = self.pointer.rfind('/').unwrap_or(0);
            self.pointer.truncate(end);
        }
    }
}

/// Leaves out the middle of a text that is longer than so many characters.
fn excerpt(text: &mut String, most: usize) {
    if text.len() <= most || text.chars().count() <= most {
        return;
    }
    let side = most / 2;
    let start: String = text.chars().take(side).collect();
    let mut end: Vec<char> = text.chars().rev().take(side).collect();
    end.reverse();
    *text = start + "…" + &end.into_iter().collect::<String>();
}

/// Leaves the findings that are described, those first that decide, and gives the number of the others.
pub(crate) fn keep_described(
    findings: &mut Vec<Finding>,
    decides: impl Fn(&Finding) -> bool,
) -> usize {
    let all = findings.len();
    findings.retain(Finding::is_described);
    if findings.len() > DESCRIBED_AT_MOST {
        // The order of the text among those alike is kept: the sort is stable.
        findings.sort_by_key(|finding| !decides(finding));
        findings.truncate(DESCRIBED_AT_MOST);
    }
    all.saturating_sub(findings.len())
}

#[cfg(test)]
mod tests {
    use super::excerpt;

    #[test]
    fn the_middle_of_a_long_text_is_left_out() {
        for (text, expected) in [
            ("красное", "красное"),
            ("abcdefgh", "abcdefgh"),
            ("abcdefghi", "abcd…fghi"),
            ("абвгдежзи", "абвг…ежзи"),
        ] {
            let mut said = text.to_owned();
            excerpt(&mut said, 8);
            assert_eq!(said, expected);
        }
    }
}
