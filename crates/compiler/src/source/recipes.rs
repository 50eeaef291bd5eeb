//! `recipes.yaml` as written.

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::{
    DefaultValue, Fallback, LimitClass, RecipeState, ResultMode, RowFilter, ScopeMode, Side,
};

use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use super::templates::{self, ParameterSource, TemplateSource};
use crate::finding::Spanned;
use crate::words::{
    self, DEFAULT_VALUES, FALLBACKS, FILTER_TYPES, LIMIT_CLASSES, RECIPE_STATES, RESULT_MODES,
    ROW_FILTERS, SCOPE_MODES, SIDES,
};

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["filters", "limits", "templates", "anchors", "recipes"];
/// Keys of a filter.
pub(crate) const FILTER_KEYS: &[&str] = &["type", "values", "required_when", "note"];
/// Row limits.
pub(crate) const LIMIT_KEYS: &[&str] = &["default", "max", "extended_max", "account"];
/// Keys of a recipe.
pub(crate) const RECIPE_KEYS: &[&str] = &[
    "intent",
    "purpose",
    "match",
    "required",
    "required_any",
    "defaults",
    "optional",
    "template",
    "totals",
    "scope",
    "row_filter",
    "fallbacks",
    "bank_rows",
    "caveat",
    "limit",
    "all_time",
    "account_intent",
    "result",
    "state",
];
/// Keys of `match`.
pub(crate) const MATCH_KEYS: &[&str] = &["scenario", "target_type", "with", "without"];
/// Keys of `scope`.
pub(crate) const SCOPE_KEYS: &[&str] = &["mode", "accounts", "side"];

/// The recipes of the address lane.
#[derive(Debug)]
pub(crate) struct Recipes {
    pub(crate) filters: Vec<FilterSource>,
    pub(crate) limits: Vec<(&'static str, Spanned<u32>)>,
    pub(crate) templates: Vec<TemplateSource>,
    /// Filter and template.
    pub(crate) anchors: Vec<(Spanned<String>, Spanned<String>)>,
    pub(crate) recipes: Vec<RecipeSource>,
}

impl Recipes {
    /// The filter with this name.
    pub(crate) fn filter(&self, name: &str) -> Option<&FilterSource> {
        self.filters.iter().find(|filter| filter.name.value == name)
    }

    /// The template with this name.
    pub(crate) fn template(&self, name: &str) -> Option<&TemplateSource> {
        self.templates
            .iter()
            .find(|template| template.name.value == name)
    }

    /// Names of the templates.
    pub(crate) fn template_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.templates.iter().map(|template| template.name.text())
    }

    /// The parameters of all templates.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &ParameterSource> {
        (self.templates.iter()).flat_map(|template| &template.parameters)
    }

    /// A row limit.
    pub(crate) fn limit(&self, name: &str) -> Option<&Spanned<u32>> {
        self.limits
            .iter()
            .find(|(said, _)| *said == name)
            .map(|(_, value)| value)
    }
}

/// A filter of the catalogue.
#[derive(Debug)]
pub(crate) struct FilterSource {
    pub(crate) name: Spanned<String>,
    pub(crate) value_type: Spanned<&'static str>,
    pub(crate) values: Vec<Spanned<String>>,
    pub(crate) required_when: Option<Spanned<String>>,
    pub(crate) note: Option<Spanned<String>>,
}

/// One recipe.
#[derive(Debug)]
pub(crate) struct RecipeSource {
    pub(crate) id: Spanned<String>,
    pub(crate) intent: Spanned<String>,
    pub(crate) purpose: Spanned<String>,
    pub(crate) scenario: Spanned<Scenario>,
    pub(crate) target_type: Spanned<String>,
    pub(crate) with: Option<Spanned<String>>,
    pub(crate) without: Option<Spanned<String>>,
    pub(crate) required: Vec<Spanned<String>>,
    pub(crate) required_any: Vec<Spanned<String>>,
    pub(crate) optional: Vec<Spanned<String>>,
    pub(crate) defaults: Vec<(Spanned<String>, DefaultValue)>,
    pub(crate) template: Spanned<String>,
    pub(crate) totals: Option<Spanned<String>>,
    pub(crate) scope: ScopeSource,
    pub(crate) row_filter: RowFilter,
    pub(crate) fallbacks: Vec<Spanned<Fallback>>,
    pub(crate) bank_rows: Option<Spanned<String>>,
    pub(crate) caveat: Option<Spanned<String>>,
    pub(crate) limit: LimitClass,
    pub(crate) all_time_max: bool,
    pub(crate) account_intent: bool,
    pub(crate) result: ResultMode,
    pub(crate) state: RecipeState,
}

impl RecipeSource {
    /// Every filter the recipe can be given.
    pub(crate) fn filters(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.required
            .iter()
            .chain(&self.required_any)
            .chain(&self.optional)
            .chain(self.defaults.iter().map(|(filter, _)| filter))
    }

    /// Whether the recipe can be given this filter.
    pub(crate) fn has(&self, filter: &str) -> bool {
        self.filters().any(|have| have.value == filter)
    }
}

/// The account scope of a recipe.
#[derive(Debug)]
pub(crate) struct ScopeSource {
    pub(crate) mode: Spanned<ScopeMode>,
    pub(crate) accounts: Vec<Spanned<String>>,
    /// Where `accounts: said` stands, when it does.
    pub(crate) said: Option<Spanned<()>>,
    pub(crate) side: Side,
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Recipes {
    let map = r.keyed(node, "the recipes", KEYS);
    let filters_node = r.required(&map, "filters");
    let filters = r
        .named(filters_node, "`filters`")
        .iter()
        .filter_map(|(name, body)| filter(name, body, r))
        .collect();
    let mut limits = Vec::new();
    if let Some(node) = r.required(&map, "limits") {
        let said = r.keyed(node, "`limits`", LIMIT_KEYS);
        for key in LIMIT_KEYS {
            limits.extend(r.required_number(&said, key).map(|value| (*key, value)));
        }
    }
    let templates_node = r.required(&map, "templates");
    let templates = r
        .named(templates_node, "`templates`")
        .iter()
        .filter_map(|(name, body)| templates::read_template(name, body, r))
        .collect();
    let anchors = r
        .named(map.get("anchors"), "`anchors`")
        .iter()
        .filter_map(|(filter, template)| Some((filter.clone(), r.text(template, "an anchor")?)))
        .collect();
    let recipes_node = r.required(&map, "recipes");
    let recipes = r
        .named(recipes_node, "`recipes`")
        .iter()
        .filter_map(|(id, body)| recipe(id, body, r))
        .collect();
    Recipes {
        filters,
        limits,
        templates,
        anchors,
        recipes,
    }
}

fn filter(name: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<FilterSource> {
    let what = format!("filter `{name}`");
    let map = r.keyed(body, &what, FILTER_KEYS);
    let value_type = r.required_word(&map, "type", FILTER_TYPES);
    let values = r.texts(map.get("values"), &format!("`values` of {what}"));
    let required_when = r.optional_text(&map, "required_when");
    let note = r.optional_text(&map, "note");
    Some(FilterSource {
        name: name.clone(),
        value_type: value_type?,
        values,
        required_when,
        note,
    })
}

fn recipe(id: &Spanned<String>, body: &Node, r: &mut NodeReader<'_>) -> Option<RecipeSource> {
    let what = format!("recipe `{id}`");
    let map = r.keyed(body, &what, RECIPE_KEYS);
    let intent = r.required_text(&map, "intent");
    let purpose = r.required_text(&map, "purpose");
    let (mut scenario, mut target_type, mut with, mut without) = (None, None, None, None);
    if let Some(node) = r.required(&map, "match") {
        let matched = r.keyed(node, format!("`match` of {what}"), MATCH_KEYS);
        scenario = r.required_word(&matched, "scenario", words::scenarios());
        target_type = r.required_text(&matched, "target_type");
        with = r.optional_text(&matched, "with");
        without = r.optional_text(&matched, "without");
    }
    let mut list = |key: &str| r.texts(map.get(key), &format!("`{key}` of {what}"));
    let (required, required_any, optional) =
        (list("required"), list("required_any"), list("optional"));
    let defaults = r
        .named(map.get("defaults"), format!("`defaults` of {what}"))
        .iter()
        .filter_map(|(filter, value)| {
            let value = r.word(value, "a default", DEFAULT_VALUES)?;
            Some((filter.clone(), value.value))
        })
        .collect();
    let template = r.required_text(&map, "template");
    let totals = r.optional_text(&map, "totals");
    let scope = r
        .required(&map, "scope")
        .and_then(|node| scope(node, &format!("`scope` of {what}"), r));
    let row_filter = (map.get("row_filter"))
        .and_then(|node| r.word(node, &format!("`row_filter` of {what}"), ROW_FILTERS));
    let fallbacks = r
        .items(map.get("fallbacks"), format!("`fallbacks` of {what}"))
        .iter()
        .filter_map(|node| r.word(node, "a fallback", FALLBACKS))
        .collect();
    let bank_rows = r.optional_text(&map, "bank_rows");
    let caveat = r.optional_text(&map, "caveat");
    let limit = r.required_word(&map, "limit", LIMIT_CLASSES);
    let all_time = map
        .get("all_time")
        .and_then(|node| r.word(node, &format!("`all_time` of {what}"), &[("max", ())]));
    let account_intent = r.flag(&map, "account_intent");
    let result = r.required_word(&map, "result", RESULT_MODES);
    let state = r.required_word(&map, "state", RECIPE_STATES);
    Some(RecipeSource {
        id: id.clone(),
        intent: intent?,
        purpose: purpose?,
        scenario: scenario?,
        target_type: target_type?,
        with,
        without,
        required,
        required_any,
        optional,
        defaults,
        template: template?,
        totals,
        scope: scope?,
        row_filter: row_filter.map_or(RowFilter::Any, |word| word.value),
        fallbacks,
        bank_rows,
        caveat,
        limit: limit?.value,
        all_time_max: all_time.is_some(),
        account_intent,
        result: result?.value,
        state: state?.value,
    })
}

fn scope(node: &Node, what: &str, r: &mut NodeReader<'_>) -> Option<ScopeSource> {
    let map = r.keyed(node, what, SCOPE_KEYS);
    let mode = r.required_word(&map, "mode", SCOPE_MODES);
    let (mut accounts, mut said) = (Vec::new(), None);
    if let Some(node) = r.required(&map, "accounts") {
        if let NodeKind::Scalar { .. } = node.kind {
            said = r.word(node, &format!("`accounts` of {what}"), &[("said", ())]);
        } else {
            accounts = r.texts(Some(node), &format!("`accounts` of {what}"));
        }
    }
    let side = r.required_word(&map, "side", SIDES);
    Some(ScopeSource {
        mode: mode?,
        accounts,
        said,
        side: side?.value,
    })
}
