//! `Catalogue`: the mirror of the executor's type of the same name, as far as it is written.
//!
//! Mirrored because the compiler has no edge to the executor: what the two share is the shape of the compiled file.
//! A test in the executor reads the emitted catalogue back and holds both equal.

mod structured;

use std::borrow::Cow;

use cmec_decoder::language::{QuestionKind, Scenario};
use serde::Serialize;

pub use structured::{
    FieldBinding, ForeignKey, KeySide, LinkTable, RelationBinding, StructuredCatalogue,
    TypeBinding, ValuesTable,
};

/// A text of the catalogue.
pub type Text = Cow<'static, str>;
/// A list of the catalogue.
pub type List<T> = Cow<'static, [T]>;

/// Version of the catalogue section this executor reads.
pub const CATALOGUE_FORMAT: u32 = 2;

/// One domain's catalogue.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Catalogue {
    /// [`CATALOGUE_FORMAT`] at the time of compiling.
    pub format: u32,
    /// Name of the domain.
    pub domain: Text,
    /// Which lane answers which scenario; a scenario that is not listed is unsupported.
    pub lanes: List<LaneRule>,
    /// Recipes of the address lane; absent in other domains.
    pub address: Option<AddressCatalogue>,
    /// Profiles of the retrieval lane; absent in other domains.
    pub retrieval: Option<RetrievalCatalogue>,
    /// Tables of the structured lane; absent in domains without any.
    pub structured: Option<StructuredCatalogue>,
}

/// A scenario and its lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LaneRule {
    /// The scenario.
    pub scenario: Scenario,
    /// The lane.
    pub lane: Lane,
}

/// A way of answering.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Lane {
    /// Whitelisted recipes over a 1C MCP server.
    Address,
    /// Structured queries over tables.
    Structured,
    /// A text index.
    Retrieval,
}

/// Recipes, templates and policy of the address lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AddressCatalogue {
    /// The filter catalogue.
    pub filters: List<FilterDef>,
    /// Row limits.
    pub limits: LimitPolicy,
    /// Query templates by name.
    pub templates: List<Template>,
    /// Which template confirms which anchor.
    pub anchors: List<AnchorRule>,
    /// Recipes, in file order; their matches are disjoint.
    pub recipes: List<Recipe>,
}

/// A filter the runtime knows.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FilterDef {
    /// Name, as recipes list it.
    pub name: Text,
    /// Type: `date`, `string`, `integer` or `enum`.
    pub value_type: Text,
    /// Values of an enum.
    pub values: List<Text>,
    /// When it is needed, for people; a recipe's own list wins.
    pub required_when: Option<Text>,
    /// A remark for people.
    pub note: Text,
}

/// Row limits of the lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LimitPolicy {
    /// When none is said.
    pub default: u32,
    /// Most rows of a recipe with the base limit.
    pub max: u32,
    /// Most rows of a recipe with the extended limit.
    pub extended_max: u32,
    /// Rows of an account intent whose account is said, when no limit is said.
    pub account: u32,
}

/// A static query text and how its parameters are bound.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Template {
    /// Name, as recipes call it.
    pub name: Text,
    /// What its rows are.
    pub rows: RowShape,
    /// Query text, newest first.
    pub query: Text,
    /// Query text, oldest first, where the template can be sorted so.
    pub query_asc: Option<Text>,
    /// Most rows the text itself lets through (`ПЕРВЫЕ n`).
    pub first: Option<u32>,
    /// Parameters, in file order; exactly those of the text.
    pub parameters: List<Parameter>,
}

/// What a template's rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowShape {
    /// Postings: need a period and a registrator.
    Movement,
    /// Documents: need a period and a registrator.
    Document,
    /// Balances by analytics: no registrator.
    Balance,
    /// Counts and sums of a group: a month, a kind of document, a section of the chart.
    Profile,
    /// One row of totals.
    Total,
    /// Elements of a catalogue.
    Catalogue,
}

/// How one parameter gets its value.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Parameter {
    /// Name in the text, without `&`.
    pub name: Text,
    /// Filters it reads, the first that is said wins.
    pub filters: List<Text>,
    /// How the filter's value is written.
    pub form: ParameterForm,
    /// Its value when none of the filters is said.
    pub absent: AbsentValue,
}

/// How a filter's value becomes a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterForm {
    /// The date at 00:00:00.
    StartOfDay,
    /// The date at 23:59:59.
    EndOfDay,
    /// The next day at 00:00:00: `Остатки` counts up to the start of its moment.
    NextDay,
    /// The text as it is.
    Text,
    /// The text as a `ПОДОБНО` mask, its special characters escaped.
    Mask,
    /// The normalised account token.
    Account,
    /// The account codes of the recipe's scope.
    AccountScope,
    /// The same where the scope has debit in it, no code otherwise.
    ScopeDebit,
    /// The same where the scope has credit in it, no code otherwise.
    ScopeCredit,
    /// Whether rows outside the scope are asked for as well.
    ScopeIsOpen,
    /// The reference the resolver found.
    Anchor,
    /// Whether the filter is said.
    IsSaid,
}

/// Value of a parameter whose filters are not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentValue {
    /// The earliest date 1C knows.
    Earliest,
    /// The latest date 1C knows.
    Latest,
    /// No value (`null`).
    Nothing,
    /// `false`.
    No,
}

/// Which template confirms an anchor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AnchorRule {
    /// The filter.
    pub filter: Text,
    /// Name of the template.
    pub template: Text,
}

/// One whitelisted way of answering one intent.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Recipe {
    /// Id, `address_…_v1`.
    pub id: Text,
    /// The intent it answers.
    pub intent: Text,
    /// What it is for.
    pub purpose: Text,
    /// Which contracts it answers.
    pub matches: RecipeMatch,
    /// Filters that must be there.
    pub required: List<Text>,
    /// Filters of which one must be there; empty: no such guard.
    pub required_any: List<Text>,
    /// Filters that may be there.
    pub optional: List<Text>,
    /// Filters filled in when they are not said.
    pub defaults: List<FilterDefault>,
    /// Name of its template.
    pub template: Text,
    /// Name of the template that gives a summary's totals.
    pub totals: Option<Text>,
    /// Accounts its rows must touch.
    pub scope: AccountScope,
    /// Which rows count beyond scope and anchors.
    pub row_filter: RowFilter,
    /// What is tried where it has no rows, in this order.
    pub fallbacks: List<Fallback>,
    /// Name of the template of [`Fallback::BankRows`].
    pub bank_rows: Option<Text>,
    /// Code of what every answer says of itself.
    pub caveat: Option<Text>,
    /// Which maximum bounds its limit.
    pub limit: LimitClass,
    /// Whether a query without a period takes the maximum as its default limit.
    pub all_time_max: bool,
    /// Whether it is about one account (`as_of_date` and the limit have own defaults).
    pub account_intent: bool,
    /// How its rows are answered.
    pub result: ResultMode,
    /// Whether it can be run.
    pub state: RecipeState,
}

/// Which contracts a recipe answers.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RecipeMatch {
    /// Scenario of the contract.
    pub scenario: Scenario,
    /// Its one target type.
    pub target_type: Text,
    /// A filter that must be said.
    pub with: Option<Text>,
    /// A filter that must not be said.
    pub without: Option<Text>,
}

/// A filter filled in when it is not said.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FilterDefault {
    /// The filter.
    pub filter: Text,
    /// Its value.
    pub value: DefaultValue,
}

/// Value of a filter default.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum DefaultValue {
    /// Today, from the plan's context.
    Today,
}

/// Accounts a recipe's rows must touch.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AccountScope {
    /// How hard the scope is.
    pub mode: ScopeMode,
    /// Account codes; empty together with `said == false`: no scope.
    pub accounts: List<Text>,
    /// Whether the account is the one the contract says.
    pub said: bool,
    /// Which side must touch them.
    pub side: Side,
}

/// How hard an account scope is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ScopeMode {
    /// A hard filter.
    Strict,
    /// Applied first; when it leaves nothing of some raw rows, the raw rows stay.
    Preferred,
}

/// Side of a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// Дт.
    Debit,
    /// Кт.
    Credit,
    /// Дт or Кт.
    Either,
}

/// Which rows count beyond scope and anchors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RowFilter {
    /// All.
    Any,
    /// Those whose side in scope has the anchors.
    SideInScope,
    /// Those whose side in scope has a contract.
    ContractInScope,
    /// Those of bank documents.
    BankDocuments,
}

/// What is tried where a recipe has no rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Fallback {
    /// Bank documents of the anchor.
    BankRows,
    /// The same without the period.
    AvailablePeriod,
    /// Rows nearest to the anchor, which do not have it.
    NearestRows,
}

/// Which maximum bounds a recipe's limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum LimitClass {
    /// [`LimitPolicy::max`].
    Base,
    /// [`LimitPolicy::extended_max`].
    Extended,
}

/// How a recipe answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum ResultMode {
    /// Rows.
    FactualList,
    /// Totals and top rows.
    FactualSummary,
}

/// Whether a recipe can be run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RecipeState {
    /// It runs.
    Runnable,
    /// It is known and answers `recipe_visibility_gap`.
    Planned,
}

/// Profiles of the retrieval lane.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RetrievalCatalogue {
    /// Known document types.
    pub document_types: List<Text>,
    /// Named sets of document types.
    pub corpora: List<Corpus>,
    /// Ranges of `top_k`.
    pub modes: List<ModeRange>,
    /// Statuses no request can let in.
    pub always_excluded: List<Text>,
    /// Kind of question to profile.
    pub profiles: List<Profile>,
    /// Phrases that tell the kind, in the order they are tried.
    pub questions: List<QuestionPhrases>,
    /// Tags and what people call them.
    pub tags: List<TagSynonyms>,
}

/// A named set of document types.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Corpus {
    /// Its name.
    pub name: Text,
    /// Its types, in order.
    pub types: List<Text>,
}

/// Depth of retrieval.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Few, exact.
    Fast,
    /// Many.
    Deep,
    /// Broad, overview texts first.
    Architect,
}

/// Range of `top_k` of a mode.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ModeRange {
    /// The mode.
    pub mode: Mode,
    /// Fewest.
    pub top_k_min: u32,
    /// Most.
    pub top_k_max: u32,
}

/// How a kind of question is asked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Profile {
    /// The kind.
    pub kind: QuestionKind,
    /// Its mode.
    pub mode: Mode,
    /// Its document types, in order.
    pub type_in: List<Text>,
    /// Its `top_k`.
    pub top_k: u32,
}

/// Phrases of a kind of question.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct QuestionPhrases {
    /// The kind.
    pub kind: QuestionKind,
    /// The phrases, lower case.
    pub phrases: List<Text>,
}

/// A tag and what people call it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TagSynonyms {
    /// The tag.
    pub tag: Text,
    /// Other names, lower case.
    pub synonyms: List<Text>,
}
