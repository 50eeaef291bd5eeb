//! `templates` and `anchors` of `recipes.yaml` as written.

use cmec_executor::catalogue::{AbsentValue, ParameterForm, RowShape};

use super::form::Form;
use super::node::Node;
use super::node_reader::NodeReader;
use crate::finding::{Place, Spanned};
use crate::words;

/// Keys of a template.
pub(crate) const TEMPLATE_KEYS: &[&str] = &["rows", "query", "parameters"];
/// Sort orders a template may have a text for.
pub(crate) const QUERY_KEYS: &[&str] = &["period_desc", "period_asc"];
/// Keys of a parameter.
pub(crate) const PARAMETER_KEYS: &[&str] = &["filters", "as", "absent"];

/// A query template.
#[derive(Debug)]
pub(crate) struct TemplateSource {
    pub(crate) name: Spanned<String>,
    pub(crate) rows: Spanned<RowShape>,
    /// File of the text, newest first.
    pub(crate) query: Option<Spanned<String>>,
    /// File of the text, oldest first.
    pub(crate) query_asc: Option<Spanned<String>>,
    pub(crate) parameters: Vec<ParameterSource>,
}

impl TemplateSource {
    /// The files of its texts.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.query.iter().chain(&self.query_asc)
    }

    /// Whether a parameter of it reads this filter.
    pub(crate) fn reads(&self, filter: &str) -> bool {
        let mut read = (self.parameters.iter()).flat_map(|parameter| &parameter.filters);
        read.any(|read| read.value == filter)
    }
}

/// A parameter of a template.
#[derive(Debug)]
pub(crate) struct ParameterSource {
    pub(crate) name: Spanned<String>,
    pub(crate) filters: Vec<Spanned<String>>,
    /// Where `filters` stands.
    pub(crate) filters_at: Place,
    pub(crate) form: Spanned<ParameterForm>,
    pub(crate) absent: Spanned<AbsentValue>,
}

impl Form for TemplateSource {
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let what = format!("template `{name}`");
        let map = r.keyed(body, &what, TEMPLATE_KEYS);
        let rows = r.required_word(&map, "rows", &words::of());
        let (mut query, mut query_asc) = (None, None);
        if let Some(node) = r.required(&map, "query") {
            let texts = r.keyed(node, format!("`query` of {what}"), QUERY_KEYS);
            query = r.required_text(&texts, "period_desc");
            query_asc = r.optional_text(&texts, "period_asc");
        }
        let parameters = Form::all(map.get("parameters"), format!("`parameters` of {what}"), r);
        Some(Self {
            name: name.clone(),
            rows: rows?,
            query,
            query_asc,
            parameters,
        })
    }
}

impl Form for ParameterSource {
    fn read(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<Self> {
        let what = format!("parameter `{name}`");
        let map = r.keyed(body, &what, PARAMETER_KEYS);
        let filters = r.required(&map, "filters");
        let filters_at = filters.map_or(name.place, |node| node.place);
        let filters = r.texts(filters, &format!("`filters` of {what}"));
        let form = r.required_word(&map, "as", &words::of());
        let absent = r.required_word(&map, "absent", &words::of());
        Some(Self {
            name: name.clone(),
            filters,
            filters_at,
            form: form?,
            absent: absent?,
        })
    }
}
