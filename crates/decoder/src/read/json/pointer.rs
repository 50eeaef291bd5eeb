//! Access to a JSON tree: members by key, values by pointer, pointers by span.

use crate::contract::Str;
use crate::read::json::tree::{Json, JsonKind};
use crate::span::Span;

impl<'a> Json<'a> {
    /// The first member of an object with this key.
    pub(crate) fn member(&self, key: &str) -> Option<&Self> {
        let JsonKind::Object(members) = &self.kind else {
            return None;
        };
        let found = members.iter().find(|member| member.key.value == key);
        found.map(|member| &member.value)
    }

    /// The first member of an object with this key, mutable.
    pub(crate) fn member_mut(&mut self, key: &str) -> Option<&mut Json<'a>> {
        let JsonKind::Object(members) = &mut self.kind else {
            return None;
        };
        let found = members.iter_mut().find(|member| member.key.value == key);
        found.map(|member| &mut member.value)
    }

    pub(crate) const fn as_text(&self) -> Option<&Str<'a>> {
        match &self.kind {
            JsonKind::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value at a JSON pointer (RFC 6901).
    pub(crate) fn at(&self, pointer: &str) -> Option<&Self> {
        let mut node = self;
        for step in pointer.split('/').skip(1) {
            node = match &node.kind {
                JsonKind::Object(_) => node.member(&step.replace("~1", "/").replace("~0", "~"))?,
                // Each position has one spelling: no leading zeros, no sign.
                JsonKind::List(elements) if !step.starts_with(['0', '+']) || step == "0" => {
                    elements.get(step.parse::<usize>().ok()?)?
                }
                _ => return None,
            };
        }
        Some(node)
    }

    /// The JSON pointer (RFC 6901) of the smallest value or member that contains `span`; the root has the empty
    /// pointer. In SQL, a list with one item has the same span as the item, and the item is meant.
    pub(crate) fn pointer_to(&self, span: Span) -> String {
        let mut pointer = String::new();
        let mut node = self;
        loop {
            let step = match &node.kind {
                JsonKind::Object(members) => members
                    .iter()
                    .find(|member| {
                        member.key.span.contains(span) || member.value.span.contains(span)
                    })
                    .map(|member| (escape_pointer(&member.key.value), &member.value)),
                JsonKind::List(elements) => elements
                    .iter()
                    .enumerate()
                    .find(|(_, element)| element.span.contains(span))
                    .map(|(index, element)| (index.to_string(), element)),
                _ => None,
            };
            match step {
                Some((name, child)) => {
                    pointer.push('/');
                    pointer.push_str(&name);
                    node = child;
                }
                _ => return pointer,
            }
        }
    }
}

fn escape_pointer(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
