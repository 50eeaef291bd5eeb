//! The marks of the line as a card tells them: a mark, what it means, and an example with names of the codebook.

use cmec_decoder::language::{
    Derivation, Operator, QuestionKind, RetrievalMode, Scenario, ValueType,
};
use cmec_decoder::line::{self, rows};
use cmec_decoder::tables::{FieldDef, Tables};

use super::names;
use super::vocabulary::derived;
use super::words::{Words, of};
use crate::emit::scope::Scope;
use crate::text::joined;

/// A row of the table.
struct Row {
    mark: String,
    meaning: Words,
    example: String,
}

/// The names that examples are made of.
struct Samples<'s> {
    ty: &'s str,
    text: Option<&'s str>,
    number: Option<&'s str>,
    value: Option<&'s str>,
}

impl<'s> Samples<'s> {
    fn of(scope: &Scope<'s>) -> Self {
        let named = |is: &dyn Fn(&FieldDef) -> bool| {
            let mut fields = scope.fields.iter().filter(|field| !field.array);
            fields.find(|field| is(field)).map(|field| field.spelling())
        };
        let values = scope.fields.iter().flat_map(|field| field.values.iter());
        let mut values = values.filter(|value| line::text(&value.value) == value.value);
        Self {
            ty: scope.types.first().map_or("", |ty| &ty.name),
            text: named(&|field| field.operators.contains(&Operator::Contains)),
            number: named(&|field| {
                matches!(field.value_type, ValueType::Integer | ValueType::Decimal)
            }),
            value: values.next().map(|value| value.value.as_ref()),
        }
    }
}

/// The table, a row each.
pub(super) fn table(tables: &Tables, scope: &Scope<'_>, language: &str) -> Vec<String> {
    let rows = rows_of(tables, scope).into_iter();
    rows.map(|row| {
        let meaning = of(&row.meaning, language);
        match row.example.as_str() {
            "" => format!("{} · {meaning}", row.mark),
            example => format!("{} · {meaning} · {example}", row.mark),
        }
    })
    .collect()
}

fn rows_of(tables: &Tables, scope: &Scope<'_>) -> Vec<Row> {
    let samples = Samples::of(scope);
    let mut all = Vec::new();
    let mut row = |mark: &str, meaning: Words, example: String| {
        all.push(Row {
            mark: mark.to_owned(),
            meaning,
            example,
        });
    };
    let ty = samples.ty;
    let number = samples.number.unwrap_or("");
    row(
        "<type>",
        ["找什么", "что найти", "what to find"],
        ty.to_owned(),
    );
    row(
        "<type>:<name> @<name>",
        ["指名的事物", "названное", "a thing by its name"],
        format!("{ty}:\"A b\""),
    );
    row(
        ".<f>",
        ["要看的列", "показать", "a column to show"],
        String::new(),
    );
    if !scope.operators.is_empty() {
        let meaning = [
            "字段的条件：是、不是、含、不含、开头、结尾、大小、其中之一、区间、有值",
            "условие на поле: равно, не равно, содержит, не содержит, начало, конец, меньше и больше, одно из, от..до, есть",
            "a condition on a field: is, is not, contains, does not, starts, ends, less and more, one of, from..to, is there",
        ];
        let example = match samples.text {
            Some(text) => format!("{text}~abc"),
            None => format!("{number}=1"),
        };
        row(
            &format!("<f>{}", operators(&scope.operators)),
            meaning,
            example,
        );
        let other = format!("<f>>.<f> {}(… {} …)", line::ANY, line::OR);
        let meaning = [
            "与另一字段比；其一成立",
            "сравнить с полем; одно из условий",
            "compared with a field; one of several conditions",
        ];
        row(&other, meaning, String::new());
    }
    if let Some(value) = samples.value {
        let meaning = [
            "列出的值可单独写；其一；非",
            "значение из списка само по себе; одно из; не",
            "a listed value by itself; one of; not",
        ];
        row("<v> <v>|<v> !<v>", meaning, value.to_owned());
    }
    let sortable = names::sortable(scope);
    if !sortable.is_empty() {
        let mark = format!("-<f> +<f>: {sortable}");
        row(
            &mark,
            [
                "降序、升序",
                "по убыванию, по возрастанию",
                "sorted, falling, rising",
            ],
            String::new(),
        );
    }
    let groups = scope.fields.iter().any(|field| field.groupable);
    let per = if groups { " 1 per <f>" } else { "" };
    let mark = format!("{} +20{per}", rows::limit(20, tables));
    let meaning = [
        "最多几行、跳过几行、每值几行",
        "не больше строк, пропустить, на каждое значение",
        "rows at most, rows skipped, rows of each value",
    ];
    row(&mark, meaning, String::new());
    walks(scope, &mut row);
    numbers(scope, &mut row);
    for mark in derived(scope, "<f>", Derivation::mark) {
        let meaning = ["算出的字段", "вычисленное поле", "a derived field"];
        row(&mark, meaning, String::new());
    }
    if scope.has_groups(tables) {
        let mut mark = "&a{<type> <f>=<v>} <f>>&a <type>!=&a".to_owned();
        if scope.scenarios.contains(&Scenario::SetOps) {
            mark += " &b{…} ;a|b ;a&b ;a!b";
        }
        let meaning = [
            "命名的组；并、交、差",
            "группа с именем; или, и, кроме",
            "a group with a name; or, and, without",
        ];
        row(&mark, meaning, String::new());
    }
    if scope.scenarios.contains(&Scenario::TextRag) || scope.scenarios.contains(&Scenario::Hybrid) {
        let corpora = match joined(tables.corpus_names(), "|") {
            none if none.is_empty() => none,
            corpora => format!(" /{corpora}"),
        };
        let kinds = joined(QuestionKind::ALL.iter().map(|kind| kind.code()), "|");
        let modes = joined(RetrievalMode::ALL.iter().map(|mode| mode.code()), "|");
        let mark = format!("\"text\" ?{kinds} :{modes}{corpora} %tag $project ^10");
        let meaning = [
            "要找的文本，问题种类，深度，标签，项目，篇数",
            "искомый текст, вид вопроса, глубина, тег, проект, сколько текстов",
            "a text to look for, kind of question, depth, tag, project, how many texts",
        ];
        row(&mark, meaning, String::new());
    }
    all
}

/// Relations, walks and paths.
fn walks(scope: &Scope<'_>, row: &mut impl FnMut(&str, Words, String)) {
    let Some(relation) = scope.relations.first() else {
        return;
    };
    let mark = format!("><r> <<r> <><r> {}<r>", line::ABSENT.to_owned() + ">");
    let meaning = [
        "关系：出、入、双向、没有",
        "связь: от, к, в обе стороны, нет",
        "a relation out, in, either way, none",
    ];
    row(
        &mark,
        meaning,
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
    row(&mark, meaning, String::new());
}

/// Metrics, and what groups.
fn numbers(scope: &Scope<'_>, row: &mut impl FnMut(&str, Words, String)) {
    if !scope.scenarios.contains(&Scenario::Aggregation) {
        return;
    }
    let meaning = [
        "个数、总和等，:n 命名；M 为下列指标",
        "сколько, сумма и т. д., :n — имя; M — показатель из списка",
        "how many, sum and so on, :n names it; M is a metric listed below",
    ];
    let mut mark =
        "count count(<type>) sum(<f>):n avg(<f>) min(<f>) max(<f>) distinct(<f>) list(<f>) ratio(&n,&m):r"
            .to_owned();
    if !scope.metrics.is_empty() {
        mark.push_str(" M M:n");
    }
    row(&mark, meaning, "count".to_owned());
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
    row(&mark, meaning, String::new());
}

/// What stands behind a field, by example.
pub(super) fn operators(operators: &[Operator]) -> String {
    let shown = operators.iter().map(|operator| operator.example());
    joined(shown.map(|shown| shown.trim_start_matches('f')), " ")
}
