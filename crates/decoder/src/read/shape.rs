//! Checks keys and JSON types for all JSON notations, and reports findings.

use crate::contract::Str;
use crate::draft::{Raw, Source, Word};
use crate::finding::registry::{self, Rule};
use crate::finding::{Finding, candidates};
use crate::language::{self, Key, NamingStyle, Object, object};
use crate::ledger::{Ledger, LedgerKind};
use crate::read::json::tree::{Json, JsonKind, Member};
use crate::span::{Span, Spanned};

/// Keys that the seed bans from every contract.
const BANNED: &[&str] = &[
    "reasoning",
    "explain",
    "metrics_estimate",
    "plan_hints",
    "guardrails",
    "confidence",
];

pub(crate) fn is_banned(key: &str) -> bool {
    BANNED.contains(&key)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BannedKeys {
    /// Banned keys are findings.
    Finding,
    /// Banned keys are removed, and the ledger records it.
    Cut,
}

/// The meaning of `null` as the value of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// A value, which has the wrong shape where another type is expected.
    Values,
    /// A missing key: providers with strict schemas require every key, and models fill unused ones with `null`.
    LeftOut,
}

/// A member that was read but is not part of the draft.
pub(crate) struct UnsupportedMember {
    pub(crate) kind: LedgerKind,
    pub(crate) span: Span,
    pub(crate) why: &'static str,
}

/// Collects findings while a tree is read.
pub(crate) struct Shape {
    pub(crate) naming: NamingStyle,
    pub(crate) banned: BannedKeys,
    pub(crate) nulls: Nulls,
    pub(crate) findings: Vec<Finding>,
    pub(crate) aside: Vec<UnsupportedMember>,
    pub(crate) ledger: Ledger<'static>,
}

impl Shape {
    pub(crate) fn new(naming: NamingStyle, banned: BannedKeys) -> Self {
        Self {
            naming,
            banned,
            nulls: Nulls::Values,
            findings: Vec::new(),
            aside: Vec::new(),
            ledger: Ledger::default(),
        }
    }

    /// Reports an error. `tell` describes it and runs only if the text is needed.
    pub(crate) fn report(
        &mut self,
        rule: &'static Rule,
        span: Span,
        tell: impl FnOnce(Finding) -> Finding,
    ) {
        let finding = Finding::after(self.findings.len(), rule, span, tell);
        self.findings.push(finding);
    }

    pub(crate) fn twice(&mut self, keys: &[Spanned<Str<'_>>]) {
        for Spanned { value, span } in keys {
            self.report(&registry::DUPLICATE_KEY, *span, |finding| {
                finding.explain(format!("the key `{value}` stands twice"), "say it once")
            });
        }
    }

    /// Omits a member that says nothing about the intent, with a ledger entry.
    pub(crate) fn leave_out(&mut self, span: Span, why: &'static str) {
        let kind = LedgerKind::LeftOut;
        self.aside.push(UnsupportedMember { kind, span, why });
    }

    /// Omits a `null` member, with a ledger entry.
    pub(crate) fn leave_out_null(&mut self, json: &Json<'_>) {
        self.leave_out(json.span, "`null` says nothing");
    }

    /// A required member; reports it if it is missing.
    pub(crate) fn need<'j, 'a>(
        &mut self,
        json: &'j Json<'a>,
        key: &str,
        what: &str,
    ) -> Option<&'j Json<'a>> {
        let value = self.member(json, key);
        if value.is_none() {
            self.lacks(json.span, what, key);
        }
        value
    }

    pub(crate) fn lacks(&mut self, object: Span, what: &str, key: &str) {
        self.report(&registry::MISSING_KEY, object, |finding| {
            finding.explain(format!("{what} lacks `{key}`"), format!("add `\"{key}\"`"))
        });
    }

    /// `true` if the JSON is an object. Reports keys that are neither in `object` nor in `beside`.
    pub(crate) fn is_object(
        &mut self,
        json: &Json<'_>,
        object: &'static Object,
        beside: &[&'static str],
    ) -> bool {
        let naming = self.naming;
        let known = |member: &Member<'_>| {
            let key = member.key.value.as_ref();
            object.key(key, naming).is_some() || beside.contains(&key)
        };
        let own = || object.keys(naming).map(|own| own.name(naming));
        self.has_keys(json, known, || {
            beside.iter().copied().chain(own()).collect()
        })
    }

    /// `true` if the JSON is an object. Reports unknown keys with the known ones as candidates.
    pub(crate) fn has_keys(
        &mut self,
        json: &Json<'_>,
        known: impl Fn(&Member<'_>) -> bool,
        all: impl Fn() -> Vec<&'static str>,
    ) -> bool {
        let JsonKind::Object(members) = &json.kind else {
            self.wrong(json, "an object");
            return false;
        };
        for member in members {
            let name = member.key.value.as_ref();
            if !known(member) {
                self.unknown_key(name, member.key.span, &all);
            } else if self.nulls == Nulls::LeftOut && member.value.kind == JsonKind::Null {
                self.leave_out_null(&member.value);
            }
        }
        true
    }

    pub(crate) fn member<'j, 'a>(&self, json: &'j Json<'a>, name: &str) -> Option<&'j Json<'a>> {
        self.unless_left_out(json.member(name)?)
    }

    /// The value of a member of the language's object.
    pub(crate) fn held<'j, 'a>(
        &self,
        json: &'j Json<'a>,
        member: &'static language::Member,
    ) -> Option<&'j Json<'a>> {
        self.member(json, member.name(self.naming))
    }

    /// The value, unless it is `null` and `null` means a missing key.
    #[inline]
    fn unless_left_out<'j, 'a>(&self, value: &'j Json<'a>) -> Option<&'j Json<'a>> {
        (self.nulls != Nulls::LeftOut || value.kind != JsonKind::Null).then_some(value)
    }

    pub(crate) fn wrong(&mut self, json: &Json<'_>, wanted: &str) {
        self.report(&registry::WRONG_SHAPE, json.span, |finding| {
            let found = raw(json);
            let message = format!("{} stands where {wanted} is needed", found.kind());
            finding.explain(message, as_wanted(&found, wanted))
        });
    }

    pub(crate) fn unknown_key<'k>(
        &mut self,
        key: &str,
        span: Span,
        allowed: impl FnOnce() -> Vec<&'k str>,
    ) {
        if is_banned(key) && self.banned == BannedKeys::Cut {
            self.aside.push(UnsupportedMember {
                kind: LedgerKind::CutAway,
                span,
                why: "contracts never carry this key",
            });
            return;
        }
        if is_banned(key) {
            self.report(&registry::BANNED_KEY, span, |finding| {
                let message = format!("contracts never carry `{key}`");
                finding.explain(
                    message,
                    "leave it out; the server writes the debug envelope",
                )
            });
            return;
        }
        self.report(&registry::UNKNOWN_KEY, span, |finding| {
            let allowed = allowed();
            let known = allowed
                .iter()
                .map(|name| candidates::Choice::key(*name, object::other_names(name)));
            let candidates = candidates::rank(key, known, 3);
            let help = candidates::slip(key, &candidates)
                .unwrap_or_else(|| format!("known here: `{}`", allowed.join("`, `")));
            let message = format!("the key `{key}` is not known here");
            finding.explain(message, help).candidates(candidates)
        });
    }
}

impl<'a> Source<'a> for Shape {
    type Node<'j>
        = &'j Json<'a>
    where
        'a: 'j;

    fn span(node: &Json<'a>) -> Span {
        node.span
    }

    fn text(&mut self, node: &Json<'a>) -> Option<Word<'a>> {
        match &node.kind {
            JsonKind::Text(text) => Some(Spanned::new(text.clone(), node.span)),
            _ => {
                self.wrong(node, "a text");
                None
            }
        }
    }

    fn digits(&mut self, node: &Json<'a>) -> Option<Spanned<&'a str>> {
        match &node.kind {
            JsonKind::Number(digits) => Some(Spanned::new(*digits, node.span)),
            _ => {
                self.wrong(node, "a number");
                None
            }
        }
    }

    fn boolean(&mut self, node: &Json<'a>) -> Option<Spanned<bool>> {
        match &node.kind {
            JsonKind::Boolean(yes) => Some(Spanned::new(*yes, node.span)),
            _ => {
                self.wrong(node, "`true` or `false`");
                None
            }
        }
    }

    fn raw(node: &Json<'a>) -> Raw<'a> {
        raw(node)
    }

    fn length(node: &Json<'a>) -> usize {
        match &node.kind {
            JsonKind::List(elements) => elements.len(),
            _ => 0,
        }
    }

    fn each<'j>(&mut self, node: &'j Json<'a>, mut read: impl FnMut(&mut Self, &'j Json<'a>))
    where
        'a: 'j,
    {
        match &node.kind {
            JsonKind::List(elements) => elements.iter().for_each(|element| read(self, element)),
            _ => self.wrong(node, "a list"),
        }
    }

    fn is_object(&mut self, node: &Json<'a>, object: &'static Object) -> bool {
        Self::is_object(self, node, object, &[])
    }

    fn member<'j>(
        &self,
        node: &'j Json<'a>,
        object: &'static Object,
        key: Key,
    ) -> Option<&'j Json<'a>>
    where
        'a: 'j,
    {
        self.member(node, object.name_of(key, self.naming)?)
    }

    fn lacks(&mut self, node: &Json<'a>, object: &'static Object, key: Key) {
        if let Some(name) = object.name_of(key, self.naming) {
            Self::lacks(self, node.span, object.what, name);
        }
    }

    fn unfit(&mut self, node: &Json<'a>, wanted: &str) {
        self.wrong(node, wanted);
    }
}

/// The advice for a value of the wrong shape.
fn as_wanted(found: &Raw<'_>, wanted: &str) -> String {
    match (found, wanted) {
        (Raw::Null, _) => format!("leave the key out, or say {wanted}"),
        (_, "a list") => "put it in brackets: `[…]`".to_owned(),
        (Raw::Number(_) | Raw::Boolean(_), "a text") => "put it in double quotes".to_owned(),
        (Raw::Text(_), "a number" | "`true` or `false`") => {
            format!("say {wanted}, without quotes")
        }
        (Raw::List(_), _) => format!("say {wanted}, without brackets"),
        _ => format!("say {wanted}"),
    }
}

pub(crate) fn raw<'a>(json: &Json<'a>) -> Raw<'a> {
    match &json.kind {
        JsonKind::Null => Raw::Null,
        JsonKind::Boolean(yes) => Raw::Boolean(*yes),
        JsonKind::Number(digits) => Raw::Number(digits),
        JsonKind::Text(text) => Raw::Text(text.clone()),
        JsonKind::List(elements) => Raw::List(
            elements
                .iter()
                .map(|element| Spanned::new(raw(element), element.span))
                .collect(),
        ),
        JsonKind::Object(_) => Raw::Object,
    }
}
