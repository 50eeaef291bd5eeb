//! Groups in one pass.

use crate::contract::Group;
use crate::fast::{Fusing, all_differ};
use crate::read::json::cursor::{Key, Keys, Reader};
use crate::resolve::Resolver;
use crate::resolve::grounding::is_blank;

impl<'a> Resolver<'a> {
    /// The types of all groups allow fields. Here a group knows those before it and its own, which are fewer; a field
    /// of another is left to the longer way.
    pub(super) fn fused_groups(
        &mut self,
        reader: &mut Reader<'a>,
        into: &mut Fusing<'a>,
    ) -> Option<()> {
        let mut index = 0;
        let groups = reader.list(|reader| {
            index += 1;
            self.fused_group(reader, index - 1)
        })?;
        (groups.len() <= self.tables.limits.list_cap as usize
            && all_differ(&groups, |group| &group.name))
        .then_some(())?;
        let grounding = &into.contract.value.grounding;
        let typed = !grounding.target_types.is_empty() || !grounding.entity_list.is_empty();
        (typed || groups.iter().all(|group| !group.target_types.is_empty())).then_some(())?;
        into.contract.value.constraints.groups = groups;
        Some(())
    }

    fn fused_group(&mut self, reader: &mut Reader<'a>, group: usize) -> Option<Group<'a>> {
        let mut name = None;
        let (mut target_types, mut filters) = (Vec::new(), Vec::new());
        reader.object(Keys::GROUP, |reader, key| {
            match key {
                Key::N => name = Some(reader.string()?),
                // Its filters are held against its types.
                Key::Tg if filters.is_empty() => {
                    target_types = reader.list(|reader| self.fused_type(reader))?;
                    let cap = self.tables.limits.list_cap as usize;
                    (target_types.len() <= cap).then_some(())?;
                }
                // No type at all allows every field, which a later group can change.
                Key::Flt if self.about.limits() => {
                    let intent = self.about_group(&target_types, false);
                    let said = self.fused_filters(reader, Some(group));
                    self.about_again(intent);
                    filters = said?.filters;
                }
                _ => return None,
            }
            Some(())
        })?;
        let name = name.filter(|name| !is_blank(name))?;
        Some(Group {
            name,
            target_types,
            filters,
        })
    }
}
