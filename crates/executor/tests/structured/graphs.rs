//! Paths and neighbourhoods, held against a search of every way in memory.

use std::collections::BTreeSet;

use cmec_executor::ports::raw_row::Cell;
use cmec_executor::response::Response;
use serde_json::{Value, json};

/// Links of enterprises, as a list of who invests in whom.
pub(crate) fn data(pairs: &[(usize, usize)]) -> Value {
    let names = (0..6).map(|index| json!({"name": format!("e{index}")}));
    let pairs: Vec<Value> = pairs
        .iter()
        .map(|(from, to)| json!([format!("e{from}"), format!("e{to}")]))
        .collect();
    json!({
        "enterprise": names.collect::<Vec<_>>(),
        "links": {"enterprise_2_enterprise_invest": pairs},
    })
}

/// Every path from one to another with so many hops at most, either way, the shortest first.
pub(crate) fn paths(
    pairs: &[(usize, usize)],
    (from, to): (usize, usize),
    hops: usize,
) -> BTreeSet<Vec<String>> {
    let mut all = BTreeSet::new();
    extend(pairs, &mut vec![from], &mut Vec::new(), to, hops, &mut all);
    all
}

fn extend(
    pairs: &[(usize, usize)],
    visited: &mut Vec<usize>,
    walked: &mut Vec<char>,
    to: usize,
    hops: usize,
    all: &mut BTreeSet<Vec<String>>,
) {
    let here = *visited.last().unwrap();
    if here == to {
        let nodes = visited.iter().map(|node| format!("e{node}"));
        all.insert(
            nodes
                .chain(walked.iter().map(ToString::to_string))
                .collect(),
        );
        return;
    }
    if hops == 0 {
        return;
    }
    let steps = pairs
        .iter()
        .flat_map(|(one, other)| [(*one, *other, '>'), (*other, *one, '<')]);
    let steps: BTreeSet<(usize, usize, char)> = steps.filter(|(from, ..)| *from == here).collect();
    for (_, there, mark) in steps {
        if !visited.contains(&there) {
            visited.push(there);
            walked.push(mark);
            extend(pairs, visited, walked, to, hops - 1, all);
            visited.pop();
            walked.pop();
        }
    }
}

/// The paths of an answer, in the same form, and whether they came the shortest first.
pub(crate) fn of_answer(response: &Response) -> (BTreeSet<Vec<String>>, bool) {
    let list = |cell: Option<&Cell>| match cell {
        Some(Cell::List(members)) => members
            .iter()
            .map(|member| member.shown().unwrap().to_owned())
            .collect(),
        other => panic!("{other:?}"),
    };
    let (mut all, mut lengths) = (BTreeSet::new(), Vec::new());
    for row in &response.rows {
        let mut path: Vec<String> = list(row.get("instances"));
        let relations: Vec<String> = list(row.get("relations"));
        lengths.push(relations.len());
        path.extend(
            relations
                .iter()
                .map(|relation| relation.chars().take(1).collect()),
        );
        all.insert(path);
    }
    (all, lengths.is_sorted())
}
