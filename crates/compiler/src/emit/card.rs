//! The prompt card: the vocabulary and rules that a model needs to write SQL or cMEC c0.2 for a codebook, in few
//! tokens.
//!
//! ```text
//! rules, vocabulary ─────┐
//! today and zone ────────┤
//! examples, by coverage ─┼──► card
//! descriptions ──────────┘
//! ```
//!
//! Rules and names are never cut. Within a budget, one example per scenario comes first, then descriptions, then
//! further examples: a small model learns the form of an answer from an example, while a description is about one
//! element.

mod c02;
mod descriptions;
mod draft;
mod essentials;
mod examples;
mod nearest;
mod sql;
mod vocabulary;
mod words;

use cmec_decoder::Notation;
use cmec_decoder::language::Output;
use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;

use crate::artefact::Artefact;
use crate::emit::scope::{Scope, ScopeError};
use crate::resolve::checked::Checked;
use crate::text::joined;
use descriptions::Descriptions;
use draft::Draft;
pub(super) use essentials::CUT;
use words::of;

/// Least number of examples on a card without a budget, where scenarios are fewer.
const EXAMPLES: usize = 8;

/// The options of a card, apart from its language.
#[derive(Clone, Copy, Default)]
pub struct CardOptions<'o> {
    /// Only these types; all types if empty.
    pub types: &'o [&'o str],
    /// The current date and the user's time zone, in words.
    pub today: Option<&'o str>,
    /// Where the card is shown.
    pub place: CardPlace,
    /// The question that the card is for. The nearest examples are shown, the nearest last, since a model copies the
    /// last one.
    pub question: Option<&'o str>,
    /// Upper bounds on the size. Without one, the card has an example of each scenario and at least eight examples.
    pub budgets: &'o [Budget<'o>],
}

/// Where a card is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardPlace {
    /// In a prompt, which a model reads in full.
    #[default]
    Prompt,
    /// In the description of a tool. A client may show only its first 512 characters, so they carry the essentials.
    Description,
}

/// An upper bound on the size of a card.
#[derive(Clone, Copy)]
pub struct Budget<'o> {
    /// The bound, in units of `measure`.
    pub most: usize,
    /// Measures a text, in tokens or in characters.
    pub measure: &'o dyn Fn(&str) -> usize,
}

impl CardOptions<'_> {
    fn within(&self, text: &str) -> bool {
        let mut budgets = self.budgets.iter();
        budgets.all(|budget| (budget.measure)(text) <= budget.most)
    }
}

/// A card, and counts of the parts left out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// The whole card as one text.
    pub text: String,
    /// The card without examples.
    pub system: String,
    /// The examples as chat turns: question and answer.
    pub turns: Vec<(String, String)>,
    /// Number of examples in the language that are left out.
    pub left_out: usize,
    /// Number of descriptions in the language that are left out.
    pub descriptions_left_out: usize,
    /// `true` if the card is within its budget. Rules and vocabulary are never cut.
    pub fits: bool,
}

/// The end of a description that continues in the description of the argument `sql`.
pub(super) fn goes_on(language: &str) -> &'static str {
    of(&words::GOES_ON, language)
}

/// Two cards (SQL and cMEC) with all types, for each language of the codebook.
pub(super) fn cards(checked: &Checked) -> Vec<Artefact> {
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    let mut artefacts = Vec::new();
    for language in tables.languages.iter() {
        let all = [
            ("card", card(tables, catalogue, language, &[])),
            ("sql.card", sql_card(tables, catalogue, language, &[])),
        ];
        // The languages and types are the codebook's own, so building a card cannot fail.
        artefacts.extend(all.into_iter().filter_map(|(kind, text)| {
            Some(Artefact {
                path: format!("{}.{kind}.{language}.txt", checked.name()),
                text: text.ok()?,
            })
        }));
    }
    artefacts
}

/// The cMEC card in a language of the codebook, limited to these types; all types if empty.
///
/// # Errors
/// If the codebook has no such language or type.
pub fn card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, ScopeError> {
    text(tables, catalogue, (Notation::C02, language), types)
}

/// The SQL card; see [`card`].
///
/// # Errors
/// As for [`card`].
pub fn sql_card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, ScopeError> {
    text(tables, catalogue, (Notation::Sql, language), types)
}

fn text(
    tables: &Tables,
    catalogue: &Catalogue,
    said: (Notation, &str),
    types: &[&str],
) -> Result<String, ScopeError> {
    let options = CardOptions {
        types,
        ..CardOptions::default()
    };
    Ok(card_of(tables, catalogue, said, &options)?.text)
}

/// The card of a notation (SQL or cMEC) in a language of the codebook.
///
/// # Errors
/// If the codebook has no such language or type.
pub fn card_of(
    tables: &Tables,
    catalogue: &Catalogue,
    (notation, language): (Notation, &str),
    options: &CardOptions<'_>,
) -> Result<Card, ScopeError> {
    if !tables.languages.iter().any(|known| known == language) {
        return Err(ScopeError::Language {
            name: language.to_owned(),
            candidates: tables.languages.iter().map(ToString::to_string).collect(),
        });
    }
    let scope = Scope::of(tables, catalogue, options.types)?;
    let mut all = examples::of_scope(tables, catalogue, &scope, (language, notation));
    let known = all.len();
    if let Some(question) = options.question {
        all = nearest::nearest(all, question, NEAREST);
    }
    let mut draft = Draft {
        before: match options.place {
            CardPlace::Prompt => String::new(),
            CardPlace::Description => essentials::essentials(tables, &scope, (notation, language)),
        },
        body: &|told| match notation {
            Notation::Sql => sql::body(&scope, (language, told), options.place),
            _ => c02::body(tables, &scope, (language, told), options.place),
        },
        descriptions: &Descriptions::of(catalogue, &scope, language),
        examples: &all,
        language,
        options,
        told: 0,
        shown: Vec::new(),
    };
    let fits = options.within(&draft.text());
    // Over budget even without examples and descriptions, a card gets neither.
    if fits && options.question.is_some() {
        draft.show((0..all.len()).rev());
        draft.tell();
    } else if fits {
        let by_worth = examples::by_worth(&all);
        let fewest = EXAMPLES.max(scope.scenarios.len() + 1);
        let most = match options.budgets {
            [] => fewest.saturating_sub(by_worth.of_scenarios.len()),
            _ => all.len(),
        };
        draft.show(by_worth.of_scenarios);
        draft.tell();
        draft.show(by_worth.others.into_iter().take(most));
    }
    Ok(Card {
        text: draft.text(),
        system: draft.system(),
        turns: draft.turns(),
        left_out: known - draft.shown.len(),
        descriptions_left_out: draft.descriptions.len() - draft.told,
        fits,
    })
}

/// The largest number of examples for a question.
const NEAREST: usize = 6;

/// The codes of the output forms.
fn outputs() -> String {
    joined(Output::ALL.iter().map(|one| one.code()), "|")
}

/// The codes of the scenarios with their meaning.
fn scenarios(scope: &Scope<'_>, language: &str) -> String {
    let scenarios = scope.scenarios.iter();
    let each = scenarios.map(|one| {
        let what = of(&one.in_short(), language);
        format!("{} {what}", one.code())
    });
    joined(each, ", ")
}
