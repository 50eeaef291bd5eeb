//! The same codebook gives the same bytes, in any order of files and at every compilation.

use super::shipped::folder;
use super::{CODEBOOK, sources, town};
use crate::artefact::Artefact;
use crate::emit::{card, emit, emit_builtin, emit_core_schemas};
use crate::report::drawing::render;
use crate::resolve::checked::Checked;
use crate::{BUILTIN_CORE, Colour, EmitKind, SourceSet, compile, diff};

/// Number of file orders to try.
const ORDERS: u64 = 4;

type Files = Vec<(String, String)>;

/// The files in a pseudo-random order that depends only on the number.
fn shuffled(mut files: Files, number: u64) -> Files {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    for last in (1..files.len()).rev() {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let other = usize::try_from(state % (last as u64 + 1)).unwrap();
        files.swap(last, other);
    }
    files
}

/// Every text that can be generated from a codebook.
fn everything(checked: &Checked) -> Vec<Artefact> {
    let own = EmitKind::ALL.iter().flat_map(|kind| emit(checked, *kind));
    let tables = checked.tables();
    let cards = (tables.types.iter()).flat_map(|ty| {
        (tables.languages.iter()).map(|language| Artefact {
            path: format!("{}.{language}", ty.name),
            text: card(checked.tables(), checked.catalogue(), language, &[&ty.name]).unwrap(),
        })
    });
    own.chain(emit_builtin(checked))
        .chain(emit_core_schemas())
        .chain([checked.lock().artefact()])
        .chain(cards)
        .collect()
}

/// A shipped codebook as texts: its files, lock and queries.
#[allow(clippy::disallowed_methods, reason = "the files have to be read")]
pub(super) fn shipped(domain: &str) -> Files {
    let mut files = vec![("core.yaml".to_owned(), BUILTIN_CORE.to_owned())];
    for inside in ["", "queries/"] {
        let Ok(entries) = std::fs::read_dir(folder(domain).join(inside)) else {
            continue;
        };
        for entry in entries.map(Result::unwrap) {
            if entry.file_type().unwrap().is_file() {
                let name = format!("{inside}{}", entry.file_name().to_str().unwrap());
                files.push((name, std::fs::read_to_string(entry.path()).unwrap()));
            }
        }
    }
    files
}

fn same_in_any_order(domain: &str) {
    let files = shipped(domain);
    let model = |files: &Files| compile(&sources(files)).model.unwrap();
    let first = everything(&model(&files));
    assert!(first.len() > EmitKind::ALL.len());
    for number in 0..ORDERS {
        let files = shuffled(files.clone(), number);
        for (now, was) in everything(&model(&files)).iter().zip(&first) {
            assert_eq!(now, was, "{domain}, order {number}: {}", was.path);
        }
    }
}

/// One test per domain, so that they run in parallel.
mod every_artefact_is_the_same_in_any_order {
    macro_rules! of {
        ($($domain:ident)+) => {
            $(#[test]
            fn $domain() {
                super::same_in_any_order(stringify!($domain));
            })+

            #[test]
            fn no_domain_is_missing() {
                let tried = [$(stringify!($domain)),+];
                assert_eq!(super::super::shipped::DOMAINS, tried);
            }
        };
    }

    of! { address enterprise mind wine }
}

#[test]
fn every_finding_is_the_same_in_any_order() {
    let mut files = town();
    for (_, text) in &mut files {
        *text = text
            .replace("type: string", "type: strnig")
            .replace("park.owner", "prak.owner")
            .replace("absent: nothing", "absent: nothin")
            .replace("top_k: 10", "top_k: 99");
    }
    let told = |files: &Files| {
        let sources = sources(files);
        let compilation = compile(&sources);
        render(&compilation.findings, &sources, Colour::Plain)
    };
    let first = told(&files);
    assert!(first.matches("error[").count() > 10, "{first}");
    for number in 0..ORDERS {
        assert_eq!(told(&shuffled(files.clone(), number)), first);
    }
}

#[test]
fn every_change_is_the_same_each_time() {
    let compiled = |text: &str| {
        let mut files = town();
        files[1].1 = text.to_owned();
        compile(&sources(&files)).model.unwrap()
    };
    let old = compiled(CODEBOOK);
    let new = CODEBOOK
        .replace("research", "study")
        .replace("F010", "F011");
    let new = compiled(&new.replace("type: decimal, unit: km2", "type: text"));
    let first = diff(&old, &new);
    assert!(first.len() > 3);
    for _ in 0..ORDERS {
        assert_eq!(diff(&old, &new), first);
    }
}

/// The later of two files with the same name counts, in any order of the others.
#[test]
fn of_two_files_of_one_name_the_later_counts() {
    let files = [("codebook.yaml", "name: [a]"), ("codebook.yaml", CODEBOOK)];
    let names = |sources: &SourceSet| sources.iter().count();
    let sources = SourceSet::from_texts(files);
    assert_eq!(names(&sources), 2);
    assert_eq!(
        sources
            .named("codebook.yaml")
            .map(|(_, file)| file.text.as_str()),
        Some(CODEBOOK)
    );
}
