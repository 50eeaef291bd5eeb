//! Where in a contract a line of the ledger belongs. It is written out only when it is shown.

use std::borrow::Cow;
use std::fmt;

use serde::{Serialize, Serializer};

use crate::language::object::CONTRACT;

/// A JSON pointer into the contract: `list/index/member/element`, of which only the first must be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LedgerPath {
    list: Cow<'static, str>,
    index: Option<u32>,
    member: &'static str,
    element: Option<u32>,
}

impl LedgerPath {
    /// An element of a list.
    #[inline]
    pub(crate) fn element(list: impl Into<Cow<'static, str>>, index: usize) -> Self {
        Self {
            list: list.into(),
            index: Some(number(index)),
            member: "",
            element: None,
        }
    }

    /// Its place among all paths: that of its parts in the contract, and of its elements in their lists. What is no
    /// part of a contract comes first.
    pub(crate) fn position(&self) -> Vec<usize> {
        let path = self.to_string();
        let mut objects = [Some(&CONTRACT), None];
        let place = |step: &str| {
            if let Ok(index) = step.parse() {
                return index;
            }
            let members = objects.into_iter().flatten();
            let members = members.flat_map(|object| object.members);
            let found = (1..).zip(members).find(|(_, member)| member.long == step);
            objects = found.map_or([None, None], |(_, member)| member.holds.objects());
            found.map_or(0, |(at, _)| at)
        };
        path.split('/').skip(1).map(place).collect()
    }

    /// Its member with this name.
    #[inline]
    pub(crate) const fn member(mut self, name: &'static str) -> Self {
        self.member = name;
        self
    }

    /// The same in the group of this index: its parts stand in it without the levels of a contract.
    pub(crate) fn within_group(&self, index: usize) -> Self {
        let path = self.to_string();
        let part = path.splitn(3, '/').nth(2).unwrap_or_default();
        Cow::Owned::<'static, str>(format!("/constraints/groups/{index}/{part}")).into()
    }

    /// An element of that member, where it is a list.
    pub(crate) fn at(mut self, element: Option<usize>) -> Self {
        self.element = element.map(number);
        self
    }
}

/// A place in a list; lists are capped far below this.
fn number(place: usize) -> u32 {
    u32::try_from(place).unwrap_or(u32::MAX)
}

impl From<Cow<'static, str>> for LedgerPath {
    fn from(list: Cow<'static, str>) -> Self {
        Self {
            list,
            index: None,
            member: "",
            element: None,
        }
    }
}

impl From<&'static str> for LedgerPath {
    #[inline]
    fn from(path: &'static str) -> Self {
        Self {
            list: Cow::Borrowed(path),
            index: None,
            member: "",
            element: None,
        }
    }
}

impl From<String> for LedgerPath {
    fn from(path: String) -> Self {
        Cow::<'static, str>::Owned(path).into()
    }
}

impl fmt::Display for LedgerPath {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.list)?;
        if let Some(index) = self.index {
            write!(formatter, "/{index}")?;
        }
        if !self.member.is_empty() {
            write!(formatter, "/{}", self.member)?;
        }
        match self.element {
            Some(element) => write!(formatter, "/{element}"),
            None => Ok(()),
        }
    }
}

impl Serialize for LedgerPath {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::LedgerPath;

    #[test]
    fn comes_in_the_order_of_the_contract() {
        let filter = |index| LedgerPath::element("/constraints/filters", index);
        let paths = [
            LedgerPath::from("/parts/0"),
            LedgerPath::from("/intent/output_type"),
            LedgerPath::from("/grounding/target_types/0"),
            filter(2),
            filter(2).member("value").at(Some(1)),
            LedgerPath::from("/constraints/filters/3/any_of/0/1/operator"),
            LedgerPath::from("/constraints/filters/3/any_of/1/0/field"),
            filter(10),
            LedgerPath::from("/constraints/sort/0/order"),
            LedgerPath::from("/graph_params"),
        ];
        assert!(paths.is_sorted_by_key(LedgerPath::position));
    }

    #[test]
    fn is_a_pointer() {
        let filter = LedgerPath::element("/constraints/filters", 2);
        for (path, pointer) in [
            (LedgerPath::from("/graph_params"), "/graph_params"),
            (filter.clone(), "/constraints/filters/2"),
            (
                filter.clone().member("value"),
                "/constraints/filters/2/value",
            ),
            (
                filter.member("value").at(Some(1)),
                "/constraints/filters/2/value/1",
            ),
        ] {
            assert_eq!(path.to_string(), pointer);
            assert_eq!(serde_json::to_value(&path).unwrap(), pointer);
        }
    }
}
