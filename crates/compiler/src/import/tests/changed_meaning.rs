//! Imports of a new ontology version into a codebook in use, with its lock: a changed meaning gets a new code, removed
//! codes are reserved forever, and user additions stay. The result passes `check`.

use super::{ImportOutput, after_in, beside, errors, file, left, lines, request, turtle};
use crate::compile;
use crate::import::{ImportLock, LOCK, OmissionReason, Request, import};
use crate::source::files::SourceSet;

const BOOK: &str = "codebook.yaml";
const OVERLAY: &str = "overlay.yaml";

const FIRST: &str = "\
:Permit a owl:Class . :Person a owl:Class . :Clinic a owl:Class .
:expires rdfs:domain :Permit ; rdfs:range xsd:date .
:fee rdfs:domain :Permit ; rdfs:range xsd:decimal .
:holder a owl:ObjectProperty, owl:FunctionalProperty ; rdfs:domain :Permit ; rdfs:range :Person .
:name rdfs:domain :Person, :Clinic ; rdfs:range xsd:string .
";

/// The lock that `cmec compile` writes, with chosen aliases.
fn lock_of(sources: &SourceSet) -> String {
    let model = compile(sources).model.unwrap();
    let model = model.with_aliases(&|text| text.len());
    model.lock().artefact().text
}

/// An import with the lock of its codebook.
fn compiled(text: &str) -> (ImportOutput, String, Request) {
    let request = request("permits.ttl");
    let first = turtle(text, &request);
    let lock = lock_of(&beside(&first, &[]));
    (first, lock, request)
}

/// The next import with all files of the folder; it keeps to the lock.
fn next(
    text: &str,
    before: (&ImportOutput, &str, &Request),
    more: &[(&str, &str)],
) -> ImportOutput {
    let (first, lock, request) = before;
    let files: Vec<(&str, &str)> = more
        .iter()
        .copied()
        .chain([("codebook.lock", lock)])
        .collect();
    let imported = turtle(text, &after_in(&beside(first, &files), first, request));
    let found = errors(&beside(&imported, &files));
    assert_eq!(found, [""; 0], "{}", file(&imported, BOOK));
    // The lock of the next compilation is respected as well.
    let lock = lock_of(&beside(&imported, &files));
    let files: Vec<(&str, &str)> = more
        .iter()
        .copied()
        .chain([("codebook.lock", lock.as_str())])
        .collect();
    let found = errors(&beside(&imported, &files));
    assert_eq!(found, [""; 0], "{lock}");
    imported
}

fn line<'i>(imported: &'i ImportOutput, part: &str) -> &'i str {
    let found = lines(imported).into_iter().find(|line| line.contains(part));
    found.unwrap_or_else(|| panic!("{part}\n{}", file(imported, BOOK)))
}

#[test]
fn another_range_is_another_code() {
    let (first, lock, request) = compiled(FIRST);
    for (from, to, path, now) in [
        (
            "xsd:date ",
            "xsd:dateTime ",
            "permit.expires",
            "type: datetime",
        ),
        ("xsd:date ", "xsd:string ", "permit.expires", "type: string"),
        (
            ":range :Person",
            ":range :Clinic",
            "permit.holder",
            "reference: clinic",
        ),
        (
            ":ObjectProperty, owl:FunctionalProperty",
            ":ObjectProperty",
            "",
            "",
        ),
    ] {
        assert!(FIRST.contains(from), "{from}");
        let second = next(&FIRST.replace(from, to), (&first, &lock, &request), &[]);
        assert!(file(&second, BOOK).contains("\nreserved: ["), "{from}");
        if !path.is_empty() {
            let said = line(&second, &format!("path: {path},"));
            assert!(said.contains(now) && !said.starts_with("  F001"), "{said}");
            let told = left(&second, OmissionReason::MeaningChanged);
            assert_eq!(told.len(), 1, "{told:?}");
        }
        // A further import changes nothing.
        let lock = lock_of(&beside(&second, &[("codebook.lock", &lock)]));
        let third = next(&FIRST.replace(from, to), (&second, &lock, &request), &[]);
        assert_eq!(file(&third, BOOK), file(&second, BOOK));
    }
}

#[test]
fn a_changed_range_without_a_lock_is_another_code_too() {
    let (first, _, request) = compiled(FIRST);
    let text = FIRST.replace("xsd:date ", "xsd:dateTime ");
    let second = turtle(&text, &after_in(&beside(&first, &[]), &first, &request));
    let said = line(&second, "path: permit.expires");
    let code = |line: &str| line.split(':').next().map(str::to_owned);
    assert_ne!(code(line(&first, "path: permit.expires")), code(said));
}

#[test]
fn a_type_that_is_gone_is_reserved_and_comes_back_by_another_name() {
    let (first, lock, request) = compiled(FIRST);
    let without = FIRST
        .replace(":Person, :Clinic", ":Person")
        .replace(":Clinic a owl:Class .", "");
    let second = next(&without, (&first, &lock, &request), &[]);
    let reserved = file(&second, BOOK).lines().last().unwrap();
    assert!(reserved.contains("clinic"), "{reserved}");
    let lock = lock_of(&beside(&second, &[("codebook.lock", &lock)]));
    let third = next(FIRST, (&second, &lock, &request), &[]);
    assert!(line(&third, "clinic_2: ").contains("label: {en: clinic}"));
    let reserved = file(&third, BOOK).lines().last().unwrap();
    assert!(reserved.contains("clinic"), "{reserved}");
    // The same for a type reserved by hand.
    let by_hand = format!("{}\nreserved: [clinic, F001]\n", file(&first, BOOK));
    let files = [(BOOK, by_hand.as_str())];
    let previous = ImportLock::read(&SourceSet::from_texts(files), file(&first, LOCK)).unwrap();
    let again = turtle(
        FIRST,
        &Request {
            previous,
            ..request
        },
    );
    assert_eq!(errors(&beside(&again, &[])), [""; 0]);
    assert!(line(&again, "path: clinic_2.name").contains("type: string"));
}

#[test]
fn a_code_given_by_hand_stays() {
    let (first, lock, request) = compiled(FIRST);
    let request = Request {
        overwrite: true,
        ..request
    };
    let field = line(&first, "path: permit.expires");
    let code = field.trim().split(':').next().unwrap();
    let by_hand = file(&first, BOOK).replace(
        field,
        &field
            .replace(code, "F050")
            .replace("type: date,", "type: datetime,"),
    ) + &format!("\nreserved: [{code}]\n");
    let files = [(BOOK, by_hand.as_str()), ("codebook.lock", lock.as_str())];
    let sources = SourceSet::from_texts(files);
    assert_eq!(errors(&sources), [""; 0]);
    let text = FIRST.replace("xsd:date ", "xsd:dateTime ");
    let second = turtle(&text, &after_in(&sources, &first, &request));
    assert!(line(&second, "path: permit.expires").starts_with("  F050:"));
    assert!(file(&second, BOOK).ends_with(&format!("\nreserved: [{code}]\n")));
}

#[test]
fn what_hands_wrote_into_the_codebook_is_not_lost_without_a_word() {
    let (first, _, request) = compiled(FIRST);
    let mine = "  F900: {path: person.mine, type: string, label: {en: mine}}\n\nrelations:";
    for (from, to, lost) in [
        (
            "\nrelations:",
            mine,
            "move it to `overlay.yaml`, as `person.mine: {code: F900, …}`; no import writes that file",
        ),
        (
            "types:\n",
            "types:\n  mine: {label: {en: mine}}\n",
            "move it to `overlay.yaml`, under `types`; no import writes that file",
        ),
    ] {
        let text = file(&first, BOOK).replace(from, to);
        let sources = SourceSet::from_texts([(BOOK, text.as_str())]);
        let request = after_in(&sources, &first, &request);
        let bytes = format!("{}{FIRST}", super::PREFIXES);
        let finding = import(bytes.as_bytes(), &request).unwrap_err();
        assert_eq!((finding.id, finding.help.as_deref()), ("CB117", Some(lost)));
    }
}

/// An overlay with another language, a unit, groups, an alias and new elements.
const OVER: &str = "\
languages: [en, ru]
types:
  permit: {label: {ru: разрешение}}
  desk: {label: {en: desk, ru: стол}}
fields:
  permit.expires: {label: {ru: истекает}, groupable: true, alias: till, description: The last day.}
  permit.fee: {label: {ru: сбор}, unit: EUR}
  desk.number: {code: F900, type: integer, label: {en: number, ru: номер}}
relations:
  permit_desk: {code: R900, from: permit, to: desk, label: {en: desk, ru: стол}}
limits: {page_cap: 40}
reserved: [F899]
";

#[test]
fn what_people_write_lies_in_the_overlay_and_stays() {
    let (first, _, request) = compiled(FIRST);
    let files = [(OVERLAY, OVER)];
    let sources = beside(&first, &files);
    assert_eq!(errors(&sources), [""; 0]);
    let lock = lock_of(&sources);
    let model = compile(&sources).model.unwrap();
    let expires = model.tables().field_by_path("permit.expires").unwrap();
    let label = expires.labels.iter().find(|label| label.language == "ru");
    assert_eq!(label.unwrap().text, "истекает");
    assert!(expires.groupable);
    assert_eq!(
        (expires.alias.as_deref(), expires.description.as_ref()),
        (Some("till"), "The last day.")
    );
    let fee = model.tables().field_by_path("permit.fee").unwrap();
    assert_eq!(fee.unit.as_deref(), Some("EUR"));
    assert_eq!(
        model.tables().field_by_code("F900").unwrap().path,
        "desk.number"
    );
    assert!(model.tables().type_by_name("desk").is_some());
    assert!(model.tables().reserved.iter().any(|code| code == "F899"));
    // The next import does not reuse codes and names of the overlay, and loses none of it.
    let more = format!(
        "{FIRST} :Desk a owl:Class . :colour rdfs:domain :Desk, :Permit ; rdfs:range xsd:string ."
    );
    let second = next(&more, (&first, &lock, &request), &files);
    let text = file(&second, BOOK);
    for part in ["  F006: ", "path: desk_2.colour", "languages: [en, ru]"] {
        assert!(text.contains(part), "{part}\n{text}");
    }
    assert!(
        !text.contains("reserved:") && !text.contains("  desk: "),
        "{text}"
    );
    assert_eq!(
        second.report.codes_kept,
        first.report.fields + first.report.relations
    );
}

#[test]
fn an_overlay_of_what_is_not_there_is_a_finding() {
    let (first, ..) = compiled(FIRST);
    for (over, told) in [
        (
            "fields: {permit.expire: {unit: day}}",
            "CB119 the codebook has no field `permit.expire`",
        ),
        (
            "types: {permt: {label: {en: x}}}",
            "CB119 the codebook has no type `permt`",
        ),
        (
            "relations: {permit_holder_: {alias: x}}",
            "CB119 the codebook has no relation `permit_holder_`",
        ),
        (
            "fields: {permit.expires: {type: string}}",
            "CB119 `type` of the field `permit.expires` is what its code means",
        ),
        (
            "fields: {permit.mine: {code: F001, type: string, label: {en: x}}}",
            "CB119 the code `F001` is given already",
        ),
        (
            "fields: {F001: {groupable: true}}",
            "CB119 `F001` is the code of a field, and no name",
        ),
        ("feilds: {}", "CB010"),
        ("[a]", "CB012 `overlay.yaml` must be a map"),
    ] {
        let found = errors(&beside(&first, &[(OVERLAY, over)]));
        assert!(
            found.len() == 1 && found[0].starts_with(told),
            "{over} {found:?}"
        );
    }
    assert_eq!(
        errors(&beside(&first, &[(OVERLAY, "# nothing yet\n")])),
        [""; 0]
    );
}

#[test]
fn values_of_an_enum_have_words_in_the_overlay() {
    let text = ":T a owl:Class . :E a owl:Class ; owl:oneOf ( :u :v ) . :a rdfs:domain :T ; rdfs:range :E .";
    let first = turtle(text, &request("x.ttl"));
    let good =
        "languages: [en, ru]\nfields: {t.a: {label: {ru: а}, values: {u: {label: {ru: один}}}}}";
    assert_eq!(errors(&beside(&first, &[(OVERLAY, good)])), [""; 0]);
    let bad = "fields: {t.a: {values: {w: {label: {en: w}}}}}";
    assert_eq!(
        errors(&beside(&first, &[(OVERLAY, bad)])),
        ["CB119 the field `t.a` has no value `w`"]
    );
}

/// A property with the name of a field's alias is imported under another name.
#[test]
fn a_newcomer_leaves_an_alias_to_its_field() {
    let first = FIRST.replace(":fee ", ":feeAmount ");
    let (imported, lock, request) = compiled(&first);
    let alias = ["fee", "amount"].into_iter().find(|alias| {
        lock.lines().any(|line| {
            line.contains("permit.fee_amount") && line.contains(&format!("alias: {alias}"))
        })
    });
    let alias = alias.unwrap_or_else(|| panic!("{lock}"));
    let newcomer = format!("{first}:{alias} rdfs:domain :Permit ; rdfs:range xsd:string .\n");
    let second = next(&newcomer, (&imported, &lock, &request), &[]);
    line(&second, &format!("permit.{alias}_2"));
    assert_eq!(left(&second, OmissionReason::NameClash).len(), 1);
}
