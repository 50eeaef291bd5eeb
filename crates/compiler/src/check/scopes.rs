//! Checks account scopes: valid account codes without duplicates, and an account filter only where a contract can
//! express it.

use cmec_executor::catalogue::ScopeMode;

use crate::finding::{Finding, Remarks, Rule, Spanned, tell};
use crate::source::Source;
use crate::source::recipes::Recipes;

pub(super) fn check(_: &Source, recipes: &Recipes, findings: &mut Vec<Finding>) {
    for recipe in &recipes.recipes {
        let scope = &recipe.scope;
        for account in scope.accounts.iter().chain(&scope.except) {
            if !is_account(account) {
                let message = format!("`{account}` is not an account code");
                tell(findings, Rule::ScopeMisfit, account.place, message)
                    .help("write it as `\"60\"` or `\"60.01\"`");
            }
        }
        if let Some(said) = &scope.said
            && !recipe.has("account")
        {
            let message = "the recipe has no filter `account` to say it with";
            tell(findings, Rule::ScopeMisfit, said.place, message)
                .help("add `account` to `required`, or list the accounts");
        }
        if scope.mode.value == ScopeMode::Strict
            && scope.said.is_none()
            && scope.accounts.is_empty()
        {
            let message = "a strict scope without accounts lets nothing through";
            tell(findings, Rule::ScopeMisfit, scope.mode.place, message);
        }
        if recipe.account_intent && scope.said.is_none() {
            let message = "an account intent is about the account that is said";
            tell(findings, Rule::ScopeMisfit, scope.mode.place, message)
                .help("write `accounts: said`");
        }
    }
}

/// `60`, `60.01`, `76.АВ`: letters and digits in parts joined by dots, starting with a digit.
fn is_account(account: &Spanned<String>) -> bool {
    let legal = |part: &str| !part.is_empty() && part.chars().all(char::is_alphanumeric);
    account
        .value
        .starts_with(|letter: char| letter.is_ascii_digit())
        && account.value.split('.').all(legal)
}
