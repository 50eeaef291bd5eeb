//! `recipes.yaml` as written.

use std::collections::{BTreeMap, HashSet};

use cmec_decoder::language::Scenario;
use cmec_executor::catalogue::{
    DefaultValue, Fallback, LimitClass, RecipeState, ResultMode, RowFilter, ScopeMode, Side,
};
use serde::Deserialize;

use super::form::form;
use super::key::{Holds, Keys, keys};
use super::limits::{LimitsSource, numbers};
use super::node_reader::{KeyedMap, NamedText, NodeReader};
use super::query_tokens::Query;
use super::templates::{ConstantSource, ParameterSource, TemplateSource};
use crate::finding::Spanned;
use crate::words;

form! {
    /// The recipes of the address lane.
    Recipes: "the recipes" {
        /// Filters of the recipes, by name.
        filters: Vec<FilterSource> = Required "filters",
        /// Row limits of the recipes.
        limits: LimitsSource = Required "limits" by limits holds Holds::Keyed(Keys(&[LIMITS])),
        /// Values that are always the same, by the name of the parameter that has them in any text.
        constants: Vec<ConstantSource> = "constants",
        /// Where parameters take their values from in every text that names them and whose template does not say it.
        shared: Vec<ParameterSource> = "parameters",
        /// Query texts and where their parameters come from, by name. `data_through` gives the day of the last posting.
        templates: Vec<TemplateSource> = Required "templates",
        /// Filters whose value is confirmed first, and the template of the look-up.
        anchors: Vec<NamedText> = "anchors" by anchors holds Holds::Map(&Holds::Text),
        /// Recipes, by name: one contract, one query.
        recipes: Vec<RecipeSource> = Required "recipes",
    }
}

keys! {
    /// Row limits.
    LIMITS {
        /// Rows when no limit is said.
        Required "default": Holds::Number(1),
        /// Most rows of a recipe with `limit: base`.
        Required "max": Holds::Number(1),
        /// Most rows of a recipe with `limit: extended`.
        Required "extended_max": Holds::Number(1),
        /// Rows when no limit is given, for recipes with `account_intent` or `limit: report`.
        Required "account": Holds::Number(1),
    }
}

impl Recipes {
    pub(crate) fn filter(&self, name: &str) -> Option<&FilterSource> {
        self.filters.iter().find(|filter| filter.name.value == name)
    }

    pub(crate) fn template(&self, name: &str) -> Option<&TemplateSource> {
        let mut templates = self.templates.iter();
        templates.find(|template| template.name.value == name)
    }

    pub(crate) fn constant(&self, name: &str) -> Option<&ConstantSource> {
        self.constants.iter().find(|own| own.name.value == name)
    }

    pub(crate) fn template_names(&self) -> impl Iterator<Item = &str> + Clone {
        self.templates.iter().map(|template| template.name.text())
    }

    /// Every parameter once: shared ones, and the templates' own ones.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &ParameterSource> {
        let is_own = |parameter: &&ParameterSource| {
            let place = parameter.name.place;
            self.shared.iter().all(|shared| shared.name.place != place)
        };
        let all = (self.templates.iter()).flat_map(|template| &template.parameters);
        self.shared.iter().chain(all.filter(is_own))
    }

    /// Gives each template the shared parameters that its texts use and that it does not define.
    pub(super) fn share_parameters(&mut self, queries: &BTreeMap<String, Query>) {
        for template in &mut self.templates {
            let texts = template.files().filter_map(|file| queries.get(&file.value));
            let named: HashSet<&str> = (texts.flat_map(Query::parameters))
                .map(|name| name.value)
                .collect();
            let own = &template.parameters;
            let shared = self.shared.iter().filter(|shared| {
                let name = shared.name.text();
                named.contains(name) && own.iter().all(|own| own.name.value != name)
            });
            let shared: Vec<ParameterSource> = shared.cloned().collect();
            template.parameters.extend(shared);
        }
    }
}

form! {
    /// A filter of the catalogue.
    FilterSource: "filter" name Spanned<String> {
        /// Type of the value.
        value_type: Spanned<FilterType> = "type" as Word,
        /// Values it may have.
        values: Vec<Spanned<String>> = "values",
        /// When it is needed, for people. The list of a recipe decides.
        required_when: Option<Spanned<String>> = "required_when",
        /// Remark for people.
        note: Option<Spanned<String>> = "note",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum FilterType {
    Date,
    String,
    Integer,
    Enum,
}

form! {
    /// One recipe.
    RecipeSource: "recipe" id Spanned<String> {
        /// Intent that the recipe answers.
        intent: Spanned<String> = "intent",
        /// What it is for, in a sentence.
        purpose: Spanned<String> = "purpose",
        /// Contracts that the recipe is for. No contract may fit two of them.
        matches: MatchSource = "match",
        /// Filters that must be said. A missing one is asked for.
        required: Vec<Spanned<String>> = "required",
        /// Filters of which one must be said.
        required_any: Vec<Spanned<String>> = "required_any",
        /// Filters that have a value when they are not said.
        defaults: Vec<(Spanned<String>, DefaultValue)> = "defaults" by defaults
            holds Holds::Map(&Holds::Words(words::all::<DefaultValue>)),
        /// Filters that may be said.
        optional: Vec<Spanned<String>> = "optional",
        /// Template whose query gives the rows.
        template: Spanned<String> = "template",
        /// Template whose query gives the totals of a summary.
        totals: Option<Spanned<String>> = "totals",
        /// Column that rows come by, the greatest first: the one order beside that of time.
        ranked_by: Option<Spanned<String>> = "ranked_by",
        /// Column whose sum may be asked for. The query adds it up.
        sum_of: Option<Spanned<String>> = "sum_of",
        /// Filters that the sum may be grouped by. A parameter `as: is_grouped` tells the query whether it is by one.
        groups: Vec<Spanned<String>> = "groups",
        /// Accounts within which rows are looked for.
        scope: ScopeSource = "scope",
        /// Test that each row must pass after the query.
        row_filter: Option<Spanned<RowFilter>> = "row_filter" as Word,
        /// What is tried, in this order, where a query gives no row.
        fallbacks: Vec<Spanned<Fallback>> = "fallbacks" as Word by fallbacks,
        /// Template that gives bank documents in place of movements.
        bank_rows: Option<Spanned<String>> = "bank_rows",
        /// Limitations that every answer of the recipe states.
        caveats: Vec<Spanned<String>> = "caveats",
        /// Largest number of rows: `base` (`limits.max`), `extended` (`limits.extended_max`) or `report` (`limits.extended_max`; without a limit, `limits.account` rows).
        limit: Spanned<LimitClass> = "limit" as Word,
        /// `max`: a question without a period shows as many rows as it may.
        all_time: Option<Spanned<AllTime>> = "all_time" as Word holds Holds::Word("max"),
        /// Whether the recipe is about one account, so that `as_of_date` and the limit have defaults of their own.
        account_intent: bool = "account_intent",
        /// `FACTUAL_LIST`: rows. `FACTUAL_SUMMARY`: totals and the top rows.
        result: Spanned<ResultMode> = "result" as Word,
        /// Whether the recipe runs or is only planned.
        state: Spanned<RecipeState> = "state" as Word,
    }
}

/// The row limit for a question without a period.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AllTime {
    Max,
}

form! {
    /// Which contracts a recipe answers.
    MatchSource {
        /// Scenario of the contract.
        scenario: Spanned<Scenario> = "scenario" as Word,
        /// Type the contract asks for.
        target_type: Spanned<String> = "target_type",
        /// Filter that must be said.
        with: Option<Spanned<String>> = "with",
        /// Filter that must not be said.
        without: Option<Spanned<String>> = "without",
    }
}

impl RecipeSource {
    /// Every filter of the recipe.
    pub(crate) fn filters(&self) -> impl Iterator<Item = &Spanned<String>> {
        let required = self.required.iter().chain(&self.required_any);
        let defaults = self.defaults.iter().map(|(filter, _)| filter);
        required.chain(&self.optional).chain(defaults)
    }

    pub(crate) fn has(&self, filter: &str) -> bool {
        self.filters().any(|have| have.value == filter)
    }
}

form! {
    /// The account scope of a recipe.
    ScopeSource {
        /// `strict`: rows of other accounts are never shown. `preferred`: they are, where there are no others.
        mode: Spanned<ScopeMode> = "mode" as Word,
        /// Codes of the accounts, or `said`: the account of the question.
        accounts: Vec<Spanned<String>> = Required "accounts" by accounts
            holds Holds::Either(&[Holds::Word("said"), Holds::List(&Holds::Text)]),
        said: Option<Spanned<()>> = (said),
        /// Codes of accounts below them that are left out.
        except: Vec<Spanned<String>> = "except",
        /// Codes of other accounts that a question may name in their place.
        also: Vec<Spanned<String>> = "also",
        /// Side of a posting on which the account stands.
        side: Spanned<Side> = "side" as Word,
    }
}

fn limits(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<LimitsSource> {
    let name = |key: &str| format!("`{key}` of `limits`");
    Some(numbers(map.get(key), Keys(&[LIMITS]), name, r))
}

fn anchors(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Vec<NamedText>> {
    Some(r.named_texts(map.get(key), map.called(key), |_| "an anchor"))
}

fn accounts(map: &KeyedMap<'_>, key: &str, r: &mut NodeReader<'_>) -> Option<Vec<Spanned<String>>> {
    let codes = map.get(key).filter(|node| !node.is_scalar());
    Some(r.texts(codes, map.called(key)))
}

/// The place of `accounts: said`, if it is given.
fn said(map: &KeyedMap<'_>, r: &mut NodeReader<'_>) -> Option<Option<Spanned<()>>> {
    let word = map.get("accounts").filter(|node| node.is_scalar());
    Some(word.and_then(|node| r.word(node, map.called("accounts"), &[("said", ())])))
}

/// Default values of filters.
fn defaults(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<(Spanned<String>, DefaultValue)>> {
    let defaults = (r.named(map.get(key), map.called(key)).iter())
        .filter_map(|(filter, value)| {
            let value = r.word(value, "a default", &words::of())?;
            Some((filter.clone(), value.value))
        })
        .collect();
    Some(defaults)
}

/// Fallbacks in order; a rule reports duplicates.
fn fallbacks(
    map: &KeyedMap<'_>,
    key: &str,
    r: &mut NodeReader<'_>,
) -> Option<Vec<Spanned<Fallback>>> {
    let fallbacks = (r.items(map.get(key), map.called(key)).iter())
        .filter_map(|node| r.word(node, "a fallback", &words::of()));
    Some(fallbacks.collect())
}
