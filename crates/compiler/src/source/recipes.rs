//! `recipes.yaml` as written.

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::{
    DefaultValue, Fallback, LimitClass, RecipeState, ResultMode, RowFilter, ScopeMode, Side,
};

use super::form::{Form, form};
use super::node::{Node, NodeKind};
use super::node_reader::{KeyedMap, NodeReader};
use super::templates::{ParameterSource, TemplateSource};
use crate::finding::Spanned;
use crate::words::{self, FILTER_TYPES};

/// Keys of the file.
pub(crate) const KEYS: &[&str] = &["filters", "limits", "templates", "anchors", "recipes"];
/// Row limits.
pub(crate) const LIMIT_KEYS: &[&str] = &["default", "max", "extended_max", "account"];
/// Keys of `match`.
pub(crate) const MATCH_KEYS: &[&str] = &["scenario", "target_type", "with", "without"];
/// Keys of `scope`.
pub(crate) const SCOPE_KEYS: &[&str] = &["mode", "accounts", "except", "side"];

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

form! {
    /// A filter of the catalogue.
    FilterSource: "filter" name, FILTER_KEYS {
        value_type: Spanned<&'static str> = "type" in FILTER_TYPES,
        values: Vec<Spanned<String>> = "values",
        required_when: Option<Spanned<String>> = "required_when",
        note: Option<Spanned<String>> = "note",
    }
}

form! {
    /// One recipe.
    RecipeSource: "recipe" id, RECIPE_KEYS {
        intent: Spanned<String> = "intent",
        purpose: Spanned<String> = "purpose",
        matches: MatchSource = "match" by matches,
        required: Vec<Spanned<String>> = "required",
        required_any: Vec<Spanned<String>> = "required_any",
        defaults: Vec<(Spanned<String>, DefaultValue)> = "defaults" by defaults,
        optional: Vec<Spanned<String>> = "optional",
        template: Spanned<String> = "template",
        totals: Option<Spanned<String>> = "totals",
        scope: ScopeSource = "scope" by scope,
        row_filter: Option<Spanned<RowFilter>> = "row_filter" in words::of(),
        fallbacks: Vec<Spanned<Fallback>> = "fallbacks" by fallbacks,
        bank_rows: Option<Spanned<String>> = "bank_rows",
        caveats: Vec<Spanned<String>> = "caveats",
        limit: Spanned<LimitClass> = "limit" in words::of(),
        all_time_max: Option<Spanned<()>> = "all_time" in &[("max", ())],
        account_intent: bool = "account_intent",
        result: Spanned<ResultMode> = "result" in words::of(),
        state: Spanned<RecipeState> = "state" in words::of(),
    }
}

/// Which contracts a recipe answers.
#[derive(Debug)]
pub(crate) struct MatchSource {
    pub(crate) scenario: Spanned<Scenario>,
    pub(crate) target_type: Spanned<String>,
    pub(crate) with: Option<Spanned<String>>,
    pub(crate) without: Option<Spanned<String>>,
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
    /// Sub-accounts of them that it leaves out.
    pub(crate) except: Vec<Spanned<String>>,
    /// Where `accounts: said` stands, when it does.
    pub(crate) said: Option<Spanned<()>>,
    pub(crate) side: Side,
}

pub(crate) fn read(node: &Node, r: &mut NodeReader<'_>) -> Recipes {
    let map = r.keyed(node, "the recipes", KEYS);
    let mut limits = Vec::new();
    if let Some(node) = r.required(&map, "limits") {
        let said = r.keyed(node, "`limits`", LIMIT_KEYS);
        for key in LIMIT_KEYS {
            limits.extend(r.required_number(&said, key).map(|value| (*key, value)));
        }
    }
    let anchors = r
        .named(map.get("anchors"), "`anchors`")
        .iter()
        .filter_map(|(filter, template)| Some((filter.clone(), r.text(template, "an anchor")?)))
        .collect();
    let filters = r.required(&map, "filters");
    let templates = r.required(&map, "templates");
    let recipes = r.required(&map, "recipes");
    Recipes {
        filters: Form::all(filters, "`filters`", r),
        limits,
        templates: Form::all(templates, "`templates`", r),
        anchors,
        recipes: Form::all(recipes, "`recipes`", r),
    }
}

fn matches(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<MatchSource> {
    let node = r.required(map, "match")?;
    let map = r.keyed(node, format!("`match` of {}", map.what), MATCH_KEYS);
    let scenario = r.required_word(&map, "scenario", &words::of());
    let target_type = r.required_text(&map, "target_type");
    let with = r.optional_text(&map, "with");
    let without = r.optional_text(&map, "without");
    Some(MatchSource {
        scenario: scenario?,
        target_type: target_type?,
        with,
        without,
    })
}

/// Filters that are filled in where they are not said.
fn defaults(
    map: &KeyedMap<'_>,
    r: &mut NodeReader<'_>,
) -> Option<Vec<(Spanned<String>, DefaultValue)>> {
    let defaults = (r.named(map.get("defaults"), map.called("defaults")).iter())
        .filter_map(|(filter, value)| {
            let value = r.word(value, "a default", &words::of())?;
            Some((filter.clone(), value.value))
        })
        .collect();
    Some(defaults)
}

/// Fallbacks in their order; one that stands twice is for a rule to say.
fn fallbacks(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Vec<Spanned<Fallback>>> {
    let fallbacks = (r
        .items(map.get("fallbacks"), map.called("fallbacks"))
        .iter())
    .filter_map(|node| r.word(node, "a fallback", &words::of()))
    .collect();
    Some(fallbacks)
}

fn scope(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<ScopeSource> {
    let node = r.required(map, "scope")?;
    let map = r.keyed(node, format!("`scope` of {}", map.what), SCOPE_KEYS);
    let mode = r.required_word(&map, "mode", &words::of());
    let (mut accounts, mut said) = (Vec::new(), None);
    if let Some(node) = r.required(&map, "accounts") {
        let what = map.called("accounts");
        if let NodeKind::Scalar { .. } = node.kind {
            said = r.word(node, what, &[("said", ())]);
        } else {
            accounts = r.texts(Some(node), what);
        }
    }
    let except = r.texts(map.get("except"), map.called("except"));
    let side = r.required_word(&map, "side", &words::of());
    Some(ScopeSource {
        mode: mode?,
        accounts,
        except,
        said,
        side: side?.value,
    })
}
