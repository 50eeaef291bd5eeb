//! A case for each rule of `docs/src/reference/meaning.md`, over a data set that one reads at a glance. The reference evaluator
//! and every lane are held against them.

use chrono::NaiveDate;
use cmec_decoder::language::ValueType;
use cmec_decoder::tables::{MetricDef, OverTime, PeriodsRead, Tables};
use cmec_decoder::{ContractVersion, Decoder, Options, Verdict, generated};

/// Beta invests in Alpha twice over and in Gamma. Delta lies in no park, and nothing is known of it but its name.
pub(crate) const DATA: &str = r#"{
  "enterprise": [
    {"name": "Alpha", "city": "Suzhou", "employees": 10, "registered_capital": 1.50, "tags": ["AI", "Chips"], "founded_on": "2020-01-01"},
    {"name": "Beta", "city": "Suzhou", "employees": 30, "registered_capital": 1.5, "tags": ["Ёлка"], "founded_on": "2010-05-05"},
    {"name": "Gamma", "city": "Wuxi", "employees": 20, "registered_capital": 2, "tags": []},
    {"name": "Delta"}
  ],
  "park": [
    {"name": "North", "city": "Suzhou", "level": "national"},
    {"name": "South", "city": "Wuxi", "level": "municipal"}
  ],
  "product": [{"name": "Chip", "price": 3}, {"name": "Board", "price": 5}, {"name": "Case", "price": 4}],
  "person": [{"name": "Li", "position": "CEO"}, {"name": "Wang", "position": "CTO"}],
  "patent": [{"number": "CN1", "title": "anode"}, {"number": "CN10", "title": "Cell"}, {"number": "CN2", "title": "Zink"}, {"title": "Плёнка"}],
  "event": [{"title": "Round A", "happened_at": "2026-03-30T22:00:00"}, {"title": "Round B", "happened_at": "2026-03-31T09:00:00"}],
  "industry": [{"name": "Chips"}, {"name": "Wafers"}, {"name": "Sand"}, {"name": "Quartz"}],
  "links": {
    "industry_2_industry_upstream": [["Chips", "Wafers"], ["Wafers", "Sand"], ["Sand", "Quartz"]],
    "person_2_enterprise_found": [["Li", "Alpha"], ["Li", "Gamma"]],
    "enterprise_2_park": [["Alpha", "North"], ["Beta", "North"], ["Beta", "South"], ["Gamma", "South"]],
    "enterprise_2_enterprise_invest": [["Beta", "Alpha"], ["Beta", "Alpha"], ["Beta", "Gamma"], ["Gamma", "Gamma"]],
    "enterprise_2_product": [["Alpha", "Chip"], ["Alpha", "Case"], ["Beta", "Board"]],
    "person_2_enterprise": [["Li", "Alpha"], ["Wang", "Alpha"], ["Wang", "Gamma"]]
  }
}"#;

/// The day that is today here.
pub(crate) fn today() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 3, 31).unwrap()
}

/// The enterprises, which may lie in several parks here.
pub(crate) fn tables() -> Tables {
    let mut tables = generated::builtin("enterprise").unwrap().clone();
    for relation in tables.relations.to_mut() {
        relation.to_one = false;
    }
    tables
}

/// The same with metrics that read each kind of periods.
pub(crate) fn tables_with_metrics() -> Tables {
    let over = |reads| {
        Some(OverTime {
            field: "enterprise.founded_on".into(),
            reads,
        })
    };
    let mut tables = tables();
    for one in [
        metric(
            "M101",
            "SELECT SUM(employees) FROM enterprise WHERE employees > 10",
            None,
        ),
        metric(
            "M102",
            "SELECT SUM(ALL product.price) FROM enterprise JOIN product ON enterprise.makes = product",
            None,
        ),
        metric(
            "M103",
            "SELECT COUNT(*) FROM enterprise",
            over(PeriodsRead::UpToNow),
        ),
        metric(
            "M104",
            "SELECT SUM(employees) FROM enterprise",
            over(PeriodsRead::Offset("-10y".into())),
        ),
        metric(
            "M105",
            "SELECT COUNT(*) FROM enterprise",
            over(PeriodsRead::Window("-11y".into())),
        ),
        metric(
            "M106",
            "SELECT SUM(employees) FROM enterprise",
            over(PeriodsRead::Offset("-3523d".into())),
        ),
    ] {
        tables.metrics.to_mut().push(one);
    }
    for field in tables.fields.to_mut() {
        field.groupable = true;
    }
    tables
}

/// A metric of the codebook, as a compiled codebook has it.
fn metric(code: &'static str, definition: &'static str, over_time: Option<OverTime>) -> MetricDef {
    let tables = tables();
    let options = Options {
        contract_version: Some(ContractVersion::V03),
        ..Options::default()
    };
    let decoder = Decoder::new(&tables).with_options(options);
    let Verdict::Contract(contract) = decoder.decode(definition, "").verdict else {
        panic!("{definition}");
    };
    MetricDef {
        code: code.into(),
        name: code.to_lowercase().into(),
        type_name: "enterprise".into(),
        definition: serde_json::to_string(&contract).unwrap().into(),
        value_type: ValueType::Decimal,
        unit: None,
        not_additive: Vec::new().into(),
        over_time,
        labels: Vec::new().into(),
        description: "".into(),
        deprecated: None,
    }
}

/// The rule, an intent, and its rows: values with blanks between, `-` for a missing one.
#[rustfmt::skip]
pub(crate) const RULES: &[(&str, &str, &[&str])] = &[
    ("2 entities alone", r#"{"s":"AF","tg":["enterprise"],"E":[{"txt":"Alpha"},{"txt":"Gamma"}],"A":["F001","F006"]}"#, &["Alpha 10", "Gamma 20"]),
    ("2 a chain from an entity", r#"{"s":"RQ","o":"INST","tg":["park"],"E":[{"txt":"Li","ty":"person"}],"R":[{"r":"R002"},{"r":"R001"}],"A":["F020"]}"#, &["North"]),
    ("2 a chain from the target", r#"{"s":"RQ","o":"INST","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F001"],"C":{"flt":[{"f":"F023","op":"EQ","v":"municipal"}]}}"#, &["Beta", "Gamma"]),
    ("2 a star", r#"{"s":"RQ","o":"INST","tg":["enterprise"],"E":[{"txt":"North","ty":"park"},{"txt":"Wang","ty":"person"}],"R":[{"r":"R001","dir":"O","fr":"target","to":0},{"r":"R002","dir":"I","fr":"target","to":1}],"A":["F001"]}"#, &["Alpha"]),
    ("2 either way", r#"{"s":"RQ","o":"INST","tg":["enterprise"],"E":[{"txt":"Gamma","ty":"enterprise"}],"R":[{"r":"R003","dir":"B"}],"A":["F001"]}"#, &["Beta", "Gamma"]),
    ("3 a part of a name is no name", r#"{"s":"AF","tg":["enterprise"],"E":[{"txt":"Alph"}],"A":["F001"]}"#, &[]),
    ("4 the target comes before the hop", r#"{"s":"RQ","o":"INST","tg":["enterprise"],"R":[{"r":"R003","dir":"O"}],"A":["F001"],"C":{"flt":[{"f":"F013","op":"EQ","v":"Wuxi"}]}}"#, &["Gamma"]),
    ("12 a day counted from today", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F008","op":"GE","v":"-10y"}]}}"#, &["Alpha"]),
    ("12 between two of them", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F008","op":"BT","v":["-20y","-10y"]}]}}"#, &["Beta"]),
    ("12 neither day", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F008","op":"NI","v":["2020-01-01","0d"]}]}}"#, &["Beta"]),
    ("12 one of two choices", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"any":[[{"f":"F008","op":"LT","v":"-10y"}],[{"f":"F006","op":"LT","v":15}]]}]}}"#, &["Alpha", "Beta"]),
    ("12 a moment of today", r#"{"s":"IS","tg":["event"],"A":["F060"],"C":{"flt":[{"f":"F062","op":"EQ","v":"0d"}]}}"#, &["Round B"]),
    ("12 a moment up to yesterday", r#"{"s":"IS","tg":["event"],"A":["F060"],"C":{"flt":[{"f":"F062","op":"LE","v":"-1d"}]}}"#, &["Round A"]),
    ("12 no moment of tomorrow", r#"{"s":"IS","tg":["event"],"A":["F060"],"C":{"flt":[{"f":"F062","op":"BT","v":["+1d","+1w"]}]}}"#, &[]),
    ("12 groups by their last day", r#"{"s":"AGG","tg":["enterprise"],"A":["F013"],"C":{"agg":{"m":[{"fn":"MAX","f":"F008","as":"last"}],"by":["F013"],"hav":[{"m":"last","op":"GT","v":"-10y"}]}}}"#, &["Suzhou"]),
    ("4 without a link", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F001"]}"#, &["Delta"]),
    ("4 without a link of a kind", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F001"],"C":{"flt":[{"f":"F023","op":"EQ","v":"municipal"}]}}"#, &["Alpha", "Delta"]),
    ("4 the other filters stay outside", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F001"],"C":{"flt":[{"f":"F023","op":"EQ","v":"municipal"},{"f":"F006","op":"EX"}]}}"#, &["Alpha"]),
    ("4 a choice of what there is none of", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F001"],"C":{"flt":[{"any":[[{"f":"F023","op":"EQ","v":"municipal"}],[{"f":"F020","op":"EQ","v":"North"},{"f":"F006","op":"LT","v":15}]]}]}}"#, &["Delta"]),
    ("4 two fields of a link that is not there", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","no":true}],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NE","vf":"F021"}]}}"#, &["Alpha", "Gamma", "Delta"]),
    ("2 two places of one type", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","fr":"target","to":"&a"},{"r":"R001","fr":"target","to":"&b"}],"A":["F001"],"C":{"flt":[{"f":"&a.F020","op":"EQ","v":"North"},{"f":"&b.F020","op":"EQ","v":"South"}]}}"#, &["Beta"]),
    ("2 one place that two hops lead to", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"},{"r":"R001","fr":"&a","to":"&p"},{"r":"R001","fr":"target","to":"&p"}],"A":["F001"]}"#, &["Beta", "Gamma"]),
    ("2 any of two relations", r#"{"s":"IS","tg":["person"],"R":[{"r":"R002","or":["R008"],"fr":"target","to":"&e"}],"A":["F030"],"C":{"flt":[{"f":"&e.F001","op":"EQ","v":"Gamma"}]}}"#, &["Li", "Wang"]),
    ("2 a match of two relations is one", r#"{"s":"RQ","tg":["person"],"R":[{"r":"R002","or":["R008"],"fr":"target","to":"&e"}],"A":["F030","&e.F001"]}"#, &["Li Alpha", "Li Gamma", "Wang Alpha", "Wang Gamma"]),
    ("2 none of two relations", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R002","or":["R008"],"dir":"I","no":true}],"A":["F001"]}"#, &["Beta", "Delta"]),
    ("8 larger than a mean", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"GT","g":"&m"}],"grp":[{"n":"m","tg":["enterprise"],"agg":{"m":[{"fn":"AVG","f":"F006"}]}}]}}"#, &["Beta"]),
    ("8 a group has filters of its own", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"LE","g":"&m"},{"f":"F013","op":"EQ","v":"Wuxi"}],"grp":[{"n":"m","tg":["enterprise"],"flt":[{"f":"F013","op":"EQ","v":"Suzhou"}],"agg":{"m":[{"fn":"AVG","f":"F006"}]}}]}}"#, &["Gamma"]),
    ("8 than nothing", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"GT","g":"&m"}],"grp":[{"n":"m","tg":["enterprise"],"flt":[{"f":"F013","op":"EQ","v":"Mars"}],"agg":{"m":[{"fn":"AVG","f":"F006"}]}}]}}"#, &[]),
    ("8 than the one row there may be", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"LT","g":"&m"}],"grp":[{"n":"m","tg":["enterprise"],"A":["F006"],"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":1}}]}}"#, &["Alpha", "Gamma"]),
    ("8 among values", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"IN","g":"&c"}],"grp":[{"n":"c","tg":["park"],"flt":[{"f":"F023","op":"EQ","v":"municipal"}],"A":["F021"]}]}}"#, &["Gamma"]),
    ("8 among none of the values", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NI","g":"&c"}],"grp":[{"n":"c","tg":["park"],"flt":[{"f":"F023","op":"EQ","v":"municipal"}],"A":["F021"]}]}}"#, &["Alpha", "Beta"]),
    ("8 among none of nothing", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NI","g":"&c"}],"grp":[{"n":"c","tg":["park"],"flt":[{"f":"F023","op":"EQ","v":"provincial"}],"A":["F021"]}]}}"#, &["Alpha", "Beta", "Gamma"]),
    ("8 among instances", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"enterprise","op":"IN","g":"&h"}],"grp":[{"n":"h","tg":["enterprise"],"R":[{"r":"R001"}],"flt":[{"f":"F020","op":"EQ","v":"South"}]}]}}"#, &["Beta", "Gamma"]),
    ("8 among none of the instances", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"enterprise","op":"NI","g":"&h"}],"grp":[{"n":"h","tg":["enterprise"],"R":[{"r":"R001"}],"flt":[{"f":"F020","op":"EQ","v":"South"}]}]}}"#, &["Alpha", "Delta"]),
    ("8 among the first rows", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"enterprise","op":"IN","g":"&t"},{"f":"F013","op":"EQ","v":"Suzhou"}],"grp":[{"n":"t","tg":["enterprise"],"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":2}}]}}"#, &["Beta"]),
    ("8 what a relation leads to", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R003","to":"&a"}],"A":["F001"],"C":{"flt":[{"f":"&a","op":"NI","g":"&h"}],"grp":[{"n":"h","tg":["enterprise"],"flt":[{"f":"F006","op":"LT","v":15}]}]}}"#, &["Beta", "Gamma"]),
    ("8 a group of a group", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"LT","g":"&b"}],"grp":[{"n":"a","tg":["enterprise"],"agg":{"m":[{"fn":"AVG","f":"F005"}]}},{"n":"b","tg":["enterprise"],"flt":[{"f":"F005","op":"GT","g":"&a"}],"agg":{"m":[{"fn":"AVG","f":"F006"}]}}]}}"#, &["Alpha"]),
    ("8 groups held against a group", r#"{"s":"AGG","tg":["enterprise"],"A":["F013"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"],"hav":[{"m":"n","op":"GT","g":"&w"}]},"grp":[{"n":"w","tg":["enterprise"],"flt":[{"f":"F013","op":"EQ","v":"Wuxi"}],"agg":{"m":[{"fn":"CNT"}]}}]}}"#, &["Suzhou"]),
    ("8 numbers over what is among a group", r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"enterprise","op":"IN","g":"&h"}],"agg":{"m":[{"fn":"SUM","f":"F006"}]},"grp":[{"n":"h","tg":["enterprise"],"R":[{"r":"R003"}]}]}}"#, &["50"]),
    ("8 sides with relations of their own", r#"{"s":"SET","A":["F001"],"C":{"grp":[{"n":"a","tg":["enterprise"],"R":[{"r":"R001"}],"flt":[{"f":"F020","op":"EQ","v":"North"}]},{"n":"b","tg":["enterprise"],"R":[{"r":"R001"}],"flt":[{"f":"F020","op":"EQ","v":"South"}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#, &["Alpha"]),
    ("8 the whole holds of them too", r#"{"s":"SET","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F006","op":"GE","v":20}],"grp":[{"n":"a","R":[{"r":"R001"}],"flt":[{"f":"F020","op":"EQ","v":"North"}]},{"n":"b","flt":[{"f":"F013","op":"EQ","v":"Wuxi"}]}],"set":{"l":"a","op":"UNI","r":"b"}}}"#, &["Beta", "Gamma"]),
    ("7 a target of two types", r#"{"s":"IS","tg":["park","person"],"A":["F020","F030"]}"#, &["North -", "South -", "- Li", "- Wang"]),
    ("2 one hop or two", r#"{"s":"IS","tg":["industry"],"E":[{"txt":"Chips","ty":"industry"}],"R":[{"r":"R005","hop":[1,2]}],"A":["F040"]}"#, &["Wafers", "Sand"]),
    ("2 two hops", r#"{"s":"IS","tg":["industry"],"E":[{"txt":"Chips","ty":"industry"}],"R":[{"r":"R005","hop":[2,2]}],"A":["F040"]}"#, &["Sand"]),
    ("2 hops back", r#"{"s":"IS","tg":["industry"],"E":[{"txt":"Quartz","ty":"industry"}],"R":[{"r":"R005","dir":"I","hop":[2,3]}],"A":["F040"]}"#, &["Chips", "Wafers"]),
    ("2 a chain behind a place", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"},{"r":"R001","fr":"&a"}],"A":["F001","&a.F001","F020"],"C":{"srt":[{"f":"F020"},{"f":"&a.F001","ord":"D"}]}}"#, &["Beta Alpha North", "Beta Gamma South", "Gamma Gamma South"]),
    ("4 a field of a place with one of the target", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"}],"A":["F001"],"C":{"flt":[{"f":"&a.F006","op":"LT","vf":"F006"}]}}"#, &["Beta"]),
    ("4 no link from a place", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"},{"r":"R006","fr":"&a","no":true}],"A":["F001"]}"#, &["Beta", "Gamma"]),
    ("4 a place where nothing may be, beside one of its type", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R001","fr":"target","to":"&a","no":true},{"r":"R001","fr":"target","to":"&b"}],"A":["F001"],"C":{"flt":[{"f":"&a.F023","op":"EQ","v":"municipal"},{"f":"&b.F023","op":"EQ","v":"national"}]}}"#, &["Alpha"]),
    ("15 instances of a place", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"}],"A":["&a.F001","&n"],"C":{"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}],"by":["&a.enterprise"]}}}"#, &["Alpha 1", "Gamma 2"]),
    ("15 a count of the instances of a place", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"}],"A":["F001","&n"],"C":{"agg":{"m":[{"fn":"CNT","f":"&a.enterprise","as":"n"}],"by":["enterprise"]}}}"#, &["Beta 2", "Gamma 1"]),
    ("4 no link either way", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R003","dir":"B","no":true}],"A":["F001"]}"#, &["Delta"]),
    ("4 no link from an entity", r#"{"s":"IS","tg":["park"],"E":[{"txt":"Alpha","ty":"enterprise"}],"R":[{"r":"R001","no":true}],"A":["F020"]}"#, &["South"]),
    ("4 no link from any of several", r#"{"s":"IS","tg":["park"],"E":[{"txt":"Alpha","ty":"enterprise"},{"txt":"Gamma","ty":"enterprise"}],"R":[{"r":"R001","no":true}],"A":["F020"]}"#, &[]),
    ("4 an entity without a link", r#"{"s":"AF","E":[{"txt":"Alpha","ty":"enterprise"},{"txt":"Delta","ty":"enterprise"}],"R":[{"r":"R001","no":true}],"A":["F001"]}"#, &["Delta"]),
    ("4 behind a hop that is there", r#"{"s":"IS","tg":["enterprise"],"E":[{"txt":"Wang","ty":"person"}],"R":[{"r":"R002"},{"r":"R001","no":true}],"A":["F001"],"C":{"flt":[{"f":"F023","op":"EQ","v":"municipal"}]}}"#, &["Alpha"]),
    ("4 before a hop that is there", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R002","dir":"I","no":true},{"r":"R001"}]}"#, &["Beta North", "Beta South"]),
    ("4 no link between two ends", r#"{"s":"REX","E":[{"txt":"Alpha","ty":"enterprise"},{"txt":"Beta","ty":"enterprise"}],"R":[{"r":"R003","dir":"O","no":true}]}"#, &["true"]),
    ("4 a link between two ends", r#"{"s":"REX","E":[{"txt":"Beta","ty":"enterprise"},{"txt":"Alpha","ty":"enterprise"}],"R":[{"r":"R003","dir":"O","no":true}]}"#, &["false"]),
    ("4 groups of what has no link", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R002","dir":"I","no":true}],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"]}}}"#, &["Suzhou 1", "- 1"]),
    ("4 a set of what has no link", r#"{"s":"SET","tg":["enterprise"],"R":[{"r":"R002","dir":"I","no":true}],"A":["F001"],"C":{"grp":[{"n":"a","flt":[{"f":"F013","op":"EQ","v":"Suzhou"}]},{"n":"b","flt":[{"f":"F006","op":"LT","v":15}]}],"set":{"l":"a","op":"UNI","r":"b"}}}"#, &["Beta"]),
    ("5 an instance once", r#"{"s":"RQ","o":"INST","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F001"]}"#, &["Alpha", "Beta", "Gamma"]),
    ("5 a match each", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F001"]}"#, &["Alpha", "Beta", "Beta", "Gamma"]),
    ("6 there is one", r#"{"s":"REX","E":[{"txt":"Beta","ty":"enterprise"},{"txt":"Alpha","ty":"enterprise"}],"R":[{"r":"R003","dir":"O"}]}"#, &["true"]),
    ("6 there is none", r#"{"s":"REX","E":[{"txt":"Alpha","ty":"enterprise"},{"txt":"Beta","ty":"enterprise"}],"R":[{"r":"R003","dir":"O"}]}"#, &["false"]),
    ("6 the links between two ends", r#"{"s":"REX","o":"REL","E":[{"txt":"Beta","ty":"enterprise"},{"txt":"Alpha","ty":"enterprise"}],"R":[{"r":"R003","dir":"O"}],"A":["F001"]}"#, &["Alpha"]),
    ("7 keys of the places", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R003","dir":"O"}]}"#, &["Beta Alpha", "Beta Gamma", "Gamma Gamma"]),
    ("7 along a hop to one", r#"{"s":"IS","tg":["product"],"R":[{"r":"R006","dir":"I"}],"A":["F050","F001"],"C":{"srt":[{"f":"F006","ord":"D"},{"f":"F050"}]}}"#, &["Board Beta", "Case Alpha", "Chip Alpha"]),
    ("8 a set", r#"{"s":"SET","tg":["enterprise"],"A":["F001"],"C":{"grp":[{"n":"a","flt":[{"f":"F013","op":"EQ","v":"Suzhou"}]},{"n":"b","flt":[{"f":"F006","op":"GT","v":15}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#, &["Alpha"]),
    ("9 missing passes nothing", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NE","v":"Suzhou"}]}}"#, &["Gamma"]),
    ("9 missing is asked for", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"EX","v":false}]}}"#, &["Delta"]),
    ("9 neither does one of two fields", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F001","op":"NE","vf":"F013"}]}}"#, &["Alpha", "Beta", "Gamma"]),
    ("9 one of several", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"any":[[{"f":"F006","op":"GT","v":25}],[{"f":"F013","op":"EQ","v":"Suzhou"},{"f":"F006","op":"LT","v":15}],[{"f":"F006","op":"EX","v":false}]]}]}}"#, &["Alpha", "Beta", "Delta"]),
    ("9 one of several, with another filter", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"EQ","v":"Suzhou"},{"any":[[{"f":"F006","op":"GT","v":15}],[{"f":"F005","op":"GT","v":1.5}]]}]}}"#, &["Beta"]),
    ("9 two fields of one match", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NE","vf":"F021"}]}}"#, &["Beta"]),
    ("9 a choice in a group", r#"{"s":"SET","tg":["enterprise"],"A":["F001"],"C":{"grp":[{"n":"a","flt":[{"any":[[{"f":"F001","op":"EQ","v":"Gamma"}],[{"f":"F006","op":"EQ","v":10}]]}]},{"n":"b","flt":[{"f":"F013","op":"EQ","v":"Wuxi"}]}],"set":{"l":"a","op":"EXC","r":"b"}}}"#, &["Alpha"]),
    ("9 matches of a choice over a hop", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"C":{"flt":[{"any":[[{"f":"F023","op":"EQ","v":"municipal"}],[{"f":"F006","op":"LT","v":15}]]}],"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}],"by":["park"]}}}"#, &["North 1", "South 2"]),
    ("10 pieces of either case", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F001","op":"SW","v":"al"}]}}"#, &["Alpha"]),
    ("10 the whole is exact", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F001","op":"EQ","v":"alpha"}]}}"#, &[]),
    ("11 a member", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F009","op":"CT","v":"елка"}]}}"#, &["Beta"]),
    ("11 a part of a member is none", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F009","op":"CT","v":"Chip"}]}}"#, &[]),
    ("11 no member", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F009","op":"NC","v":"AI"}]}}"#, &["Beta"]),
    ("10 a folded field", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"EQ","v":"suzhou"}]}}"#, &["Alpha", "Beta"]),
    ("10 none of a folded field", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F013","op":"NI","v":["SUZHOU"]}]}}"#, &["Gamma"]),
    ("10 a folded field among the rows of a group", r#"{"s":"IS","tg":["park"],"A":["F020"],"C":{"flt":[{"f":"F021","op":"IN","g":"&c"}],"grp":[{"n":"c","tg":["enterprise"],"flt":[{"f":"F013","op":"EQ","v":"wUXI"}],"A":["F013"]}]}}"#, &["South"]),
    ("10 two folded fields", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F001","F020"],"C":{"flt":[{"f":"F013","op":"NE","vf":"F021"}]}}"#, &["Beta South"]),
    ("12 between two texts", r#"{"s":"IS","tg":["patent"],"A":["F070"],"C":{"flt":[{"f":"F070","op":"BT","v":["CN1","CN2"]}]}}"#, &["CN1", "CN10", "CN2"]),
    ("12 texts by code points", r#"{"s":"IS","tg":["patent"],"A":["F071"],"C":{"flt":[{"f":"F071","op":"GT","v":"Cell"}]}}"#, &["anode", "Zink", "Плёнка"]),
    ("12 the least and the greatest text", r#"{"s":"AGG","tg":["patent"],"C":{"agg":{"m":[{"fn":"MIN","f":"F071"},{"fn":"MAX","f":"F070"}]}}}"#, &["Cell CN2"]),
    ("12 numbers, not digits", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"F005","op":"EQ","v":1.5}]}}"#, &["Alpha", "Beta"]),
    ("22 of nothing nothing is derived", r#"{"s":"IS","tg":["enterprise"],"A":["F001","DIV(F006,F005)","YEAR(F008)"]}"#, &["Alpha 6.666667 2020", "Beta 20 2010", "Gamma 10 -", "Delta - -"]),
    ("22 nothing is a ratio by nought", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"flt":[{"f":"DIV(F006,SUB(F006,F006))","op":"EX","v":true}]}}"#, &[]),
    ("22 a ratio has six digits", r#"{"s":"IS","tg":["enterprise"],"A":["DIV(F006,F005)"],"C":{"flt":[{"f":"F001","op":"EQ","v":"Alpha"}]}}"#, &["6.666667"]),
    ("22 weeks begin on Monday", r#"{"s":"IS","tg":["event"],"A":["WEEK(F062)","WDAY(F062)","HOUR(F062)"]}"#, &["2026-03-30 1 2026-03-30 22:00:00", "2026-03-30 2 2026-03-31 09:00:00"]),
    ("22 a quarter, and days between two", r#"{"s":"IS","tg":["enterprise"],"A":["QTR(F008)","DAYS(QTR(F008),F008)","MON_OF(F008)","DAY_OF(F008)"],"C":{"flt":[{"f":"F001","op":"EQ","v":"Beta"}]}}"#, &["2010-04-01 34 5 5"]),
    ("22 of two places of one match", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R003","fr":"target","to":"&a"}],"A":["SUB(F006,&a.F006)"],"C":{"flt":[{"f":"SUB(F006,&a.F006)","op":"GT","v":10}]}}"#, &["20"]),
    ("22 characters are counted", r#"{"s":"IS","tg":["patent"],"A":["LEN(F071)"]}"#, &["5", "4", "4", "6"]),
    ("22 groups, and their page", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"MAX","f":"ADD(F006,F006)","as":"m"}],"by":["YEAR(F008)"],"srt":[{"by":"YEAR(F008)"}],"pg":{"lim":1,"per":["YEAR(F008)"]}}}}"#, &["2010 60", "2020 20", "- 40"]),
    ("22 no hop to what is derived", r#"{"s":"IS","tg":["enterprise"],"R":[{"r":"R006","dir":"O","no":true}],"A":["F001"],"C":{"flt":[{"f":"ADD(F053,F053)","op":"GT","v":9}]}}"#, &["Alpha", "Gamma", "Delta"]),
    ("13 missing last, rising", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"srt":[{"f":"F008","ord":"A"}]}}"#, &["Beta", "Alpha", "Gamma", "Delta"]),
    ("13 missing last, falling", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"srt":[{"f":"F006","ord":"D"}]}}"#, &["Beta", "Gamma", "Alpha", "Delta"]),
    ("14 a page", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"pg":{"lim":2,"off":1}}}"#, &["Beta", "Gamma"]),
    ("14 a page for each value", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":1,"per":["F013"]}}}"#, &["Beta", "Gamma", "Delta"]),
    ("14 the second of each value", r#"{"s":"IS","tg":["enterprise"],"A":["F001"],"C":{"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":1,"off":1,"per":["F013"]}}}"#, &["Alpha"]),
    ("14 a page of matches for each value", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F020","F001"],"C":{"srt":[{"f":"F006","ord":"A"}],"pg":{"lim":1,"per":["F021"]}}}"#, &["North Alpha", "South Gamma"]),
    ("14 a page for each instance", r#"{"s":"RQ","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F020","F001"],"C":{"srt":[{"f":"F006","ord":"D"}],"pg":{"lim":1,"per":["park"]}}}"#, &["North Beta", "South Beta"]),
    ("14 a page of groups for each value", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"C":{"agg":{"m":[{"fn":"MAX","f":"F006","as":"g"}],"by":["F023","F013"],"srt":[{"by":"&g","ord":"D"}],"pg":{"lim":1,"per":["F023"]}}}}"#, &["national Suzhou 30", "municipal Suzhou 30"]),
    ("15 instances are counted", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"C":{"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}]}}}"#, &["3"]),
    ("15 rows with a value", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"},{"fn":"CNT","f":"F006","as":"m"},{"fn":"CNTD","f":"F005","as":"d"}]}}}"#, &["4 3 2"]),
    ("15 an instance in each group that it has a match in", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"A":["F020","F021","&n"],"C":{"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}],"by":["park"]}}}"#, &["North Suzhou 2", "South Wuxi 2"]),
    ("15 instances of another type", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R002","dir":"I"}],"A":["F001","&n"],"C":{"agg":{"m":[{"fn":"CNT","f":"person","as":"n"}],"by":["enterprise"],"srt":[{"by":"&n","ord":"A"}]}}}"#, &["Gamma 1", "Alpha 2"]),
    ("15 computed along a hop to one", r#"{"s":"AGG","o":"REL","tg":["product"],"R":[{"r":"R006","dir":"I"}],"C":{"agg":{"m":[{"fn":"CNT","as":"n"},{"fn":"SUM","f":"F006","as":"s"}]}}}"#, &["3 50"]),
    ("15 matches are counted", r#"{"s":"AGG","o":"REL","tg":["enterprise"],"R":[{"r":"R003","dir":"O"}],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}]}}}"#, &["3"]),
    ("15 what is there twice is one value", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"C":{"agg":{"m":[{"fn":"CNTD","f":"F021","as":"n"},{"fn":"MIN","f":"F006","as":"l"}]}}}"#, &["2 10"]),
    ("18 a list of values", r#"{"s":"AGG","tg":["park"],"R":[{"r":"R001","dir":"I"}],"C":{"agg":{"m":[{"fn":"LST","f":"F001","as":"l"}],"by":["park"]}}}"#, &["North [Text(\"Alpha\"), Text(\"Beta\")]", "South [Text(\"Beta\"), Text(\"Gamma\")]"]),
    ("18 a list of the members of lists", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"LST","f":"F009","as":"l"}]}}}"#, &["[Text(\"AI\"), Text(\"Chips\"), Text(\"Ёлка\")]"]),
    ("16 the keys of instances", r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R001"}],"C":{"agg":{"m":[{"fn":"CNT","f":"enterprise","as":"n"}],"by":["park"],"srt":[{"by":"park","ord":"D"}]}}}"#, &["South 2", "North 2"]),
    ("16 the different values", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"by":["F013"]}}}"#, &["Suzhou", "Wuxi", "-"]),
    ("16 the columns that are named", r#"{"s":"AGG","tg":["enterprise"],"A":["&n"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"]}}}"#, &["2", "1", "1"]),
    ("16 missing is a group", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"]}}}"#, &["Suzhou 2", "Wuxi 1", "- 1"]),
    ("16 one group of nothing", r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"F013","op":"EQ","v":"Rome"}],"agg":{"m":[{"fn":"CNT","as":"n"},{"fn":"SUM","f":"F006","as":"s"}]}}}"#, &["0 -"]),
    ("16 no groups of nothing", r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"F013","op":"EQ","v":"Rome"}],"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"]}}}"#, &[]),
    ("18 a mean", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"AVG","f":"F005","as":"a"},{"fn":"SUM","f":"F006","as":"s"},{"fn":"MIN","f":"F006","as":"l"},{"fn":"MAX","f":"F008","as":"g"}]}}}"#, &["1.666667 60 10 2020-01-01"]),
    ("19 of the groups", r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"fn":"CNT","as":"n"}],"by":["F013"],"hav":[{"m":"n","op":"GE","v":1}],"srt":[{"by":"n","ord":"A"}],"pg":{"lim":2}}}}"#, &["Wuxi 1", "- 1"]),
];

/// Intents that ask for the metrics of [`metrics`], and their rows.
pub(crate) const OF_METRICS: &[(&str, &[&str])] = &[
    // What the definition asks for is asked beside what the intent does.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M101"},{"fn":"CNT"}],"by":["F013"]}}}"#,
        &["Suzhou 30 2", "Wuxi 20 1", "- - 1"],
    ),
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"F006","op":"LT","v":30}],"agg":{"m":[{"f":"M101"}]}}}"#,
        &["20"],
    ),
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"F006","op":"GT","v":99}],"agg":{"m":[{"f":"M101"}]}}}"#,
        &["-"],
    ),
    (
        r#"{"s":"AGG","E":[{"txt":"Beta","ty":"enterprise"}],"C":{"agg":{"m":[{"f":"M101"}]}}}"#,
        &["30"],
    ),
    // Each product once, whatever relations the intent walks.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M102"}],"by":["F013"]}}}"#,
        &["Suzhou 12", "Wuxi -", "- -"],
    ),
    (
        r#"{"s":"AGG","tg":["enterprise"],"R":[{"r":"R002","dir":"I"}],"C":{"agg":{"m":[{"f":"M102"}]}}}"#,
        &["7"],
    ),
    // Up to the end of the year, also what the intent leaves out of its groups.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"f":"F008","op":"GE","v":"2015-01-01"}],"agg":{"m":[{"f":"M103"}],"by":["YEAR(F008)"]}}}"#,
        &["2020 2"],
    ),
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M104"}],"by":["YEAR(F008)"],"srt":[{"by":"YEAR(F008)"}]}}}"#,
        &["2010 -", "2020 30", "- -"],
    ),
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M105"}],"by":["YEAR(F008)"],"srt":[{"by":"YEAR(F008)"}]}}}"#,
        &["2010 1", "2020 2", "- 0"],
    ),
    // Another month of another year is none of this one's.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M104"}],"by":["MON(F008)"],"srt":[{"by":"MON(F008)"}]}}}"#,
        &["2010-05-01 -", "2020-01-01 -", "- -"],
    ),
    // In groups that agree in all else.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M103"}],"by":["YEAR(F008)","F006"],"srt":[{"by":"YEAR(F008)"}]}}}"#,
        &["2010 30 1", "2020 10 1", "- 20 0", "- - 0"],
    ),
    // The whole week that the first day of the group's lies in then.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"agg":{"m":[{"f":"M106"}],"by":["WEEK(F008)"],"srt":[{"by":"WEEK(F008)"}]}}}"#,
        &["2010-05-03 -", "2019-12-30 30", "- -"],
    ),
    // A choice that is about the periods alone says which groups there are, and no more.
    (
        r#"{"s":"AGG","tg":["enterprise"],"C":{"flt":[{"any":[[{"f":"F008","op":"GE","v":"2015-01-01"}],[{"f":"F008","op":"EX","v":false}]]}],"agg":{"m":[{"f":"M103"}],"by":["YEAR(F008)"],"srt":[{"by":"YEAR(F008)"}]}}}"#,
        &["2020 2", "- 0"],
    ),
];
