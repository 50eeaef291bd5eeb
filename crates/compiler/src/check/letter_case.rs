//! Checks that order and case sensitivity are set only for texts, and that a field has no order if case is ignored.

use crate::finding::{Finding, Remarks, Rule, tell};
use crate::source::Source;

pub(super) fn check(source: &Source, findings: &mut Vec<Finding>) {
    for field in &source.codebook.fields {
        let case = field.case.as_ref().map(|case| ("case", case.place));
        let ordered = field.ordered.then_some(("ordered", field.value_type.place));
        let of = field.value_type.value;
        for (key, place) in ordered.into_iter().chain(case) {
            if !of.may_have_case() {
                let message = format!("`{key}` does not fit a field of type `{}`", of.name());
                tell(findings, Rule::CaseMisfit, place, message)
                    .help("only `string` and `text` have it");
            }
        }
        if field.array && field.ordered {
            let message = "a field with many values has no order";
            tell(findings, Rule::CaseMisfit, field.value_type.place, message)
                .help("leave `ordered` out");
        }
        if field.folded()
            && let Some((_, place)) = case.filter(|_| field.ordered)
        {
            let message = "texts without case have no order by code points";
            tell(findings, Rule::CaseMisfit, place, message)
                .help("leave out `ordered` or `case: folded`");
        }
    }
}
