//! Valid texts, spoilt.

/// Things a model says in place of others.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ":",
    ",",
    "\"",
    "\\",
    "null",
    "true",
    "1",
    "007",
    "-",
    "1.5",
    " ",
    "\n",
    "x",
    "é",
    "企",
    "\u{feff}",
    "\"zz\"",
    "\"s\"",
    "\"s\":\"CL\",",
    "\"tg\"",
    "\"f\"",
    "\"F999\"",
    "\"IS\"",
    "\"AGG\"",
    "\"\\u0041\"",
    "\"\\ud800\"",
    "\"explain\":1,",
    "\"E\":[],",
    "\"arguments\":{},",
    "\"intent\":{},",
    "{\"l\":\"a\",\"op\":\"UNI\",\"r\":\"b\"}",
    "/*",
    "```",
];

/// Takes `length` characters out at `at`, and puts a piece there.
pub(crate) fn mutate(text: &mut String, at: usize, length: usize, piece: usize) {
    let places: Vec<usize> = text.char_indices().map(|(place, _)| place).collect();
    let at = at % (places.len() + 1);
    let place = |index: usize| places.get(index).copied().unwrap_or(text.len());
    let range = place(at)..place(at + length % 8);
    text.replace_range(range, PIECES[piece % PIECES.len()]);
}

/// Puts one string of the text in place of another, so that it stays JSON.
pub(crate) fn swap(text: &mut String, one: usize, other: usize) {
    let quotes: Vec<usize> = text.match_indices('"').map(|(at, _)| at).collect();
    let strings: Vec<_> = quotes
        .chunks_exact(2)
        .map(|pair| pair[0]..=pair[1])
        .collect();
    if strings.is_empty() {
        return;
    }
    let said = text[strings[other % strings.len()].clone()].to_owned();
    text.replace_range(strings[one % strings.len()].clone(), &said);
}
