//! The query texts of 1C as texts: a grammar reads them, and each name that it sees is one that the configuration has.
#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::string_slice,
    clippy::disallowed_methods,
    reason = "a test panics on failure and reads files"
)]

mod names;
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use tree_sitter::{Node, Parser};

use crate::names::{ACCOUNTING, Objects};

/// Units of time, which the grammar takes for names.
const UNITS: &[&str] = &["ГОД", "КВАРТАЛ", "МЕСЯЦ", "НЕДЕЛЯ", "ДЕНЬ", "Месяц", "Авто"];

/// How many parameters the virtual tables of a register have, as the platform documents them.
const PARAMETERS: &[(&str, usize)] = &[
    ("Остатки", 4),
    ("Обороты", 8),
    ("ОстаткиИОбороты", 7),
    ("ДвиженияССубконто", 5),
];

type Rewriting = fn(&str) -> String;

/// Legal forms that the grammar refuses; each is written so that it takes it, and no line moves.
const REFUSED: &[(&str, Rewriting)] = &[
    (
        "ВЫБРАТЬ 1 ИЗ РегистрБухгалтерии.Хозрасчетный.Остатки(&М, А = 1, , Б = 2, ) КАК О",
        omitted_arguments,
    ),
    (
        "ВЫБРАТЬ 1 ГДЕ (А, Б) В (ВЫБРАТЬ Т.А, Т.Б ИЗ Справочник.Валюты КАК Т)",
        tuples,
    ),
    (
        "ВЫБРАТЬ ВЫРАЗИТЬ(А КАК Справочник.Валюты).Код",
        fields_of_casts,
    ),
];

/// An argument of a virtual table that is left out.
fn omitted_arguments(text: &str) -> String {
    let mut out = String::new();
    let mut before = ' ';
    for letter in text.chars() {
        let is_omitted =
            (before == ',' && matches!(letter, ',' | ')')) || (before, letter) == ('(', ',');
        if is_omitted {
            out.push_str("НЕОПРЕДЕЛЕНО");
        }
        out.push(letter);
        before = if letter.is_whitespace() {
            before
        } else {
            letter
        };
    }
    out
}

/// Several values held against the rows of a query: as arguments of a function.
fn tuples(text: &str) -> String {
    let mut out = text.to_owned();
    for (end, _) in text.rmatch_indices(") В") {
        let mut depth = 0;
        let start = text[..=end].rfind(|letter| {
            depth += match letter {
                ')' => 1,
                '(' => -1,
                _ => 0,
            };
            depth == 0
        });
        let start = start.unwrap();
        if !text[..start].ends_with(char::is_alphanumeric) {
            out.insert_str(start, "Вместе");
        }
    }
    out
}

/// A field of what is cast to a table: as a field of the table.
fn fields_of_casts(text: &str) -> String {
    let mut parts = text.split(").");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_alphanumeric());
        let (field, rest) = part.split_at(end.unwrap_or(part.len()));
        out += &format!(".{field}){rest}");
    }
    out
}

fn accepted(text: &str) -> String {
    REFUSED
        .iter()
        .fold(text.to_owned(), |text, (_, written)| written(&text))
}

/// The names that the grammar sees, each with its line, and tables that have too many parameters; `None`: it refuses the text.
fn seen(text: &str) -> Option<BTreeSet<(usize, String)>> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_bsl::SDBL_LANGUAGE.into())
        .unwrap();
    let tree = parser.parse(text, None).unwrap();
    let mut names = BTreeSet::new();
    let mut nodes: Vec<Node<'_>> = vec![tree.root_node()];
    while let Some(node) = nodes.pop() {
        let is_name = match node.kind() {
            "dotted_identifier" => true,
            "identifier" => !matches!(
                node.parent().unwrap().kind(),
                "dotted_identifier"
                    | "field_alias"
                    | "source_alias"
                    | "function_call"
                    | "parameter"
            ),
            _ => false,
        };
        if is_name {
            let name = node.utf8_text(text.as_bytes()).unwrap();
            names.insert((node.start_position().row + 1, name.to_owned()));
        }
        if node.kind() == "virtual_table_parameters" {
            let table = node.prev_sibling().unwrap();
            let table = table.utf8_text(text.as_bytes()).unwrap();
            let list = node
                .named_child(0)
                .filter(|list| list.kind() == "expression_list");
            let given = list.unwrap_or(node).named_child_count();
            let most = PARAMETERS
                .iter()
                .find(|(own, _)| table.rsplit('.').next() == Some(own));
            if most.is_none_or(|(_, most)| given > *most) {
                names.insert((node.start_position().row + 1, format!("{table} of {given}")));
            }
        }
        nodes.extend(node.children(&mut node.walk()));
    }
    (!tree.root_node().has_error()).then_some(names)
}

/// What is wrong with a text, each with its line.
fn wrong(text: &str) -> Vec<String> {
    let written = accepted(text);
    let Some(seen) = seen(&written) else {
        return vec!["it is no query".to_owned()];
    };
    let names = Objects::accounting().names(&written);
    let known = names.iter().filter(|name| name.asked.is_some());
    let known: BTreeSet<(usize, &str)> =
        known.map(|name| (name.line, name.word.as_str())).collect();
    seen.iter()
        .filter(|(line, name)| !known.contains(&(*line, name)) && !UNITS.contains(&name.as_str()))
        .map(|(line, name)| format!("{line}: `{name}`"))
        .collect()
}

/// What a base must have for a text: tables, and their fields that are not the platform's.
fn asked(text: &str) -> BTreeSet<String> {
    let names = Objects::accounting().names(text).into_iter();
    names.filter_map(|name| name.asked).flatten().collect()
}

/// The file that `cmec doctor` knows the names of each template by.
const NAMES: &str = "names.txt";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../codebook/address/queries")
}

/// The texts by their names.
fn texts() -> BTreeMap<String, String> {
    let files = fs::read_dir(folder())
        .unwrap()
        .map(|file| file.unwrap().path());
    let files = files.filter(|path| !path.ends_with(NAMES));
    let texts = files.map(|path| {
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        (name, fs::read_to_string(path).unwrap())
    });
    texts.collect()
}

#[test]
fn each_name_of_the_texts_is_on_the_list() {
    let texts = texts();
    let wrong: Vec<String> = (texts.iter())
        .flat_map(|(name, text)| {
            wrong(text)
                .into_iter()
                .map(move |why| format!("{name}:{why}"))
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{}\nhelp: codebook/address/objects.txt",
        wrong.join("\n")
    );
    for (name, text) in &texts {
        assert_eq!(asked(text), asked(&accepted(text)), "{name}");
    }
}

#[test]
fn the_file_of_names_is_that_of_the_texts() {
    let mut written = String::from(
        "# What a base must have for each template. Written by `cargo test -p cmec-executor --test query_names`.\n",
    );
    let catalogue = cmec_executor::generated::builtin("address").unwrap();
    for template in catalogue.address.as_ref().unwrap().templates.iter() {
        let texts = std::iter::once(&template.query).chain(&template.query_asc);
        let asked: BTreeSet<String> = texts.flat_map(|text| asked(text)).collect();
        written += &format!("{} {}\n", template.name, Vec::from_iter(asked).join(" "));
    }
    let path = folder().join(NAMES);
    if std::env::var("SNAPSHOTS").is_ok_and(|how| how == "overwrite") {
        fs::write(&path, &written).unwrap();
    }
    let found = fs::read_to_string(path).unwrap_or_default();
    assert!(
        found == written,
        "help: SNAPSHOTS=overwrite cargo test -p cmec-executor --test query_names"
    );
}

#[test]
fn the_grammar_refuses_these_forms_alone() {
    for (text, written) in REFUSED {
        assert_eq!(seen(text), None, "it is taken now: {text}");
        assert!(seen(&written(text)).is_some(), "{}", written(text));
    }
}

#[test]
fn a_name_that_is_wrong_is_told_with_its_line() {
    let texts = texts();
    for (text, from, to, expected) in [
        (
            "bank_docs.1c",
            "Списание.СчетБанк.Код",
            "Списание.СчетБанка.Код",
            "19: `Списание.СчетБанка.Код`",
        ),
        (
            "bank_docs.1c",
            "Документ.СписаниеСРасчетногоСчета КАК",
            "Документ.Списание КАК",
            "25: `Документ.Списание`",
        ),
        (
            "movements.1c",
            "Активность = ИСТИНА",
            "Активен = ИСТИНА",
            "32: `Активен`",
        ),
        (
            "bank_docs.1c",
            "Документ.СписаниеСРасчетногоСчета.РасшифровкаПлатежа",
            "Справочник.Валюты",
            "20: `Части.СуммаПлатежа`",
        ),
        (
            "movements.1c",
            "ВидСчета.Активный",
            "ВидСчета.Действующий",
            "14: `ВидСчета.Действующий`",
        ),
        (
            "open_contracts.1c",
            "Договоры",
            "Соглашения",
            "14: `Справочник.СоглашенияКонтрагентов.Дата`",
        ),
        (
            "open_contracts.1c",
            "\tХозрасчетный.СуммаОстатокКт",
            "\tХозрасчетный.СуммаСальдоКт",
            "18: `Хозрасчетный.СуммаСальдоКт`",
        ),
        (
            "open_contracts.1c",
            "\tСубконто2 ССЫЛКА",
            "\tСубконто4 ССЫЛКА",
            "46: `Субконто4`",
        ),
        (
            "account_totals.1c",
            "\t\t\t,\n\t\t\t) КАК",
            "\t\t\t,\n\t\t\t,\n\t\t\t) КАК",
            "9: `РегистрБухгалтерии.Хозрасчетный.ОстаткиИОбороты of 8`",
        ),
        (
            "account_totals.1c",
            "ОстаткиИОбороты",
            "ОстаткиОбороты",
            "9: `РегистрБухгалтерии.Хозрасчетный.ОстаткиОбороты`",
        ),
    ] {
        let changed = texts[text].replacen(from, to, 1);
        let wrong = wrong(&changed);
        assert!(
            wrong.iter().any(|why| why == expected),
            "{text} {expected}: {wrong:?}"
        );
    }
    assert_eq!(wrong("ВЫБРАТЬ 1 ИЗ"), ["it is no query"]);
}

#[test]
fn what_a_base_is_asked_is_named_as_in_its_metadata() {
    let text = "ВЫБРАТЬ О.Счет.Валютный, О.СуммаОстатокДт, Ч.СуммаПлатежа, К.СрокОплатыПокупателей, В.Договор.Организация.ИНН
        ИЗ РегистрБухгалтерии.Хозрасчетный.Остатки(, Валюта = &В) КАК О, Константы КАК К,
        Документ.СписаниеСРасчетногоСчета.РасшифровкаПлатежа КАК Ч,
        (ВЫБРАТЬ С.ДоговорКонтрагента КАК Договор ИЗ Документ.СписаниеСРасчетногоСчета КАК С) КАК В";
    assert_eq!(
        Vec::from_iter(asked(text)),
        [
            "Документ.СписаниеСРасчетногоСчета",
            "Документ.СписаниеСРасчетногоСчета.ДоговорКонтрагента",
            "Документ.СписаниеСРасчетногоСчета.РасшифровкаПлатежа.СуммаПлатежа",
            "Константа.СрокОплатыПокупателей",
            "ПланСчетов.Хозрасчетный",
            "ПланСчетов.Хозрасчетный.Валютный",
            "РегистрБухгалтерии.Хозрасчетный",
            "РегистрБухгалтерии.Хозрасчетный.Валюта",
            "РегистрБухгалтерии.Хозрасчетный.Сумма",
            "Справочник.Валюты",
            "Справочник.ДоговорыКонтрагентов",
            "Справочник.ДоговорыКонтрагентов.Организация",
            "Справочник.Организации",
            "Справочник.Организации.ИНН",
        ]
    );
}

#[test]
fn each_line_of_the_list_has_a_source_and_its_tables_are_there() {
    let lines = ACCOUNTING
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(" | ").collect()).collect();
    let objects: BTreeSet<&str> = lines.iter().map(|line| line[0]).collect();
    let mut names = BTreeSet::new();
    for line in &lines {
        let [object, fields, source] = line[..] else {
            panic!("it has not three columns: {line:?}");
        };
        assert!(!source.is_empty(), "{line:?}");
        for field in fields.split(' ') {
            let (name, of) = field.split_once(':').unwrap_or((field, ""));
            assert!(of.is_empty() || objects.contains(of), "{object}: {field}");
            assert!(
                names.insert((object, name)),
                "it stands twice: {object} {name}"
            );
        }
    }
}
