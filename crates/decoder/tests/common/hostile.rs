//! Texts as long as a codebook allows, with as much wrong as fits.

use cmec_decoder::Tables;

/// A text of as many pieces as the codebook allows.
fn filled(tables: &Tables, head: &str, piece: impl Fn(usize) -> String, tail: &str) -> String {
    let most = tables.limits.input_bytes as usize - tail.len();
    let mut text = head.to_owned();
    for at in 0.. {
        let piece = piece(at);
        if text.len() + piece.len() > most {
            break;
        }
        text.push_str(&piece);
    }
    let end = text.trim_end_matches(',').len();
    text.truncate(end);
    text + tail
}

/// Texts with as much wrong as fits.
pub(crate) fn hostile(tables: &Tables) -> Vec<String> {
    let fill =
        |head: &str, piece: &dyn Fn(usize) -> String, tail: &str| filled(tables, head, piece, tail);
    let filters = r#"{"s":"IS","C":{"flt":["#;
    let long = "k".repeat(30_000);
    let control = "\\u0001".repeat(100);
    vec![
        fill(
            filters,
            &|at| format!(r#"{{"f":"Z{at}","op":"EQ","v":1}},"#),
            "]}}",
        ),
        fill(
            filters,
            &|at| format!(r#"{{"f":"名称{at}","op":"像","v":1}},"#),
            "]}}",
        ),
        fill(
            filters,
            &|at| format!(r#"{{"f":"F001","op":"EQ","v":{at}}},"#),
            "]}}",
        ),
        fill(
            filters,
            &|_| r#"{"f":"F003","op":"EQ","v":"x"},"#.to_owned(),
            "]}}",
        ),
        fill(
            filters,
            &|_| r#"{"f":"F007","op":"EQ","v":"x"},"#.to_owned(),
            "]}}",
        ),
        fill(filters, &|_| "{},".to_owned(), "]}}"),
        fill("{", &|at| format!("\"zz{at}\":1,"), "}"),
        fill("{", &|_| "\"s\":1,".to_owned(), "}"),
        fill(
            &format!("{{\"{long}\":{{"),
            &|_| "\"a\":0,".to_owned(),
            "}}",
        ),
        fill(
            &format!(
                r#"{{"s":"SET","C":{{"grp":[{{"n":"{control}","flt":[]}}],"agg":{{"m":[],"hav":["#
            ),
            &|_| r#"{"m":"zz","op":"EQ","v":1},"#.to_owned(),
            "]}}}",
        ),
        fill(r#"{"s":"IS","tg":["#, &|at| format!("\"t{at}\","), "]}"),
        fill(r#"{"s":"RQ","R":["#, &|_| r#"{"r":"x"},"#.to_owned(), "]}"),
        fill("enterprise ", &|at| format!("zz{at}~x "), ""),
        fill("enterprise ", &|at| format!("zz{at} "), ""),
        fill("enterprise name~a ", &|_| "b ".to_owned(), ""),
        fill("enterprise ", &|_| "=~ ".to_owned(), ""),
        fill("", &|_| "park name=a ".to_owned(), ""),
        fill("enterprise ", &|_| "name=a@b ".to_owned(), ""),
        fill("enterprise name=a", &|_| "@b".to_owned(), ""),
        fill("enterprise ", &|_| "name=a \"b\" ".to_owned(), ""),
        fill("", &|_| "\"x\" ".to_owned(), ""),
        fill("enterprise park ", &|_| "5 ".to_owned(), ""),
        fill(
            "enterprise ",
            &|_| "count:name avg(x) by name ".to_owned(),
            "",
        ),
        fill("enterprise count ", &|_| "having count>1 ".to_owned(), ""),
        fill("", &|_| "@a R001 ".to_owned(), ""),
        fill("", &|at| format!("{{g{at}: name=a}} "), ""),
        fill("\"", &|_| "красное ".to_owned(), "\""),
        fill("\"", &|_| "\\u0001".to_owned(), "\""),
        fill(
            r#"{"name":"search_wines","arguments":{"wine_type":["#,
            &|_| "\"red\",".to_owned(),
            "]}}",
        ),
        fill("", &|_| "\u{1}".to_owned(), ""),
        fill("{\"s\":\"IS\"} ", &|_| "{".to_owned(), ""),
        fill("", &|_| "{\"s\":\"IS\"} ".to_owned(), ""),
        fill(
            r#"{"name":"zz","arguments":{"#,
            &|at| format!("\"a{at}\":1,"),
            "}}",
        ),
        fill(r#"{"s":"IS","tg":[""#, &|_| "企".to_owned(), "\"]}"),
        fill(r#"{"s":""#, &|_| "\\u0001".to_owned(), "\"}"),
        fill("enterprise ", &|_| "month(".to_owned(), ">0"),
        fill("enterprise minus(", &|_| "revenue,".to_owned(), ")>0"),
        fill(r#"{"s":"IS","A":[""#, &|_| "MON(".to_owned(), "F008\"]}"),
        fill(
            r#"{"s":"IS","A":["#,
            &|_| format!("\"{}F008{}\",", "MON(".repeat(200), ")".repeat(200)),
            "]}",
        ),
        fill(
            r#"{"s":"IS","A":["#,
            &|at| format!("\"SUB(F9{at},DIV(F98,F97))\","),
            "]}",
        ),
    ]
}
