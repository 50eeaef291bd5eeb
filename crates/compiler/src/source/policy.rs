//! `policy` as written: class of finding → what it leads to.

use cmec_decoder::tables::{FindingClass, PolicyAction};

use crate::finding::Spanned;
use crate::read::Reader;
use crate::words::{self, POLICY_ACTIONS, POLICY_CLASSES};
use crate::yaml::{Kind, Node};

/// Keys of a rule in its long form.
pub(crate) const RULE_KEYS: &[&str] = &["action", "fields"];

/// Rules in file order.
#[derive(Debug, Default)]
pub(crate) struct PolicySource {
    pub(crate) rules: Vec<RuleSource>,
}

/// One rule.
#[derive(Debug)]
pub(crate) struct RuleSource {
    pub(crate) class: FindingClass,
    pub(crate) action: Spanned<PolicyAction>,
    /// Paths of the fields it is for; empty: all.
    pub(crate) fields: Vec<Spanned<String>>,
}

pub(crate) fn read(node: Option<&Node>, r: &mut Reader<'_>) -> PolicySource {
    let Some(node) = node else {
        return PolicySource::default();
    };
    r.keyed(node, "`policy`", &words::names(POLICY_CLASSES));
    let mut rules = Vec::new();
    for (key, value) in r.named(Some(node), "`policy`") {
        // An unknown class is already reported as an unknown key.
        let Some((_, class)) = POLICY_CLASSES.iter().find(|(name, _)| *name == key.value) else {
            continue;
        };
        match &value.kind {
            Kind::List(items) => {
                rules.extend(items.iter().filter_map(|item| rule(*class, item, r)))
            }
            _ => rules.extend(rule(*class, value, r)),
        }
    }
    PolicySource { rules }
}

fn rule(class: FindingClass, node: &Node, r: &mut Reader<'_>) -> Option<RuleSource> {
    if let Kind::Scalar { .. } = node.kind {
        let action = r.word(node, "a policy", POLICY_ACTIONS)?;
        return Some(RuleSource {
            class,
            action,
            fields: Vec::new(),
        });
    }
    let map = r.keyed(node, "a policy rule", RULE_KEYS);
    let action = r.required_word(&map, "action", POLICY_ACTIONS);
    let fields = r.texts(map.get("fields"), "`fields` of a policy rule");
    Some(RuleSource {
        class,
        action: action?,
        fields,
    })
}
