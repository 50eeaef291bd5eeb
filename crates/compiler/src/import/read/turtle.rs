//! Turtle → graph.

use oxrdf::{NamedOrBlankNode, Term, Triple};
use oxttl::TurtleParser;

use super::graph::{Graph, Node, Object, too_deep};
use crate::finding::Rule;
use crate::import::bounds::{BASE, DEPTH};
use crate::import::finding::{ImportFinding, shown};

pub(crate) fn read(text: &str, mut graph: Graph) -> Result<Graph, ImportFinding> {
    shallow(text.as_bytes())?;
    // A fixed base: relative IRIs of a document without a base still serve as names.
    let parser = TurtleParser::new().with_base_iri(BASE);
    let parser = parser.unwrap_or_default();
    for triple in parser.for_slice(text) {
        let Triple {
            subject,
            predicate,
            object,
        } = triple.map_err(|error| {
            let start = error.location().start;
            let message = format!("not Turtle: {}", shown(error.message()));
            ImportFinding::new(Rule::OntologySyntax, message).at(start.line + 1, start.column + 1)
        })?;
        graph.add(node(subject), predicate.as_str(), term(object))?;
    }
    Ok(graph)
}

pub(crate) fn node(node: NamedOrBlankNode) -> Node {
    match node {
        NamedOrBlankNode::NamedNode(name) => Node::Named(name.into_string()),
        NamedOrBlankNode::BlankNode(blank) => Node::Blank(blank.into_string()),
    }
}

pub(crate) fn term(term: Term) -> Object {
    match term {
        Term::NamedNode(name) => Object::Node(Node::Named(name.into_string())),
        Term::BlankNode(blank) => Object::Node(Node::Blank(blank.into_string())),
        Term::Literal(literal) => {
            let language = literal.language().unwrap_or_default().to_owned();
            Object::Literal {
                text: literal.destruct().0,
                language,
            }
        }
    }
}

/// Checks nesting before parsing, because deep brackets cost the parser memory before it reports an error.
fn shallow(text: &[u8]) -> Result<(), ImportFinding> {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        at += match byte {
            b'[' | b'(' => {
                depth += 1;
                if depth > DEPTH {
                    return Err(too_deep(DEPTH).at_byte(text, at));
                }
                1
            }
            b']' | b')' => {
                depth = depth.saturating_sub(1);
                1
            }
            b'#' => until(text, at, b"\n"),
            b'<' => until(text, at, b">"),
            b'"' | b'\'' => string(text, at, *byte),
            b'\\' => 2,
            _ => 1,
        };
    }
    Ok(())
}

/// Bytes up to and including the end of a comment or an IRI. An IRI ends at its line, so that a lone `<` hides nothing.
fn until(text: &[u8], at: usize, end: &[u8]) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let stop = (rest.iter()).position(|byte| end.contains(byte) || *byte == b'\n');
    stop.map_or(rest.len(), |length| length + 1)
}

/// Length of a string in bytes, with one or three quotation marks on both ends.
fn string(text: &[u8], at: usize, mark: u8) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    let long = rest.starts_with(&[mark; 3]);
    let mut length = if long { 3 } else { 1 };
    while let Some(byte) = rest.get(length) {
        if *byte == b'\\' {
            length += 2;
        } else if long
            && rest
                .get(length..)
                .is_some_and(|end| end.starts_with(&[mark; 3]))
        {
            return length + 3;
        } else if !long && (*byte == mark || *byte == b'\n') {
            return length + 1;
        } else {
            length += 1;
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::shallow;

    #[test]
    fn only_brackets_outside_of_texts_count() {
        let deep = "(".repeat(101);
        for text in [
            format!("a:b a:c \"{deep}\" ."),
            format!("a:b a:c '''{deep}\n\"''' ."),
            format!("# {deep}\n"),
            format!("<http://a/{deep}> ."),
            "a:b a:c (1) . ".repeat(101),
        ] {
            assert!(shallow(text.as_bytes()).is_ok(), "{text}");
        }
        for text in [
            format!("a:b a:c {deep}"),
            format!("a:b a:c \"a\\\"\" , {deep}"),
            format!("a < b\n{deep}"),
        ] {
            assert!(shallow(text.as_bytes()).is_err(), "{text}");
        }
    }
}
