//! Explains recipes and filters of the address lane.

use cmec_executor::catalogue::Recipe;
use serde::Serialize;

use super::{Entry, joined};
use crate::domain::Domain;

/// Recipes and filters with this id.
pub(super) fn of_catalogue(id: &str, domain: &Domain) -> Vec<Entry> {
    let Some(address) = &domain.catalogue.address else {
        return Vec::new();
    };
    let name = &domain.catalogue.domain;
    let mut entries = Vec::new();
    for recipe in address.recipes.iter() {
        if recipe.id == id || recipe.intent == id {
            let title = format!("{} (recipe of {name})", recipe.id);
            entries.push(Entry::new(title, facts(recipe)));
        }
    }
    if let Some(filter) = address.filters.iter().find(|filter| filter.name == id) {
        let users = address.recipes.iter().filter(|recipe| {
            let lists = [&recipe.required, &recipe.required_any, &recipe.optional];
            lists
                .iter()
                .any(|list| list.iter().any(|known| known == id))
        });
        let needed = filter.required_when.as_deref().unwrap_or_default();
        let facts = vec![
            ("value", filter.value_type.to_string()),
            ("values", filter.values.join(", ")),
            ("needed for", needed.to_owned()),
            ("note", filter.note.to_string()),
            ("intents", joined(users.map(|recipe| &recipe.intent), ", ")),
        ];
        entries.push(Entry::new(
            format!("{} (filter of {name})", filter.name),
            facts,
        ));
    }
    entries
}

/// Facts about a recipe, one per line.
fn facts(recipe: &Recipe) -> Vec<(&'static str, String)> {
    let matches = &recipe.matches;
    let defaults = recipe.defaults.iter().map(|default| &default.filter);
    let or_none = |text: Option<&str>| text.unwrap_or_default().to_owned();
    let accounts = if recipe.scope.said {
        "the account said".to_owned()
    } else {
        let accounts = recipe.scope.accounts.join(" ");
        match recipe.scope.except.join(" ") {
            except if except.is_empty() => accounts,
            except => format!("{accounts} except {except}"),
        }
    };
    let scope = format!("{:?}", recipe.scope.mode);
    vec![
        ("intent", recipe.intent.to_string()),
        ("purpose", recipe.purpose.to_string()),
        ("target type", matches.target_type.to_string()),
        ("required", recipe.required.join(", ")),
        ("one of", recipe.required_any.join(", ")),
        ("optional", recipe.optional.join(", ")),
        ("template", recipe.template.to_string()),
        ("totals", or_none(recipe.totals.as_deref())),
        ("filled in", joined(defaults, ", ")),
        ("scope", format!("{} {accounts}", scope.to_lowercase())),
        ("side", word(&recipe.scope.side)),
        ("row filter", word(&recipe.row_filter)),
        (
            "falls back to",
            joined(recipe.fallbacks.iter().map(word), ", "),
        ),
        ("says of itself", recipe.caveats.join(", ")),
        ("state", word(&recipe.state)),
    ]
}

/// A member of a closed list in the codebook's spelling.
fn word(member: &impl Serialize) -> String {
    match serde_json::to_value(member) {
        Ok(serde_json::Value::String(word)) => word,
        _ => String::new(),
    }
}
