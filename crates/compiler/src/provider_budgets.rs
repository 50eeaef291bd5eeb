//! The one rule that weighs what will be emitted: a codebook keeps to the budgets of the profiles it is held to.

use cmec_decoder::tables::Tables;

use crate::emit::profile::{Over, Profile};
use crate::finding::{Finding, Place, Remarks, Rule};
use crate::source::codebook::Codebook;

/// A profile a codebook is held to, and where it says so.
pub(crate) struct Held {
    profile: &'static Profile,
    place: Place,
}

/// The profiles a codebook lists, or those every codebook is held to.
pub(crate) fn held(codebook: &Codebook) -> Vec<Held> {
    match &codebook.profiles {
        Some(listed) => (listed.iter())
            .filter_map(|name| {
                Some(Held {
                    profile: Profile::named(name.value)?,
                    place: name.place,
                })
            })
            .collect(),
        None => (Profile::all().iter())
            .filter(|profile| profile.by_default)
            .map(|profile| Held {
                profile,
                place: codebook.start,
            })
            .collect(),
    }
}

/// A finding for each budget that is exceeded.
pub(crate) fn check(tables: &Tables, held: &[Held], findings: &mut Vec<Finding>) {
    for Held { profile, place } in held {
        for over in profile.over(tables) {
            findings.push(finding(profile, *place, &over));
        }
    }
}

fn finding(profile: &Profile, place: Place, over: &Over) -> Finding {
    let Over {
        document,
        what,
        most,
        have,
    } = over;
    let message = format!(
        "`{document}` has {have} {what} and `{}` allows {most}: {} too many",
        profile.name,
        have.saturating_sub(*most)
    );
    Finding::new(Rule::ProviderBudget, place, message)
        .help("narrow the codebook, or list in `profiles` the providers it is for")
}
