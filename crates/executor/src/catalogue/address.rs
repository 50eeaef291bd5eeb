//! Filters, limits and query templates of the address lane.

use serde::{Deserialize, Serialize};

use crate::catalogue::{List, Recipe, Text};

/// Name of the template that returns the day of the last posting.
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
    /// The templates that resolve anchors.
    pub anchors: List<AnchorRule>,
    /// Recipes in file order; no contract matches two.
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
    /// A description for people of when it is required; a recipe's own list takes precedence.
    pub required_when: Option<Text>,
    /// A remark for people.
    pub note: Text,
}

/// Row limits of the lane.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LimitPolicy {
    /// Limit of a contract without one.
    pub default: u32,
    /// Maximum number of rows of a recipe with the base limit.
    pub max: u32,
    /// Maximum number of rows of a recipe with the extended limit.
    pub extended_max: u32,
    /// Default limit of an account intent whose account is given.
    pub account: u32,
}

/// A static query text with the bindings of its parameters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Template {
    /// Name, as recipes call it.
    pub name: Text,
    /// Shape of its rows.
    pub rows: RowShape,
    /// Query text, newest first.
    pub query: Text,
    /// Query text, oldest first, if the template supports this order.
    pub query_asc: Option<Text>,
    /// Maximum number of rows in the text itself (`ПЕРВЫЕ n`).
    pub first: Option<u32>,
    /// Names of the columns of its rows, as in the text.
    pub columns: List<Text>,
    /// Parameters in file order, exactly the ones of the text.
    pub parameters: List<Parameter>,
}

/// The shape of a template's rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowShape {
    /// Postings, which must have a period and a registrator.
    Movement,
    /// Documents, which must have a period and a registrator.
    Document,
    /// Balances by analytics, without a registrator.
    Balance,
    /// Counts and sums of a group, such as a month, a kind of document or a section of the chart.
    Profile,
    /// Sums of a group, such as the debt under a contract or the payments. Every page reads from the first row on.
    Group,
    /// Rows of totals.
    Total,
    /// Elements of a catalogue.
    Catalogue,
}

/// The source of a parameter's value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Name in the text, without `&`.
    pub name: Text,
    /// Filters to read; the first one given is used.
    pub filters: List<Text>,
    /// Its constant value, where it reads no filter.
    pub constant: List<Text>,
    /// The conversion of the filter's value.
    pub form: ParameterForm,
    /// Its value if none of the filters is given.
    pub absent: AbsentValue,
}

/// The conversion of a filter's value to a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ParameterForm {
    /// The date at 00:00:00.
    StartOfDay,
    /// The date at 23:59:59.
    EndOfDay,
    /// The next day at 00:00:00: `Остатки` counts up to the start of its moment.
    NextDay,
    /// The text unchanged.
    Text,
    /// A `ПОДОБНО` mask of names equal to the text in any spelling of its marks and of `ё`.
    Whole,
    /// A `ПОДОБНО` mask of names with the words of the text in order.
    Mask,
    /// The taxpayer number in the text.
    TaxNumber,
    /// The contract number in the text.
    ContractNumber,
    /// A `ПОДОБНО` mask of names with the first half of the text's longest word.
    NearHead,
    /// A `ПОДОБНО` mask with the second half of that word.
    NearTail,
    /// A `ПОДОБНО` mask with the second longest word.
    NearWord,
    /// The account token as a code of the chart.
    Account,
    /// The account codes of the recipe's scope.
    AccountScope,
    /// The account codes of the scope where it includes debit, otherwise none.
    ScopeDebit,
    /// The account codes of the scope where it includes credit, otherwise none.
    ScopeCredit,
    /// The account codes that the recipe's scope excludes.
    ScopeExcept,
    /// True where rows outside of the scope are requested as well.
    ScopeIsOpen,
    /// The reference that the anchor resolved to.
    Anchor,
    /// True where the filter is given.
    IsSaid,
    /// Texts unchanged.
    Texts,
    /// The text as a number.
    Number,
    /// A `ПОДОБНО` mask of texts that end with the text.
    Ending,
    /// True where rows are grouped by the filter, and always where the contract requests no sum.
    IsGrouped,
}

/// The value of a parameter whose filters are not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AbsentValue {
    /// The earliest date of 1C.
    Earliest,
    /// The latest date of 1C.
    Latest,
    /// No value (`null`).
    Nothing,
    /// `false`.
    No,
}

/// The template that resolves an anchor.
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

    /// The templates that an answer of a recipe may call: for rows, totals, anchors and the day of the last posting.
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
