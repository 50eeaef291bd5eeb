//! The call of a recipe: its templates, anchors, accounts, order and limit.

use crate::catalogue::{AddressCatalogue, DATA_THROUGH, Recipe, RowShape, owned};
use crate::filters::LimitReason;
use crate::lane::address::account;
use crate::lane::address::decompose::extraction::Extraction;
use crate::lane::address::decompose::limit;
use crate::lane::address::plan::{AnchorStep, RecipeCall, RowOrder, Step};
use crate::limitation::Limitation;
use crate::response::limited_answer::LimitedAnswer;
use crate::taxonomy::LimitedReason;

/// The call, or the limited answer where the catalogue lacks its template.
pub(super) fn call<'c>(
    recipe: &'c Recipe,
    found: &Extraction,
    catalogue: &'c AddressCatalogue,
    limit: Option<u32>,
) -> Step<'c> {
    let filters = &found.filters;
    let Some(template) = catalogue.template(&recipe.template) else {
        return Step::Limit(LimitedAnswer::new(
            LimitedReason::ExecutionError,
            "catalogue_has_no_such_template",
            vec![Limitation::TemplateMissing {
                template: recipe.template.to_string(),
            }],
        ));
    };
    let anchors = catalogue
        .anchors
        .iter()
        .flat_map(|rule| {
            let template = catalogue.template(&rule.template);
            let values = filters.values(&rule.filter);
            values.filter_map(move |value| {
                Some(AnchorStep {
                    filter: &rule.filter,
                    value: value.to_owned(),
                    template: template?,
                })
            })
        })
        .collect();
    let said: Vec<String> = (filters.values("account"))
        .filter_map(account::normalise)
        .collect();
    // A recipe with an account parameter uses the given account instead of its own.
    let accounts = if recipe.scope.said || !said.is_empty() {
        said
    } else {
        owned(&recipe.scope.accounts)
    };
    let limit = limit::decide(&catalogue.limits, recipe, limit, filters);
    let caveats = recipe.caveats.iter();
    let mut limitations: Vec<Limitation> = caveats.map(|code| Limitation::of_code(code)).collect();
    if limit.why == LimitReason::LoweredToMaximum {
        limitations.push(Limitation::LimitLowered {
            most: limit.limit.into(),
        });
    }
    let order = if filters.value("sort") == Some("period_asc") {
        RowOrder::PeriodAsc
    } else {
        RowOrder::PeriodDesc
    };
    let named = |name: Option<&str>| name.and_then(|name| catalogue.template(name));
    Step::Call(RecipeCall {
        anchors,
        template,
        bank_rows: named(recipe.bank_rows.as_deref()),
        fallbacks: &recipe.fallbacks,
        // Totals of all rows would contradict rows above a bound.
        totals: named(recipe.totals.as_deref()).filter(|_| {
            let bounds = ["amount_from", "overdue_over"];
            bounds.iter().all(|bound| filters.value(bound).is_none())
        }),
        // The totals of a profile contain the first and the last day.
        data_through: named(Some(DATA_THROUGH)).filter(|_| template.rows != RowShape::Profile),
        order,
        columns: found.columns.clone(),
        groups: found.sum.as_ref().map(|sum| sum.groups.clone()),
        accounts,
        limit,
        after: None,
        limitations,
    })
}
