//! `templates` and `anchors` of `recipes.yaml` as written.

use cmec_executor::catalogue::{AbsentValue, ParameterForm, RowShape};

use super::form::form;
use super::key::Holds;
use super::node_reader::{KeyedMap, NodeReader};
use crate::finding::{Place, Spanned};

form! {
    /// A query template.
    TemplateSource: "template" name Spanned<String> {
        /// Shape of the rows that the query gives.
        rows: Spanned<RowShape> = "rows" as Word,
        /// Files with the query text, under `queries/`.
        query: Option<QuerySource> = Required "query",
        /// Parameters of the query text, without `&`.
        parameters: Vec<ParameterSource> = "parameters",
    }
}

form! {
    /// The texts of a template, one for each sort order.
    QuerySource {
        /// Query text with the newest first.
        newest_first: Option<Spanned<String>> = Required "period_desc" holds FILE,
        /// Query text with the oldest first.
        oldest_first: Option<Spanned<String>> = "period_asc" holds FILE,
    }
}

const FILE: Holds = Holds::Pattern("^queries/[^/]+\\.1c$");

impl TemplateSource {
    pub(crate) fn files(&self) -> impl Iterator<Item = &Spanned<String>> {
        let texts = self.query.iter();
        texts.flat_map(|texts| texts.newest_first.iter().chain(&texts.oldest_first))
    }

    /// The file of its oldest-first text.
    pub(crate) fn oldest_first(&self) -> Option<&Spanned<String>> {
        self.query.as_ref()?.oldest_first.as_ref()
    }

    /// True where one of its parameters reads this filter.
    pub(crate) fn reads(&self, filter: &str) -> bool {
        let mut read = (self.parameters.iter()).flat_map(|parameter| &parameter.filters);
        read.any(|read| read.value == filter)
    }
}

form! {
    /// A parameter of a template.
    ParameterSource: "parameter" name Spanned<String> {
        /// Filters that give the value: the first of them that is said.
        filters: Vec<Spanned<String>> = Required "filters",
        filters_at: Place = (filters_at),
        /// Form in which the value is put into the query.
        form: Spanned<ParameterForm> = "as" as Word,
        /// Value when none of the filters is said.
        absent: Spanned<AbsentValue> = "absent" as Word,
    }
}

form! {
    /// A parameter that has the same value wherever a text names it.
    ConstantSource: "constant" name Spanned<String> {
        /// Form in which the value is put into the query: `text`, `texts` or `number`.
        form: Spanned<ParameterForm> = "as" as Word,
        /// The value, or the values of a list.
        values: Vec<Spanned<String>> = Required "is",
    }
}

fn filters_at(map: &KeyedMap<'_>, _: &mut NodeReader<'_>) -> Option<Place> {
    let filters = map.get("filters").map(|node| node.place);
    filters.or(map.name.map(|name| name.place))
}
