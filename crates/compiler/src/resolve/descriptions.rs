//! Descriptions → the texts in tables and catalogue.

use cmec_decoder::tables::Text;
use cmec_executor::catalogue::{ElementDescription, List};

use super::owned;
use crate::source::codebook::Codebook;
use crate::source::description::Description;

/// The language of the reference page, generated Rust and candidates, if a description has it.
const SHOWN: &str = "en";

/// The description in the tables: in the display language, or in the first language that has one.
pub(super) fn shown(description: &Description, languages: &[Text]) -> Text {
    let first = languages.first().map_or("", AsRef::as_ref);
    let all = languages.iter().map(AsRef::as_ref);
    let preferred = all.clone().filter(|language| *language == SHOWN);
    let mut texts =
        (preferred.chain(all)).filter_map(|language| description.in_language(language, first));
    texts.next().unwrap_or_default().to_owned().into()
}

/// Every description by language, in the order types, fields, relations, metrics.
pub(super) fn all(codebook: &Codebook) -> List<ElementDescription> {
    let languages: Vec<Text> = codebook.languages.iter().map(owned).collect();
    let first = languages.first().cloned().unwrap_or_default();
    let said = codebook.described().flat_map(|(of, _, description)| {
        let first = &first;
        languages.iter().filter_map(move |language| {
            let text = description.in_language(language, first)?;
            Some(ElementDescription {
                of: owned(of),
                language: language.clone(),
                text: text.to_owned().into(),
            })
        })
    });
    said.collect()
}
