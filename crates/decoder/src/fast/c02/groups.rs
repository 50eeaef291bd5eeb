//! Groups in one pass.

use crate::blank::is_blank;
use crate::contract::Group;
use crate::fast::all_differ;
use crate::fast::c02::keys::{Key, Keys};
use crate::read::json::cursor::Cursor;
use crate::resolve::Resolver;

impl<'a> Resolver<'a> {
    /// The types of all groups allow fields. Here a group knows those before it and its own, which are fewer; a field
    /// of another ends the reading.
    pub(super) fn c02_groups(
        &mut self,
        cursor: &mut Cursor<'a>,
        typed: bool,
    ) -> Option<Vec<Group<'a>>> {
        let mut index = 0;
        let groups = cursor.list(|cursor| {
            index += 1;
            self.c02_group(cursor, index - 1)
        })?;
        let within = groups.len() <= self.most_elements();
        (within && all_differ(&groups, |group| &group.name)).then_some(())?;
        let typed = typed
            || groups
                .iter()
                .all(|group| !group.grounding.target_types.is_empty());
        typed.then_some(groups)
    }

    fn c02_group(&mut self, cursor: &mut Cursor<'a>, group: usize) -> Option<Group<'a>> {
        let mut name = None;
        let (mut target_types, mut filters) = (Vec::new(), Vec::new());
        cursor.object(Keys::GROUP, |cursor, key| {
            match key {
                Key::N => name = Some(cursor.string()?),
                // Its filters are held against its types.
                Key::Tg if filters.is_empty() => {
                    target_types = cursor.list(|cursor| self.c02_type(cursor))?;
                    (target_types.len() <= self.most_elements()).then_some(())?;
                }
                // No type at all allows every field, which a later group can change.
                Key::Flt if self.about.limits() => {
                    let intent = self.about_group(&target_types, false);
                    let said = self.c02_filters(cursor, Some(group));
                    self.about_again(intent);
                    (_, filters) = said?;
                }
                _ => return None,
            }
            Some(())
        })?;
        let name = name.filter(|name| !is_blank(name))?;
        let mut group = Group {
            name,
            filters,
            ..Group::default()
        };
        group.grounding.target_types = target_types;
        Some(group)
    }
}
