//! `policy` as written: class of finding → action, and row-level security.

use cmec_decoder::tables::{FindingClass, PolicyAction};

use super::form::Form;
use super::key::{Holds, Keys, keys};
use super::node::{Node, NodeKind};
use super::node_reader::NodeReader;
use super::rows::{self, PrincipalSource, TypeRowsSource};
use crate::finding::Spanned;
use crate::words;

keys! {
    /// Classes of findings.
    CLASSES {
        /// The text is not SQL, JSON or a tool call.
        "syntax": RULES,
        /// A key is said twice.
        "duplicate_key": RULES,
        /// A key is not one of the notation.
        "unknown_key": RULES,
        /// A value is not of the JSON type its key has.
        "shape": RULES,
        /// A code, a name or a word is not registered.
        "unknown_code": RULES,
        /// A field does not belong where it is said.
        "illegal_field": RULES,
        /// An operator does not fit its field.
        "illegal_operator": RULES,
        /// A value does not fit its field.
        "illegal_value": RULES,
        /// More is asked for than `limits` allow.
        "over_cap": RULES,
        /// Two parts of an intent exclude each other.
        "conflict": RULES,
        /// A part that the scenario needs is not said.
        "missing_part": RULES,
        /// A part is said that the scenario does not take.
        "forbidden_part": RULES,
    }

    /// Keys of a rule in its long form.
    RULE {
        /// What a finding of this class leads to: `reject` or `clarify`.
        Required "action": Holds::Words(words::all::<PolicyAction>),
        /// Paths of the fields it is for. Default: all.
        "fields": Holds::List(&Holds::Text),
    }
}

/// One rule or several.
const RULES: Holds = {
    const ACTION: Holds = Holds::Words(words::all::<PolicyAction>);
    const ONE: Holds = Holds::Shared(
        "rule",
        &Holds::Either(&[ACTION, Holds::Keyed(Keys(&[RULE]))]),
    );
    Holds::Shared("rules", &Holds::Either(&[ONE, Holds::NonEmpty(&ONE)]))
};

/// Rules in file order.
#[derive(Debug, Default)]
pub(crate) struct PolicySource {
    pub(crate) rules: Vec<RuleSource>,
    pub(crate) principals: Vec<PrincipalSource>,
    pub(crate) rows: Vec<TypeRowsSource>,
}

#[derive(Debug)]
pub(crate) struct RuleSource {
    pub(crate) class: FindingClass,
    pub(crate) action: Spanned<PolicyAction>,
    /// Paths of the fields it applies to; all fields if empty.
    pub(crate) fields: Vec<Spanned<String>>,
}

/// `keys`: the keys of a domain, which has fields and rows, or of the core.
pub(crate) fn read(node: Option<&Node>, keys: Keys, r: &mut NodeReader<'_>) -> PolicySource {
    let Some(node) = node else {
        return PolicySource::default();
    };
    let classes = words::of();
    let map = r.keyed(node, "`policy`", keys);
    let own = |key: &str| {
        map.get(key)
            .filter(|_| keys.all().any(|known| known.name == key))
    };
    let principals = Form::all(own("principals"), "`principals`", r);
    let rows = rows::rows(own("rows"), r);
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
    let map = r.keyed(node, "a policy rule", Keys(&[RULE]));
    let action = map.get("action");
    let action = action.and_then(|node| r.word(node, map.called("action"), &words::of()));
    let fields = r.texts(map.get("fields"), "`fields` of a policy rule");
    Some(RuleSource {
        class,
        action: action?,
        fields,
    })
}
