//! Any bytes, every domain, every way of reading.

use cmec_decoder::decode::Options;
use cmec_decoder::{Decoder, Extract, Notation, Spelling, Tables};

use crate::said::{domains, findings_fit};

/// Every way a text can be read.
fn ways() -> impl Iterator<Item = Options> {
    let spellings = [
        Spelling::Auto,
        Spelling::Only(Notation::C02),
        Spelling::Only(Notation::Mec),
        Spelling::Only(Notation::MecV01),
        Spelling::Only(Notation::ToolCall),
        Spelling::Only(Notation::Sql),
    ];
    spellings.into_iter().flat_map(|spelling| {
        [Extract::Off, Extract::On].map(|extract| Options {
            spelling,
            extract,
            ..Options::default()
        })
    })
}

/// There is a verdict, a contract exactly where nothing was found, and every finding lies in the text.
pub fn any_bytes_have_a_verdict(bytes: &[u8]) {
    for tables in domains() {
        for options in ways() {
            let decoder = Decoder::new(tables).with_options(options);
            let decoded = decoder.decode_bytes(bytes, "1");
            findings_fit(&decoded, bytes);
        }
        the_switches_agree(tables, bytes);
    }
}

/// One JSON object comes to one verdict and one account, whether or not its notation is named and text around it would
/// be cut away: around an object there is nothing to cut.
fn the_switches_agree(tables: &Tables, bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    if serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).is_err() {
        return;
    }
    let read = |spelling, extract| {
        let options = Options {
            spelling,
            extract,
            ..Options::default()
        };
        Decoder::new(tables).with_options(options).decode(text, "1")
    };
    let detected = read(Spelling::Auto, Extract::Off);
    assert_eq!(detected, read(Spelling::Auto, Extract::On));
    let named = Spelling::Only(detected.account.notation);
    assert_eq!(detected, read(named, Extract::Off));
}
