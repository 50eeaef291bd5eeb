//! `examples.yaml` as written: questions with their SQL.

use super::key::{Holds, Keys, keys};
use super::node::{Node, NodeKind};
use super::node_reader::{NamedText, NodeReader};
use crate::finding::{Place, Spanned};

keys! {
    /// Keys of the file.
    EXAMPLES {
        /// Questions by language, each with the SQL that says it; the most ordinary ones first.
        Required "examples": Holds::NonEmpty(&Holds::Open(Keys(&[EXAMPLE]), &Holds::Text)),
    }

    /// The key of an example that is no language.
    EXAMPLE {
        /// The SQL, or by language the SQL of each.
        ByRule "intent": Holds::Either(&[Holds::Text, Holds::Map(&Holds::Text)]),
    }
}

/// Its name.
pub(crate) const INTENT: &str = "intent";

/// The examples for models.
#[derive(Debug)]
pub(crate) struct Examples {
    /// The place of the list.
    pub(crate) place: Place,
    pub(crate) examples: Vec<Example>,
}

/// A question in some languages, with its SQL.
#[derive(Debug)]
pub(crate) struct Example {
    pub(crate) place: Place,
    /// By language.
    pub(crate) questions: Vec<NamedText>,
    pub(crate) intents: Intents,
}

#[derive(Debug)]
pub(crate) enum Intents {
    /// The same in every language.
    One(Spanned<String>),
    /// By language.
    Several(Vec<NamedText>),
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Examples {
    let map = r.keyed(node, "the file of examples", Keys(&[EXAMPLES]));
    let examples = r.items(map.get("examples"), "`examples`").iter();
    Examples {
        place: map.start("examples"),
        examples: examples.filter_map(|node| example(node, r)).collect(),
    }
}

fn example(node: &Node, r: &mut NodeReader<'_>) -> Option<Example> {
    let mut questions = Vec::new();
    let mut intents = None;
    for (key, body) in r.named(Some(node), "an example") {
        match key.text() {
            INTENT => intents = said(body, r),
            language => {
                let question = r.text(body, format!("the question in `{language}`"));
                questions.extend(question.map(|question| (key.clone(), question)));
            }
        }
    }
    let intents = intents.or_else(|| {
        r.missing(node.place, "an example", INTENT);
        None
    })?;
    Some(Example {
        place: node.place.start_only(),
        questions,
        intents,
    })
}

fn said(node: &Node, r: &mut NodeReader<'_>) -> Option<Intents> {
    if !matches!(node.kind, NodeKind::Map(_)) {
        return r.text(node, "`intent` of an example").map(Intents::One);
    }
    let texts = r.named_texts(Some(node), "`intent` of an example", |language| {
        format!("the intent in `{language}`")
    });
    Some(Intents::Several(texts))
}
