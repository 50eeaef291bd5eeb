//! cMEC c0.2 as structs that borrow from the text: what a host would write with `serde_json` alone.

use std::borrow::Cow;

use serde::Deserialize;
use serde_json::value::RawValue;

type Str<'a> = Cow<'a, str>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
pub(crate) struct Cmec<'a> {
    #[serde(borrow)]
    s: &'a str,
    o: Option<&'a str>,
    #[serde(default, borrow)]
    tg: Vec<&'a str>,
    #[serde(default, rename = "E", borrow)]
    entities: Vec<Entity<'a>>,
    #[serde(default, rename = "R", borrow)]
    relations: Vec<Relation<'a>>,
    #[serde(default, rename = "A", borrow)]
    attributes: Vec<&'a str>,
    #[serde(default, rename = "C", borrow)]
    constraints: Option<Constraints<'a>>,
    #[serde(default, rename = "G", borrow)]
    graph: Option<Graph<'a>>,
    #[serde(default, rename = "Q", borrow)]
    retrieval: Option<Retrieval<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Entity<'a> {
    #[serde(borrow)]
    txt: Str<'a>,
    ty: Option<&'a str>,
    id: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Relation<'a> {
    r: &'a str,
    dir: Option<&'a str>,
    #[serde(borrow)]
    fr: Option<End<'a>>,
    #[serde(borrow)]
    to: Option<End<'a>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "the bench only reads into it")]
enum End<'a> {
    Name(&'a str),
    Index(usize),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Constraints<'a> {
    #[serde(default, borrow)]
    flt: Vec<Filter<'a>>,
    #[serde(default, borrow)]
    srt: Vec<Sort<'a>>,
    pg: Option<Page>,
    #[serde(borrow)]
    agg: Option<Aggregation<'a>>,
    #[serde(default, borrow)]
    grp: Vec<Group<'a>>,
    #[serde(borrow)]
    set: Option<Set<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Filter<'a> {
    f: &'a str,
    op: &'a str,
    // Left unread: an untagged enum here would only make the comparison easier.
    #[serde(borrow)]
    v: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Sort<'a> {
    #[serde(alias = "by")]
    f: &'a str,
    ord: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Page {
    lim: Option<u32>,
    off: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Aggregation<'a> {
    #[serde(borrow)]
    m: Vec<Metric<'a>>,
    #[serde(default, borrow)]
    by: Vec<&'a str>,
    #[serde(default, borrow)]
    hav: Vec<Having<'a>>,
    #[serde(default, borrow)]
    srt: Vec<Sort<'a>>,
    pg: Option<Page>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Metric<'a> {
    r#fn: &'a str,
    f: Option<&'a str>,
    r#as: Option<&'a str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Having<'a> {
    m: &'a str,
    op: &'a str,
    #[serde(borrow)]
    v: &'a RawValue,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Group<'a> {
    n: &'a str,
    #[serde(default, borrow)]
    tg: Vec<&'a str>,
    #[serde(default, borrow)]
    flt: Vec<Filter<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Set<'a> {
    #[serde(borrow)]
    l: Side<'a>,
    op: &'a str,
    #[serde(borrow)]
    r: Side<'a>,
}

#[derive(Deserialize)]
#[serde(untagged)]
#[allow(dead_code, reason = "the bench only reads into it")]
enum Side<'a> {
    Group(&'a str),
    #[serde(borrow)]
    Nested(Box<Set<'a>>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Graph<'a> {
    dir: Option<&'a str>,
    dep: Option<u32>,
    #[serde(default, borrow)]
    rel: Vec<&'a str>,
    #[serde(borrow)]
    path: Option<Path<'a>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Path<'a> {
    #[serde(default, borrow)]
    src: Vec<&'a str>,
    #[serde(default, borrow)]
    tg: Vec<&'a str>,
    hop: Option<u32>,
    #[serde(default, borrow)]
    rel: Vec<&'a str>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "the bench only reads into it")]
struct Retrieval<'a> {
    #[serde(borrow)]
    txt: Option<Str<'a>>,
    #[serde(default, borrow)]
    cor: Vec<&'a str>,
    k: Option<u32>,
    rr: Option<bool>,
    kd: Option<&'a str>,
    #[serde(default, borrow)]
    tag: Vec<&'a str>,
    prj: Option<&'a str>,
}
