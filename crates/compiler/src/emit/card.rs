//! The prompt card: what a model must know to write this codebook as SQL, or in cMEC c0.2, in few tokens.
//!
//! ```text
//! rules, vocabulary ─────┐
//! today and zone ────────┤
//! examples, by coverage ─┼──► card
//! descriptions ──────────┘
//! ```
//!
//! Rules and names are never cut. Within a budget an example of each scenario comes first, then descriptions, then
//! further examples: a small model takes the form of an answer from an example, and a description is about one element.

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
use crate::emit::scope::{NotInCodebook, Scope};
use crate::resolve::checked::Checked;
use crate::text::joined;
use descriptions::Descriptions;
use draft::Draft;
pub(super) use essentials::CUT;
use words::of;

/// Most examples on a card of no budget, where the scenarios are fewer.
const EXAMPLES: usize = 8;

/// What a card is asked for besides its language.
#[derive(Clone, Copy, Default)]
pub struct CardOptions<'o> {
    /// Only these types; an empty list stands for all.
    pub types: &'o [&'o str],
    /// The day on which it is shown, and the zone of the user, in words.
    pub today: Option<&'o str>,
    /// Where it stands.
    pub place: CardPlace,
    /// The question that it is shown for: its examples are the nearest ones, the nearest last, since a model copies what
    /// comes last.
    pub question: Option<&'o str>,
    /// Most that it may take, by each measure. Without one it has an example of each scenario, and eight at least.
    pub budgets: &'o [Budget<'o>],
}

/// Where a card stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CardPlace {
    /// In a prompt, which a model reads whole.
    #[default]
    Prompt,
    /// In the description of a tool, of which a client may show a part: the first 512 characters say the essentials.
    Description,
}

/// Most that a card may take.
#[derive(Clone, Copy)]
pub struct Budget<'o> {
    /// The most, as `measure` counts.
    pub most: usize,
    /// Counts what a text takes: tokens, or characters.
    pub measure: &'o dyn Fn(&str) -> usize,
}

impl CardOptions<'_> {
    fn within(&self, text: &str) -> bool {
        let mut budgets = self.budgets.iter();
        budgets.all(|budget| (budget.measure)(text) <= budget.most)
    }
}

/// A card, and what is not on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Card {
    /// What a model is told: what follows, as one text.
    pub text: String,
    /// The same without its examples.
    pub system: String,
    /// Its examples: questions and their answers, as turns of a chat.
    pub turns: Vec<(String, String)>,
    /// How many examples of the language are left out.
    pub left_out: usize,
    /// How many descriptions of the language are left out.
    pub descriptions_left_out: usize,
    /// Whether it is within its budget: rules and vocabulary are never cut.
    pub fits: bool,
}

/// What a description ends with that goes on in that of the argument `sql`.
pub(super) fn goes_on(language: &str) -> &'static str {
    of(&words::GOES_ON, language)
}

/// Two cards per language of the codebook, of SQL and of cMEC, all types.
pub(super) fn cards(checked: &Checked) -> Vec<Artefact> {
    let (tables, catalogue) = (checked.tables(), checked.catalogue());
    let mut artefacts = Vec::new();
    for language in tables.languages.iter() {
        let all = [
            ("card", card(tables, catalogue, language, &[])),
            ("sql.card", sql_card(tables, catalogue, language, &[])),
        ];
        // Of its own languages and types a codebook has a card.
        artefacts.extend(all.into_iter().filter_map(|(kind, text)| {
            Some(Artefact {
                path: format!("{}.{kind}.{language}.txt", checked.name()),
                text: text.ok()?,
            })
        }));
    }
    artefacts
}

/// The card of cMEC in a language of the codebook, with what can be said of these types alone; an empty list stands for
/// all.
///
/// # Errors
/// When the codebook has no such language or type.
pub fn card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, NotInCodebook> {
    text(tables, catalogue, (Notation::C02, language), types)
}

/// [`card`], of SQL instead of cMEC.
///
/// # Errors
/// As of [`card`].
pub fn sql_card(
    tables: &Tables,
    catalogue: &Catalogue,
    language: &str,
    types: &[&str],
) -> Result<String, NotInCodebook> {
    text(tables, catalogue, (Notation::Sql, language), types)
}

fn text(
    tables: &Tables,
    catalogue: &Catalogue,
    said: (Notation, &str),
    types: &[&str],
) -> Result<String, NotInCodebook> {
    let options = CardOptions {
        types,
        ..CardOptions::default()
    };
    Ok(card_of(tables, catalogue, said, &options)?.text)
}

/// The card of a notation, which is SQL or cMEC, in a language of the codebook.
///
/// # Errors
/// When the codebook has no such language or type.
pub fn card_of(
    tables: &Tables,
    catalogue: &Catalogue,
    (notation, language): (Notation, &str),
    options: &CardOptions<'_>,
) -> Result<Card, NotInCodebook> {
    if !tables.languages.iter().any(|known| known == language) {
        return Err(NotInCodebook::Language {
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
    // What is over its budget without either takes neither.
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

/// Most examples that are shown for a question.
const NEAREST: usize = 6;

/// The codes of what an answer may be made of.
fn outputs() -> String {
    joined(Output::ALL.iter().map(|one| one.code()), "|")
}

/// The codes of the scenarios, each with what it is.
fn scenarios(scope: &Scope<'_>, language: &str) -> String {
    let scenarios = scope.scenarios.iter();
    let each = scenarios.map(|one| {
        let what = of(&one.in_short(), language);
        format!("{} {what}", one.code())
    });
    joined(each, ", ")
}
