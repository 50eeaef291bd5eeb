//! The short ways through the decoder, in one pass and without a tree, and the long one come to the same.

use cmec_decoder::decode::Options;
use cmec_decoder::{Decoder, Extract, Notation, Spelling};

use crate::said::domains;

/// One JSON object comes to one verdict and one account, whichever way it was read.
///
/// With extraction on a text takes the long way, and around an object there is nothing to cut. The switch that reads
/// cMEC alone opens the short ways to a text whose notation would have to be detected.
pub fn the_ways_agree(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    // Of a text that is no JSON, and so could be prose around JSON, the two speak differently.
    if serde_json::from_str::<serde_json::Map<String, serde_json::Value>>(text).is_err() {
        return;
    }
    for tables in domains() {
        let read = |spelling, extract| {
            let options = Options {
                spelling,
                extract,
                ..Options::default()
            };
            Decoder::new(tables).with_options(options).decode(text, "1")
        };
        let only = Spelling::Only(Notation::C02);
        let cmec = read(only, Extract::Off);
        assert_eq!(cmec, read(only, Extract::On));
        let short = read(Spelling::Auto, Extract::Off);
        assert_eq!(short, read(Spelling::Auto, Extract::On));
        if short.account.notation == Notation::C02 {
            assert_eq!(short, cmec);
        }
    }
}
