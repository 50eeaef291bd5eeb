use super::*;

#[test]
fn a_limitation_has_a_text_and_a_sentence_in_each_language() {
    let value = || "a` {value}".to_owned();
    for (limitation, text, ru) in [
        (
            Limitation::RowsTruncated { most: 200 },
            "rows_truncated_to_limit: 200",
            "Показаны не все строки: не больше 200",
        ),
        (
            Limitation::AnchorAmbiguous {
                anchor: "counterparty".to_owned(),
                value: value(),
                count: 3,
            },
            "counterparty: `a` {value}` could be 3 elements",
            "Контрагент: «a` {value}» — подходящих в базе: 3",
        ),
        (
            Limitation::UnsupportedPart {
                part: "counterparty|contract".to_owned(),
                reason: Unsupported::NotSaid,
            },
            "counterparty|contract: required and not said",
            "Контрагент или Договор: нужно назвать",
        ),
        (
            Limitation::EmptyPeriod {
                from: "2026-03-31".to_owned(),
                to: "2026-01-01".to_owned(),
            },
            "period: it begins on 2026-03-31 and ends on 2026-01-01",
            "Период начинается 31.03.2026, а кончается 01.01.2026",
        ),
        (
            Limitation::NextPageOutOfReach {
                why: Obstacle::OneMoment,
            },
            "next_page_out_of_reach: more rows have one moment than the server gives at once",
            "Строки есть ещё, но до следующей страницы не дойти (строк с одним временем больше, чем сервер отдаёт за раз)",
        ),
        (
            Limitation::of_code("all_organizations_together"),
            "all_organizations_together",
            "По всем организациям вместе",
        ),
        (
            Limitation::of_code("own_caveat"),
            "own_caveat",
            "own_caveat",
        ),
    ] {
        assert_eq!(limitation.text(), text);
        assert_eq!(limitation.sentence(Locale::Ru), ru);
        assert!(!limitation.sentence(Locale::Zh).is_empty());
        assert_eq!(serde_json::to_value(&limitation).unwrap(), text);
        // A reader of an envelope builds the same sentence.
        let LimitationData { code, values } = limitation.data();
        let value = |name: &str| values.get(name).cloned();
        let entry = Entry::named(code).unwrap();
        assert_eq!(entry.sentence(Locale::Ru, value), ru);
    }
}

#[test]
fn names_and_the_words_of_others_are_hidden() {
    let mut limitation = Limitation::AnchorNotOwned {
        anchor: "contract".to_owned(),
        value: "1".to_owned(),
        owner: "2".to_owned(),
    };
    limitation.hide();
    let hidden = "contract: `•••` is not among those of `•••`";
    assert_eq!(limitation.text(), hidden);
    let why = "pwd=1".to_owned();
    let mut limitation = Limitation::ServerRefused { why };
    limitation.hide();
    assert_eq!(limitation.text(), "the 1C server refused the query: •••");
}

#[test]
fn the_registry_is_whole() {
    for (at, entry) in registry::ENTRIES.iter().enumerate() {
        let same = |other: &&Entry| other.code == entry.code;
        assert_eq!(
            registry::ENTRIES.iter().position(|one| same(&one)),
            Some(at)
        );
        assert!(
            entry
                .what
                .iter()
                .chain(&entry.why)
                .chain(&entry.instead)
                .all(|text| !text.is_empty())
        );
        for template in entry.what.iter().chain([&entry.text]) {
            let names = template.split('{').skip(1);
            for name in names.map(|rest| rest.split('}').next().unwrap()) {
                assert!(
                    entry.fields.iter().any(|(own, _)| *own == name),
                    "{}: {name}",
                    entry.code
                );
            }
        }
    }
}
