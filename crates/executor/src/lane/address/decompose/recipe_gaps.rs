//! Why a recipe cannot be called: filters that it requires and the contract lacks, or filters that it does not support.
//!
//! A recipe whose query is not written yet (`state: planned`) is matched but not run. Its answer is
//! `recipe_visibility_gap` with `recipe_not_executable_yet`, since `unsupported` would say that the question is
//! unknown.

use cmec_decoder::tables::Text;

use crate::catalogue::{AddressCatalogue, ParameterForm, Recipe, RecipeState};
use crate::filters::{ExtractedFilters, Origin};
use crate::lane::address::account;
use crate::lane::address::column_names;
use crate::lane::address::decompose::extraction::Extraction;
use crate::lane::address::plan::{
    DATES_DISAGREE, DAY_OR_UP_TO_IT, NOT_EXECUTABLE_YET, UNKNOWN_TO_RECIPE,
};
use crate::limitation::Limitation;
use crate::limitation::reason::Unsupported;
use crate::response::excerpt;
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::LimitedReason;

/// The parts of the contract that the recipe does not support.
pub(super) fn gaps(
    recipe: &Recipe,
    found: &Extraction,
    catalogue: &AddressCatalogue,
) -> Vec<Limitation> {
    let lists = [&recipe.required, &recipe.required_any, &recipe.optional];
    let knows = |name: &str| (lists.iter()).any(|list| list.iter().any(|known| known == name));
    let entries = found.filters.entries.iter();
    let unknown = entries.filter(|entry| !knows(&entry.filter));
    let unknown = unknown.map(|entry| unsupported(&entry.filter, Unsupported::UnknownFilter));
    let unplaced = found.unplaced.iter();
    let unplaced = unplaced.map(|part| unsupported(&part.part, part.why));
    let own = &recipe.scope;
    let is_known = |code: &str| {
        let is_own = own.said
            || own.accounts.is_empty()
            || account::lies_under(code, &own.accounts)
            || account::lies_under(code, &own.also);
        is_own && !account::lies_under(code, &own.except)
    };
    let accounts = found.filters.values("account");
    let accounts = accounts.filter_map(account::normalise);
    let accounts = accounts.filter(|code| knows("account") && !is_known(code));
    let accounts = accounts.map(|code| Limitation::AccountOutsideRecipe { account: code });
    let sum = found.sum.iter().flat_map(|sum| {
        let column = (recipe.sum_of.as_deref() != Some(&sum.column)).then_some(&sum.column);
        let groups = sum.groups.iter();
        let groups = groups.filter(|by| recipe.groups.iter().all(|own| own != *by));
        column.into_iter().chain(groups)
    });
    let sum = sum.map(|part| unsupported(part, Unsupported::NoSuchPart));
    let template = catalogue.template(&recipe.template);
    let shown = template.map(column_names::of_template).unwrap_or_default();
    let columns = found.columns.iter();
    let columns = columns.filter(|own| !shown.contains(&own.as_str()));
    let columns = columns.map(|own| unsupported(own, Unsupported::NoSuchPart));
    let ranked = found.ranked_by.iter();
    let ranked = ranked.filter(|by| recipe.ranked_by.as_deref() != Some(by));
    let ranked = ranked.map(|by| unsupported(by, Unsupported::OtherOrder));
    let all = unknown.chain(unplaced).chain(columns).chain(accounts);
    all.chain(sum).chain(ranked).collect()
}

fn unsupported(part: &str, reason: Unsupported) -> Limitation {
    Limitation::UnsupportedPart {
        part: part.to_owned(),
        reason,
    }
}

/// The required filters that the contract lacks. A contract that names a document needs no party.
pub(super) fn missing(recipe: &Recipe, found: &Extraction) -> Vec<String> {
    if found.mentions("document_ref") {
        return Vec::new();
    }
    let missing = recipe.required.iter().filter(|name| !found.mentions(name));
    let mut missing: Vec<String> = missing.map(ToString::to_string).collect();
    let guard = &recipe.required_any;
    if !guard.is_empty() && !guard.iter().any(|name| found.mentions(name)) {
        missing.push(guard.join("|"));
    }
    missing
}

/// The reason why the recipe cannot be called. A missing anchor comes first, since a person can supply it at once.
pub(super) fn limited(
    recipe: &Recipe,
    catalogue: &AddressCatalogue,
    filters: &ExtractedFilters,
    missing: &[String],
    gaps: Vec<Limitation>,
) -> Option<LimitedAnswer> {
    let answer = |category, reason: &str, limitations| {
        Some(LimitedAnswer::new(category, reason, limitations))
    };
    let unsure =
        |reason, limitation| answer(LimitedReason::MissingAnchor, reason, vec![limitation]);
    if !missing.is_empty() {
        let missing = missing.iter();
        let missing = missing.map(|name| unsupported(name, Unsupported::NotSaid));
        let limitations = gaps.into_iter().chain(missing).collect();
        let reason = "missing_required_filters";
        return answer(LimitedReason::MissingAnchor, reason, limitations);
    }
    let mut accounts = filters.values("account");
    if let Some(token) = accounts.find(|token| account::normalise(token).is_none()) {
        let value = excerpt(token);
        return unsure(
            "account_token_not_recognised",
            Limitation::NotAnAccount { value },
        );
    }
    if let Some((one, other)) = two_dates(recipe, catalogue, filters) {
        return unsure(DATES_DISAGREE, Limitation::DatesDisagree { one, other });
    }
    if let Some(day) = lone_date(recipe, filters) {
        let day = day.to_owned();
        return unsure(DAY_OR_UP_TO_IT, Limitation::DayOrUpTo { day });
    }
    if gaps.is_empty()
        && let Some((from, to)) = empty_window(filters)
    {
        let (from, to) = (from.to_owned(), to.to_owned());
        let limitations = vec![Limitation::EmptyPeriod { from, to }];
        return answer(
            LimitedReason::EmptyMatch,
            "period_window_is_empty",
            limitations,
        );
    }
    let (reason, limitations) = if !gaps.is_empty() {
        (UNKNOWN_TO_RECIPE, gaps)
    } else if recipe.state == RecipeState::Planned {
        let limitation = Limitation::RecipePlanned {
            recipe: recipe.id.to_string(),
            purpose: recipe.purpose.to_string(),
        };
        (NOT_EXECUTABLE_YET, vec![limitation])
    } else {
        return None;
    };
    answer(LimitedReason::RecipeVisibilityGap, reason, limitations)
}

fn two_dates(
    recipe: &Recipe,
    catalogue: &AddressCatalogue,
    filters: &ExtractedFilters,
) -> Option<(String, String)> {
    let parameters = &catalogue.template(&recipe.template)?.parameters;
    parameters.iter().find_map(|parameter| {
        if parameter.form != ParameterForm::EndOfDay {
            return None;
        }
        let said = |name: &Text| {
            let mut entries = filters.entries.iter();
            entries.find(|own| own.filter == *name && own.origin == Origin::Said)
        };
        let mut dates = parameter.filters.iter().filter_map(said);
        let one = dates.next()?;
        let other = dates.find(|own| own.value != one.value)?;
        Some((one.value.clone(), other.value.clone()))
    })
}

/// A single date for a recipe of a period. For documents and payments it may be their day or the end of a period.
fn lone_date<'f>(recipe: &Recipe, filters: &'f ExtractedFilters) -> Option<&'f str> {
    let takes = |name: &str| recipe.optional.iter().any(|known| known == name);
    let is_of_a_period = takes("period_from") && takes("as_of_date") && recipe.defaults.is_empty();
    let says_a_period = ["period_from", "period_to"]
        .iter()
        .any(|name| filters.value(name).is_some());
    filters
        .value("as_of_date")
        .filter(|_| is_of_a_period && !says_a_period)
}

/// A period that ends before it begins. No row can match, so the server is not called.
fn empty_window(filters: &ExtractedFilters) -> Option<(&str, &str)> {
    let from = filters.value("period_from")?;
    let ends = ["period_to", "as_of_date"];
    let to = ends.iter().filter_map(|name| filters.value(name)).min()?;
    (from > to).then_some((from, to))
}
