//! The marks of the line as a card tells them: a mark, what it means, and an example with names of the codebook.

use cmec_decoder::language::{Derivation, Key, Operator, QuestionKind, RetrievalMode, Scenario};
use cmec_decoder::line::{self, rows};
use cmec_decoder::tables::{FieldDef, Tables};
use cmec_decoder::{Decoder, Verdict};

use super::names;
use super::vocabulary::derived;
use super::words::{self, Words, of};
use crate::emit::scope::Scope;
use crate::text::joined;

/// A row of the table: a mark, what it means in parts that are read one after another, behind a title where they are of one
/// kind, and an example.
struct Row {
    mark: String,
    title: Option<Words>,
    meaning: Vec<Words>,
    example: String,
}

#[derive(Default)]
struct Rows(Vec<Row>);

impl Rows {
    fn row(&mut self, mark: &str, meaning: &[Words], example: String) {
        self.0.push(Row {
            mark: mark.to_owned(),
            title: None,
            meaning: meaning.to_vec(),
            example,
        });
    }
}

/// The examples of the rows. Each is the first of its kind that the decoder reads as a contract; empty: there is none.
struct Samples {
    named: String,
    condition: String,
    value: String,
}

impl Samples {
    fn of(tables: &Tables, scope: &Scope<'_>) -> Self {
        let decoder = Decoder::new(tables);
        let target = scope.target;
        let fetches = scope.scenarios.contains(&Scenario::AttributesFetch);
        let named = scope.types.iter().filter_map(|ty| match fetches {
            // By itself it asks for all that there is to say of one.
            true => Some(format!("{}:\"A b\"", ty.name)),
            false => (ty.name != target && !target.is_empty())
                .then(|| format!("{target} {}:\"A b\"", ty.name)),
        });
        let fields = scope.fields.iter();
        let fields = fields.filter(|field| field.type_name == target && !field.array);
        let takes_pieces =
            |field: &&&FieldDef| !scope.by_recipes && field.operators.contains(&Operator::Contains);
        let pieces = fields.clone().filter(takes_pieces);
        let pieces = pieces.map(|field| format!("{}~abc", field.spelling()));
        let values = fields.flat_map(|field| {
            let values = ["abc", "1", "2026-03-31"].into_iter();
            values.map(|value| format!("{target} {}={value}", field.spelling()))
        });
        let listed = scope.fields.iter().flat_map(|field| {
            let values = field.values.iter().map(|value| value.value.as_ref());
            values.map(|value| (field.type_name.as_ref(), value))
        });
        let listed = listed.filter(|(_, value)| line::text(value) == **value);
        let by_itself = listed.clone().map(|(_, value)| value.to_owned());
        let of_type = listed.map(|(ty, value)| format!("{ty} {value}"));
        Self {
            named: first(&decoder, named),
            condition: first(&decoder, pieces.chain(values)),
            value: first(&decoder, by_itself.chain(of_type)),
        }
    }
}

/// The first line that is a contract, or else the first.
fn first(decoder: &Decoder<'_>, lines: impl Iterator<Item = String> + Clone) -> String {
    let is_read = |line: &String| {
        let decoded = decoder.decode(line, "");
        matches!(decoded.verdict, Verdict::Contract(_))
    };
    let read = lines.clone().find(is_read);
    read.or_else(|| lines.clone().next()).unwrap_or_default()
}

/// The table, a row each.
pub(super) fn table(tables: &Tables, scope: &Scope<'_>, language: &str) -> Vec<String> {
    let rows = rows_of(tables, scope).into_iter();
    rows.map(|row| {
        let meaning = row.meaning.iter().map(|part| of(part, language));
        let meaning = joined(meaning, of(&words::COMMA, language));
        let title = row.title.map(|title| of(&title, language));
        let meaning = title.map_or(meaning.clone(), |title| format!("{title}: {meaning}"));
        match row.example.as_str() {
            "" => format!("{} · {meaning}", row.mark),
            example => format!("{} · {meaning} · {example}", row.mark),
        }
    })
    .collect()
}

fn rows_of(tables: &Tables, scope: &Scope<'_>) -> Vec<Row> {
    let samples = Samples::of(tables, scope);
    let mut all = Rows::default();
    all.row(
        "<type>",
        &[["找什么", "что найти", "what to find"]],
        scope.target.to_owned(),
    );
    all.row(
        "<type>:<name> @<name>",
        &[["指名的事物", "названное", "a thing by its name"]],
        samples.named,
    );
    // A recipe has columns of its own.
    if !scope.by_recipes {
        all.row(
            ".<f>",
            &[["要看的列", "показать", "a column to show"]],
            String::new(),
        );
    }
    if !scope.operators.is_empty() {
        let marks = format!("<f>{}", operators(&scope.operators));
        let each = scope.operators.iter().map(|operator| operator.in_short());
        all.0.push(Row {
            mark: marks,
            title: Some(["字段的条件", "условие на поле", "a condition on a field"]),
            meaning: each.collect(),
            example: samples.condition,
        });
    }
    if !scope.operators.is_empty() && !scope.by_recipes {
        let other = format!("<f>>.<f> {}(… {} …)", line::ANY, line::OR);
        let meaning = [
            "与另一字段比；其一成立",
            "сравнить с полем; одно из условий",
            "compared with a field; one of several conditions",
        ];
        all.row(&other, &[meaning], String::new());
    }
    if !samples.value.is_empty() {
        let meaning = [
            "列出的值可单独写；其一；非",
            "значение из списка само по себе; одно из; не",
            "a listed value by itself; one of; not",
        ];
        all.row("<v> <v>|<v> !<v>", &[meaning], samples.value);
    }
    let sortable = names::sortable(scope);
    if !sortable.is_empty() {
        let mark = format!("-<f> +<f>: {sortable}");
        all.row(
            &mark,
            &[[
                "降序、升序",
                "по убыванию, по возрастанию",
                "sorted, falling, rising",
            ]],
            String::new(),
        );
    }
    let mut mark = rows::limit(20, tables);
    let mut meaning = vec![["最多几行", "не больше строк", "rows at most"]];
    if !scope.by_recipes {
        mark.push_str(" +20");
        meaning.push(["跳过几行", "пропустить строк", "rows skipped"]);
        if scope.fields.iter().any(|field| field.groupable) {
            mark.push_str(" 1 per <f>");
            meaning.push(["每值几行", "строк на каждое значение", "rows of each value"]);
        }
    }
    all.row(&mark, &meaning, String::new());
    walks(scope, &mut all);
    numbers(scope, &mut all);
    let derived = match scope.by_recipes {
        true => Vec::new(),
        false => derived(scope, "<f>", Derivation::mark),
    };
    for mark in derived {
        let meaning = ["算出的字段", "вычисленное поле", "a derived field"];
        all.row(&mark, &[meaning], String::new());
    }
    if has_groups(tables, scope) {
        let mut mark = "&a{<type> <f>=<v>} <f>>&a <type>!=&a".to_owned();
        let mut meaning = vec![["命名的组", "группа с именем", "a group with a name"]];
        if scope.scenarios.contains(&Scenario::SetOps) {
            mark += " &b{…} ;a|b ;a&b ;a!b";
            meaning.push(["并、交、差", "или, и, кроме", "or, and, without"]);
        }
        all.row(&mark, &meaning, String::new());
    }
    if scope.scenarios.contains(&Scenario::TextRag) || scope.scenarios.contains(&Scenario::Hybrid) {
        let corpora = match joined(tables.corpus_names(), "|") {
            none if none.is_empty() => none,
            corpora => format!(" /{corpora}"),
        };
        let kinds = joined(QuestionKind::ALL.iter().map(|kind| kind.code()), "|");
        let modes = joined(RetrievalMode::ALL.iter().map(|mode| mode.code()), "|");
        let mark = format!(
            "\"<text>\" ?{kinds} :{modes}{corpora} %<tag> $<project> ^10 {}",
            Key::Rr.in_line()
        );
        let meaning = [
            "要找的文本，问题种类，深度，标签，项目，篇数，重排",
            "искомый текст, вид вопроса, глубина, тег, проект, сколько текстов, переранжировать",
            "a text to look for, kind of question, depth, tag, project, how many texts, ranked again",
        ];
        all.row(&mark, &[meaning], String::new());
    }
    all.0
}

/// Whether groups with a name can be said. Recipes take none.
pub(super) fn has_groups(tables: &Tables, scope: &Scope<'_>) -> bool {
    !scope.by_recipes && scope.has_groups(tables)
}

/// Relations, walks and paths.
fn walks(scope: &Scope<'_>, all: &mut Rows) {
    let Some(relation) = scope.relations.first() else {
        return;
    };
    let mark = format!("><r> <<r> <><r> {}<r>", line::ABSENT.to_owned() + ">");
    let meaning = [
        "关系：出、入、双向、没有",
        "связь: от, к, в обе стороны, нет",
        "a relation out, in, either way, none",
    ];
    all.row(
        &mark,
        &[meaning],
        format!("{} >{}", relation.from, relation.spelling()),
    );
    let mut mark = "><r>|<r>[1..3] ><r>:&a &a.<f>=<v>".to_owned();
    if scope.scenarios.contains(&Scenario::Subgraph) {
        mark.push_str(" *2><r>");
    }
    if scope.scenarios.contains(&Scenario::PathQuery) {
        mark.push_str(" path(#id <type> *4 ><r>)");
    }
    let meaning = [
        "任一关系走几步；给所到之处命名；周围几层；路径",
        "одна из связей столько раз; имя месту; окружение; путь",
        "any of them so many times; a place with a name; a neighbourhood; a path",
    ];
    all.row(&mark, &[meaning], String::new());
}

/// Metrics, and what groups.
fn numbers(scope: &Scope<'_>, all: &mut Rows) {
    if !scope.scenarios.contains(&Scenario::Aggregation) {
        return;
    }
    let meaning = [
        "个数、总和等，:n 命名",
        "сколько, сумма и т. д., :n — имя",
        "how many, sum and so on, :n names it",
    ];
    let mut meaning = vec![meaning];
    let mut mark =
        "count count(<type>) sum(<f>):n avg(<f>) min(<f>) max(<f>) distinct(<f>) list(<f>) ratio(&n,&m):r"
            .to_owned();
    if !scope.metrics.is_empty() {
        mark.push_str(" <M> <M>:n");
        meaning.push([
            "<M> 为下列指标",
            "<M> — показатель из списка",
            "<M> is a metric listed below",
        ]);
    }
    all.row(&mark, &meaning, "count".to_owned());
    let groupable = names::groupable(scope);
    let mark = match groupable.is_empty() {
        true => "by <type>".to_owned(),
        false => format!("by <f>,<type>: {groupable};"),
    };
    let mark = format!("{mark} having &n>=1 -&n .<f> .&n");
    let meaning = [
        "分组、组的条件、组的排序、组的列",
        "группы, условие на группы, их порядок, их столбцы",
        "groups, a condition on them, their order, their columns",
    ];
    all.row(&mark, &[meaning], String::new());
}

/// What stands behind a field, by example.
pub(super) fn operators(operators: &[Operator]) -> String {
    let shown = operators.iter().map(|operator| operator.example());
    joined(shown.map(|shown| shown.trim_start_matches('f')), " ")
}
