//! References in texts: a navigation link of 1C, in Markdown with its presentation,
//! `[Представление](e1cib/data/Справочник.Имя?ref=…)`.

use crate::ports::codec::reference_types;
use crate::ports::raw_row::Reference;

const SCHEME: &str = "e1cib/data/";

/// Lengths of the groups of a unique id, and the order in which a link has them.
const GROUPS: [usize; 5] = [8, 4, 4, 4, 12];
const IN_LINK: [usize; 5] = [3, 4, 2, 1, 0];

/// Reads a cell.
pub(super) fn read(cell: &str) -> Option<Reference> {
    let inner = cell.strip_prefix('[')?.strip_suffix(')')?;
    // What is shown may itself look like a link; the last one is the cell's.
    let (presentation, link) = inner.rsplit_once("](")?;
    let (full, key) = link.strip_prefix(SCHEME)?.split_once("?ref=")?;
    Some(Reference {
        id: id(key)?,
        type_name: reference_types::of_full_name(full)?,
        presentation: presentation.to_owned(),
    })
}

/// The link to a reference; `None` where its type or its id is none of 1C's.
pub(super) fn to(reference: &Reference) -> Option<String> {
    let full = reference_types::full_name(&reference.type_name)?;
    let groups: Vec<&str> = reference.id.split('-').collect();
    let fits = groups.iter().map(|group| group.len()).eq(GROUPS);
    let hexadecimal = reference
        .id
        .bytes()
        .all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    let key: String = IN_LINK
        .iter()
        .filter_map(|group| groups.get(*group).copied())
        .collect();
    (fits && hexadecimal).then(|| format!("{SCHEME}{full}?ref={key}"))
}

/// The unique id of a link's key.
fn id(key: &str) -> Option<String> {
    if key.len() != GROUPS.iter().sum::<usize>()
        || !key.bytes().all(|byte| byte.is_ascii_hexdigit())
    {
        return None;
    }
    let mut groups = [""; 5];
    let mut rest = key;
    for group in IN_LINK {
        let (part, after) = rest.split_at_checked(*GROUPS.get(group)?)?;
        *groups.get_mut(group)? = part;
        rest = after;
    }
    Some(groups.join("-").to_lowercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINK: &str = "e1cib/data/Справочник.Контрагенты?ref=abcdef0123456789900011ea8d3a1b2c";

    #[test]
    fn a_link_and_a_reference_lead_to_each_other() {
        for presentation in ["ООО «Ромб»", "", "a](b) [c](e1cib/data/x?ref=1"] {
            let reference = Reference {
                id: "8d3a1b2c-11ea-9000-abcd-ef0123456789".to_owned(),
                type_name: "СправочникСсылка.Контрагенты".to_owned(),
                presentation: presentation.to_owned(),
            };
            assert_eq!(to(&reference).as_deref(), Some(LINK));
            assert_eq!(read(&format!("[{presentation}]({LINK})")), Some(reference));
        }
    }

    #[test]
    fn what_is_no_link_is_no_reference() {
        for cell in [
            "ООО «Ромб»",
            "[x]()",
            "[x](https://e1cib/data/Справочник.А?ref=1)",
            "[x](e1cib/data/Справочник.А?ref=8d3a)",
            "[x](e1cib/data/Отчет.А?ref=abcdef0123456789900011ea8d3a1b2c)",
            "[x](e1cib/data/Справочник.А?ref=яяяяяяяяяяяяяяяя)",
        ] {
            assert_eq!(read(cell), None, "{cell}");
        }
        let nameless = Reference {
            id: "party".to_owned(),
            type_name: "СправочникСсылка.Контрагенты".to_owned(),
            presentation: String::new(),
        };
        assert_eq!(to(&nameless), None);
    }
}
