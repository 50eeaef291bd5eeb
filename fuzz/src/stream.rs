//! A text in pieces comes to the verdict on the whole, and what is said early is what the whole says.

use cmec_decoder::decode::Options;
use cmec_decoder::finding::Stage;
use cmec_decoder::stream::{StreamDecoder, StreamState};
use cmec_decoder::{Decoder, Finding, Notation, Spelling, Verdict};

use crate::said::{domains, parts};

/// A text; after a zero byte, where it is cut: a byte is the length of a piece, and the rest is the last one.
pub fn pieces_come_to_the_verdict_on_the_whole(bytes: &[u8]) {
    let (text, lengths) = parts(bytes);
    let lengths = lengths.unwrap_or_default();
    for tables in domains() {
        for spelling in [
            Spelling::Auto,
            Spelling::Only(Notation::C02),
            Spelling::Only(Notation::Sql),
        ] {
            let decoder = Decoder::new(tables).with_options(Options {
                spelling,
                ..Options::default()
            });
            push(
                decoder,
                text,
                lengths.iter().map(|length| usize::from(*length)),
            );
            push(decoder, text, text.iter().map(|_| 1));
        }
    }
}

fn push(decoder: Decoder<'_>, text: &[u8], lengths: impl Iterator<Item = usize>) {
    let mut stream = StreamDecoder::new(decoder);
    let mut rest = text;
    let mut early: Option<Finding> = None;
    for length in lengths.chain([usize::MAX]) {
        let (piece, after) = rest.split_at(length.min(rest.len()));
        rest = after;
        match (&early, stream.push_bytes(piece)) {
            (Some(said), state) => assert_eq!(state, StreamState::Doomed(said)),
            (None, StreamState::Doomed(finding)) => early = Some(finding.clone()),
            (None, StreamState::Open | StreamState::Complete) => {}
        }
    }
    let whole = decoder.decode_bytes(text, "1");
    assert_eq!(stream.finish("1"), whole);
    if let Some(early) = &early {
        let found = &whole.account.findings;
        assert!(!matches!(whole.verdict, Verdict::Contract(_)), "{early:#?}");
        assert!(says(found, early), "{early:#?}\n{found:#?}");
    }
}

/// Whether the whole text says what was said early, or has a later fault that hides it.
fn says(whole: &[Finding], early: &Finding) -> bool {
    let same = |said: &Finding| {
        let mut said = said.clone();
        // What grows with the text is told as far as it is known.
        match early.rule.slug {
            "too-large" => return said.rule == early.rule,
            "trailing-text" => said.span.end = early.span.end,
            "unknown-field" | "unknown-code" | "unknown-relation" => {
                said.help.clone_from(&early.help);
                said.candidates.clone_from(&early.candidates);
            }
            _ => {}
        }
        said == *early
    };
    let hides = |said: &Finding| match said.rule.stage {
        Stage::Syntax => said.span.end >= early.span.end,
        Stage::Shape => said.span.end > early.span.end,
        _ => false,
    };
    whole.iter().any(same) || whole.iter().any(hides)
}
