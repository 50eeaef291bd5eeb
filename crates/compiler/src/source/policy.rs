//! `policy` as written: class of finding → what it leads to, and the filters that are always added.

use cmec_decoder::language::Operator;
use cmec_decoder::tables::{AlwaysFilter, FindingClass, PolicyAction};

use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use crate::finding::{Place, Spanned};
use crate::words;

/// Keys of a rule in its long form.
pub(crate) const RULE_KEYS: &[&str] = &["action", "fields"];
/// Key of the filters that are always added; a domain has it, the core has no fields.
pub(crate) const ALWAYS: &str = "always";
/// Keys of a filter that is always added.
pub(crate) const ALWAYS_KEYS: &[&str] = &["field", "operator", "value"];

/// Rules in file order.
#[derive(Debug, Default)]
pub(crate) struct PolicySource {
    pub(crate) rules: Vec<RuleSource>,
    pub(crate) always: Vec<AlwaysSource>,
}

/// A filter that is always added.
#[derive(Debug)]
pub(crate) struct AlwaysSource {
    pub(crate) place: Place,
    pub(crate) field: Spanned<String>,
    pub(crate) operator: Spanned<Operator>,
    pub(crate) values: Vec<Spanned<String>>,
}

impl AlwaysSource {
    /// The filter as it is written.
    pub(crate) fn filter(&self) -> AlwaysFilter {
        AlwaysFilter {
            field: self.field.value.clone().into(),
            operator: self.operator.value,
            values: (self.values.iter())
                .map(|value| value.value.clone().into())
                .collect(),
        }
    }
}

/// One rule.
#[derive(Debug)]
pub(crate) struct RuleSource {
    pub(crate) class: FindingClass,
    pub(crate) action: Spanned<PolicyAction>,
    /// Paths of the fields it is for; empty: all.
    pub(crate) fields: Vec<Spanned<String>>,
}

/// `of_domain`: whether it is the policy of a domain, which has fields, and not of the core.
pub(crate) fn read(node: Option<&Node>, of_domain: bool, r: &mut NodeReader<'_>) -> PolicySource {
    let Some(node) = node else {
        return PolicySource::default();
    };
    let classes = words::of();
    let mut keys = words::names(&classes);
    keys.extend(of_domain.then_some(ALWAYS));
    let map = r.keyed(node, "`policy`", &keys);
    let items = r.items(map.get(ALWAYS).filter(|_| of_domain), "`always`");
    let always = items.iter().filter_map(|item| always(item, r)).collect();
    let mut rules = Vec::new();
    for (key, value) in r.named(Some(node), "`policy`") {
        // An unknown class is already reported as an unknown key.
        let Some((_, class)) = classes.iter().find(|(name, _)| *name == key.value) else {
            continue;
        };
        match &value.kind {
            NodeKind::List(items) => {
                rules.extend(items.iter().filter_map(|item| rule(*class, item, r)))
            }
            _ => rules.extend(rule(*class, value, r)),
        }
    }
    PolicySource { rules, always }
}

fn always(node: &Node, r: &mut NodeReader<'_>) -> Option<AlwaysSource> {
    let map = r.keyed(node, "a filter of `always`", ALWAYS_KEYS);
    let field = r.required_text(&map, "field");
    let operator = r.required_word(&map, "operator", &words::of());
    let values = match map.get("value") {
        None => Vec::new(),
        Some(value) => match &value.kind {
            NodeKind::List(_) => r.texts(Some(value), "`value` of a filter of `always`"),
            _ => r
                .text(value, "`value` of a filter of `always`")
                .into_iter()
                .collect(),
        },
    };
    Some(AlwaysSource {
        place: node.place,
        field: field?,
        operator: operator?,
        values,
    })
}

fn rule(class: FindingClass, node: &Node, r: &mut NodeReader<'_>) -> Option<RuleSource> {
    if let NodeKind::Scalar { .. } = node.kind {
        let action = r.word(node, "a policy", &words::of())?;
        return Some(RuleSource {
            class,
            action,
            fields: Vec::new(),
        });
    }
    let map = r.keyed(node, "a policy rule", RULE_KEYS);
    let action = r.required_word(&map, "action", &words::of());
    let fields = r.texts(map.get("fields"), "`fields` of a policy rule");
    Some(RuleSource {
        class,
        action: action?,
        fields,
    })
}
