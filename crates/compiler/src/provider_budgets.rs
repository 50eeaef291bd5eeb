//! Checks the artefacts of a codebook against the budgets of provider profiles and the limits of clients.

use cmec_decoder::tables::Tables;
use cmec_executor::Catalogue;

use crate::emit::client::Client;
use crate::emit::profile::{Over, Profile};
use crate::finding::{Finding, Place, Remarks, Rule};
use crate::source::codebook::Codebook;

/// A profile or client to check, and the place that lists it. A profile and a client may share a name.
pub(crate) struct BudgetLimit {
    profile: Option<&'static Profile>,
    client: Option<&'static Client>,
    place: Place,
}

/// The profiles and clients that a codebook lists, or else the default profiles.
pub(crate) fn held(codebook: &Codebook) -> Vec<BudgetLimit> {
    match &codebook.profiles {
        Some(listed) => (listed.iter())
            .map(|name| BudgetLimit {
                profile: Profile::named(name.value),
                client: Client::named(name.value),
                place: name.place,
            })
            .collect(),
        None => (Profile::all().iter())
            .filter(|profile| profile.by_default)
            .map(|profile| BudgetLimit {
                profile: Some(profile),
                client: None,
                place: codebook.start,
            })
            .collect(),
    }
}

/// Reports each exceeded budget and each description that would be cut.
pub(crate) fn check(
    tables: &Tables,
    catalogue: &Catalogue,
    held: &[BudgetLimit],
    findings: &mut Vec<Finding>,
) {
    for limit in held {
        if let Some(profile) = limit.profile {
            let over = profile.over(tables).into_iter();
            findings.extend(over.map(|over| finding(profile, limit.place, &over)));
        }
        if let Some(client) = limit.client {
            let over = client.over(tables, catalogue).into_iter();
            findings.extend(over.map(|over| not_whole(client, limit.place, &over)));
        }
    }
}

fn not_whole(client: &Client, place: Place, over: &Over) -> Finding {
    let (does, help) = match over.is_cut() {
        true => ("cuts at", "shorten its description in `tools.yaml`"),
        false => (
            "takes",
            "use shorter names and fewer tools, or list in `profiles` the clients it is for",
        ),
    };
    let (has, name, most) = (has(over), client.name, over.most);
    let message = format!("{has}, and `{name}` {does} {most}");
    Finding::new(Rule::ClientCut, place, message).help(help)
}

fn finding(profile: &Profile, place: Place, over: &Over) -> Finding {
    let (has, name, most) = (has(over), profile.name, over.most);
    let more = over.have.saturating_sub(most);
    let message = format!("{has} and `{name}` allows {most}: {more} too many");
    Finding::new(Rule::ProviderBudget, place, message)
        .help("narrow the codebook, or list in `profiles` the providers it is for")
}

/// What a document has of something, in words.
fn has(over: &Over) -> String {
    format!("`{}` has {} {}", over.document, over.have, over.what)
}
