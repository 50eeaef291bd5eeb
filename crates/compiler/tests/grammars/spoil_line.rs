//! Valid lines, spoilt.

use cmec_decoder::Tables;

use crate::domain::Random;

/// Things a model says in place of others.
const PIECES: &[&str] = &[
    "",
    "",
    "@",
    ":",
    "#",
    "*",
    ".",
    ",",
    ";",
    "|",
    "&",
    "!",
    "?",
    "%",
    "^",
    "/",
    "$",
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    "<",
    ">",
    "<>",
    "=",
    "==*",
    "=*",
    "!=",
    "~",
    "..",
    "\"",
    "`",
    "+",
    "-",
    "0",
    "007",
    "1.5",
    "x",
    "企",
    "é",
    "😀",
    " ",
    "  ",
    "\n",
    "\u{a0}",
    "«",
    "，",
    " 10",
    " +5",
    " by ",
    " having ",
    " count",
    " rerank",
    " path()",
    " IS ",
    " CL",
    " TEXT",
    "\"a\"",
    "\"a b\"",
    "\"\\u0041\"",
    " name=x",
    " F001=1",
    " F999",
    " R001",
    "zz",
    "true",
    "null",
];

/// Spoils a line in one place: characters are taken out, or a word of the codebook takes the place of another.
pub(crate) fn spoil(text: &mut String, tables: &Tables, random: &mut Random) {
    if random.below(3) == 0 {
        rename(text, tables, random);
        return;
    }
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    let place = |index: usize| places.get(index).copied().unwrap_or(text.len());
    let at = random.below(places.len() + 1);
    let range = place(at)..place(at + random.below(5));
    text.replace_range(range, PIECES[random.below(PIECES.len())]);
}

/// Puts a name of the codebook in place of a word.
fn rename(text: &mut String, tables: &Tables, random: &mut Random) {
    let letter = |letter: char| letter.is_alphanumeric() || letter == '_';
    let starts = (text.char_indices()).filter(|(at, first)| {
        letter(*first) && !text[..*at].chars().next_back().is_some_and(letter)
    });
    let starts: Vec<usize> = starts.map(|(at, _)| at).collect();
    if starts.is_empty() {
        return;
    }
    let start = starts[random.below(starts.len())];
    let length = text[start..].find(|next| !letter(next));
    let end = length.map_or(text.len(), |length| start + length);
    let field = &tables.fields[random.below(tables.fields.len())];
    let def = &tables.types[random.below(tables.types.len())];
    let name = match random.below(7) {
        0 => field.code.to_string(),
        1 => field.path.to_string(),
        2 => field.name.to_string(),
        3 => (field.alias.as_ref()).map_or_else(String::new, ToString::to_string),
        4 => def.name.to_string(),
        5 if !field.values.is_empty() => field.values[random.below(field.values.len())]
            .value
            .to_string(),
        _ if !tables.relations.is_empty() => tables.relations[random.below(tables.relations.len())]
            .name
            .to_string(),
        _ => "F001".to_owned(),
    };
    text.replace_range(start..end, &name);
}
