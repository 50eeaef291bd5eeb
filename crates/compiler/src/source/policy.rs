//! `policy` as written: class of finding → what it leads to, and which rows may be seen.

use cmec_decoder::tables::{FindingClass, PolicyAction};

use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use super::rows::{self, PRINCIPALS, PrincipalSource, ROWS, TypeRowsSource};
use crate::finding::Spanned;
use crate::words;

/// Keys of a rule in its long form.
pub(crate) const RULE_KEYS: &[&str] = &["action", "fields"];
/// Rules in file order.
#[derive(Debug, Default)]
pub(crate) struct PolicySource {
    pub(crate) rules: Vec<RuleSource>,
    pub(crate) principals: Vec<PrincipalSource>,
    pub(crate) rows: Vec<TypeRowsSource>,
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
    keys.extend([PRINCIPALS, ROWS].iter().filter(|_| of_domain));
    let map = r.keyed(node, "`policy`", &keys);
    let of_domain = |key: &str| map.get(key).filter(|_| of_domain);
    let principals = rows::principals(of_domain(PRINCIPALS), r);
    let rows = rows::rows(of_domain(ROWS), r);
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
    PolicySource {
        rules,
        principals,
        rows,
    }
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
