//! How a rule says that it is broken.

use crate::finding::partial_finding::{Advice, PartialFinding};
use crate::finding::registry::Rule;
use crate::finding::{Detail, Violation};
use crate::resolve::Resolver;
use crate::span::Span;
use crate::tables::{FieldDef, PolicyAction};

impl<'a> Resolver<'a> {
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        message: impl FnOnce(&Self) -> String,
        advice: impl FnOnce(&Self) -> Advice,
    ) {
        self.report_on(None, rule, span, message, advice);
    }

    /// Reports something wrong with the use of a field, which a policy may name.
    #[cold]
    pub(crate) fn report_on(
        &mut self,
        field: Option<&'a FieldDef>,
        rule: &'static Rule,
        span: Span,
        message: impl FnOnce(&Self) -> String,
        advice: impl FnOnce(&Self) -> Advice,
    ) {
        let path = field.map(|field| field.path.as_ref());
        let action = self.tables.action(rule.class, path);
        let all = self.detail == Detail::Full;
        // What is dropped is told in the ledger.
        let message = (all || action == PolicyAction::Drop).then(|| message(self));
        let advice = all.then(|| {
            let mut advice = advice(self);
            advice.field = path.map(str::to_owned);
            Box::new(match field {
                Some(_) => advice.about(field),
                None => advice,
            })
        });
        self.findings.push(PartialFinding {
            violation: Violation { rule, span },
            action,
            message,
            advice,
        });
    }

    /// Takes back the findings after the first `before`, where the codebook lets what they are in be dropped: what is
    /// wrong, for the ledger.
    pub(crate) fn forgive(&mut self, before: usize) -> Option<String> {
        let own = self.findings.get(before..).unwrap_or_default();
        let dropped = !own.is_empty()
            && own
                .iter()
                .all(|finding| finding.action == PolicyAction::Drop);
        if !dropped {
            return None;
        }
        let why = own.iter().filter_map(|finding| finding.message.as_deref());
        let why = why.collect::<Vec<_>>().join("; ");
        self.findings.truncate(before);
        Some(why)
    }
}
