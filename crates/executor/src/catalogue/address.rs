//! Filters, limits and query templates of the address lane.

use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Recipe, Text};

/// Name of the template that gives the day of the last posting.
pub const DATA_THROUGH: &str = "data_through";

/// Recipes, templates and policy of the address lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Names of the columns of its rows, as the text has them.
    pub columns: List<Text>,
    /// Parameters, in file order; exactly those of the text.
    pub parameters: List<Parameter>,
}

/// What a template's rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Sums of a group: what is owed under a contract, what was paid. Later pages begin at the first row.
    Group,
    /// Rows of totals.
    Total,
    /// Elements of a catalogue.
    Catalogue,
}

/// How one parameter gets its value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Name in the text, without `&`.
    pub name: Text,
    /// Filters it reads, the first that is said wins.
    pub filters: List<Text>,
    /// Its value, where it reads no filter.
    pub constant: List<Text>,
    /// How the filter's value is written.
    pub form: ParameterForm,
    /// Its value when none of the filters is said.
    pub absent: AbsentValue,
}

/// How a filter's value becomes a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
    /// A `ПОДОБНО` mask of names that are the text itself, however its marks and its `ё` are written.
    Whole,
    /// A `ПОДОБНО` mask of names that have the words of the text, in their order.
    Mask,
    /// The taxpayer number in the text.
    TaxNumber,
    /// The number of a contract in the text.
    ContractNumber,
    /// A `ПОДОБНО` mask of names that have the first half of its longest word.
    NearHead,
    /// The same with the second half.
    NearTail,
    /// The same with its second longest word.
    NearWord,
    /// The normalised account token.
    Account,
    /// The account codes of the recipe's scope.
    AccountScope,
    /// The same where the scope has debit in it, no code otherwise.
    ScopeDebit,
    /// The same where the scope has credit in it, no code otherwise.
    ScopeCredit,
    /// The account codes that the recipe's scope leaves out.
    ScopeExcept,
    /// Whether rows outside the scope are asked for as well.
    ScopeIsOpen,
    /// The reference the resolver found.
    Anchor,
    /// Whether the filter is said.
    IsSaid,
    /// Texts, as they are.
    Texts,
    /// The text as a number.
    Number,
    /// A `ПОДОБНО` mask of texts that end with the text.
    Ending,
    /// Whether rows are told apart by the filter: all are where the contract asks for no sum.
    IsGrouped,
}

/// Value of a parameter whose filters are not said.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnchorRule {
    /// The filter.
    pub filter: Text,
    /// Name of the template.
    pub template: Text,
}

impl AddressCatalogue {
    /// The template with this name.
    #[must_use]
    pub fn template(&self, name: &str) -> Option<&Template> {
        self.templates.iter().find(|template| template.name == name)
    }

    /// The templates that an answer of a recipe may need: its rows and totals, its anchors, the day of the data.
    pub fn templates_of<'c>(&'c self, recipe: &'c Recipe) -> impl Iterator<Item = &'c Template> {
        let filters = [&recipe.required, &recipe.required_any, &recipe.optional];
        let takes = move |filter: &Text| filters.iter().any(|own| own.contains(filter));
        let anchors = self.anchors.iter().filter(move |own| takes(&own.filter));
        let own = [
            Some(&recipe.template),
            recipe.totals.as_ref(),
            recipe.bank_rows.as_ref(),
        ];
        (own.into_iter().flatten().map(AsRef::as_ref))
            .chain(anchors.map(|own| own.template.as_ref()))
            .chain([DATA_THROUGH])
            .filter_map(|name| self.template(name))
    }
}
