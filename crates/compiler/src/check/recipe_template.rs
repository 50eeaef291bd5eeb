//! Checks that the template of a runnable recipe exists and supports everything that the recipe promises.

use cmec_executor::catalogue::{LimitClass, ParameterForm, RecipeState, RowShape};

use super::template;
use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;
use crate::source::query_tokens::Query;
use crate::source::recipes::{RecipeSource, Recipes};
use crate::source::templates::TemplateSource;

/// Filters that reach the query by other means than parameters.
const NOT_READ: &[&str] = &["limit", "sort"];

pub(super) fn check(source: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for recipe in &recipes.recipes {
        // The template of a planned recipe may not exist yet.
        if recipe.state.value == RecipeState::Planned {
            continue;
        }
        if let Some(totals) = &recipe.totals
            && let Some(template) = template(recipes, totals, Rule::UnknownTemplate, findings)
            && template.rows.value != RowShape::Total
        {
            let message = format!("template `{totals}` does not give totals");
            tell(findings, Rule::UnknownTemplate, totals.place, message)
                .also(template.rows.place, "its rows")
                .help("totals come from a template with `rows: total`");
        }
        let name = &recipe.template;
        let Some(template) = template(recipes, name, Rule::UnknownTemplate, findings) else {
            continue;
        };
        if matches!(template.rows.value, RowShape::Total | RowShape::Catalogue) {
            let message = format!("template `{}` gives no rows of facts", template.name);
            let at = recipe.template.place;
            tell(findings, Rule::UnknownTemplate, at, message)
                .also(template.rows.place, "its rows");
        }
        promises(recipes, recipe, template, findings);
        bound(source, recipes, recipe, template, findings);
    }
}

fn promises(
    recipes: &Recipes,
    recipe: &RecipeSource,
    template: &TemplateSource,
    findings: &mut Vec<Finding>,
) {
    let sort = recipe.filters().find(|filter| filter.value == "sort");
    if let (Some(sort), None) = (sort, template.oldest_first()) {
        let message = format!("template `{}` has no text for oldest first", template.name);
        tell(findings, Rule::UnsortableTemplate, sort.place, message)
            .also(template.name.place, "this template")
            .help("add `period_asc` to its `query`, or remove `sort`");
    }
    for filter in recipe.filters() {
        if recipes.filter(filter.text()).is_none() {
            continue; // Reported as an unknown filter.
        }
        // The `account` filter is the scope, which has parameters of its own.
        let read =
            template.reads(filter.text()) || (filter.value == "account" && is_scope(template));
        if !read && !NOT_READ.contains(&filter.text()) {
            let message = format!("template `{}` does not read `{filter}`", template.name);
            tell(findings, Rule::UnreadFilter, filter.place, message)
                .also(template.name.place, "this template")
                .help("bind a parameter to it, or remove the filter");
        }
    }
}

/// True where the template binds the whole scope, which the given account replaces.
fn is_scope(template: &TemplateSource) -> bool {
    let has = |form: ParameterForm| {
        (template.parameters.iter()).any(|parameter| parameter.form.value == form)
    };
    has(ParameterForm::AccountScope)
        || has(ParameterForm::ScopeDebit) && has(ParameterForm::ScopeCredit)
}

fn bound(
    source: &Source,
    recipes: &Recipes,
    recipe: &RecipeSource,
    template: &TemplateSource,
    findings: &mut Vec<Finding>,
) {
    let name = match recipe.limit.value {
        LimitClass::Base => "max",
        LimitClass::Extended | LimitClass::Report => "extended_max",
    };
    let Some(max) = recipes.limits.get(name) else {
        return;
    };
    for file in template.files() {
        let query = source.queries.get(&file.value);
        if let Some(first) = query.and_then(Query::first)
            && first <= max.value
        {
            let id = &recipe.id;
            let message =
                format!("`{file}` stops at {first} rows, recipe `{id}` may ask for {max}");
            tell(findings, Rule::ShortQuery, file.place, message)
                .also(max.place, format!("`{name}`"))
                .help(format!("write `ПЕРВЫЕ {}`", max.value.saturating_add(1)));
        }
    }
}
