//! `Literal`: a Rust literal as a tree, and its layout in lines.

/// Widest line that is still kept on one line.
const WIDTH: usize = 140;

/// A literal before it is laid out.
#[derive(Debug, Clone)]
pub(super) enum Literal {
    /// Text that is never broken.
    Atom(String),
    /// `Name { field: … }`.
    Struct(&'static str, Vec<(&'static str, Literal)>),
    /// `Cow::Borrowed(&[…])`.
    List(Vec<Literal>),
    /// `Name(…)`.
    Around(String, Box<Literal>),
}

impl Literal {
    /// The literal as source text; `indent` is the depth of the line it starts on.
    pub(super) fn lay_out(&self, indent: usize) -> String {
        let mut out = String::new();
        self.write(&mut out, indent);
        out
    }

    fn write(&self, out: &mut String, indent: usize) {
        // Looks no further than a line is wide, so that a literal takes time by its length and not by its depth.
        let mut room = WIDTH.saturating_sub(indent * 4);
        if self.fits(&mut room) {
            self.flat(out);
            return;
        }
        let pad = "    ".repeat(indent + 1);
        let end = "    ".repeat(indent);
        match self {
            Self::Atom(text) => out.push_str(&text.replace('\n', &format!("\n{pad}"))),
            Self::Around(name, inner) => {
                out.extend([name, "("]);
                inner.write(out, indent);
                out.push(')');
            }
            Self::Struct(name, fields) => {
                out.push_str(name);
                out.push_str(" {\n");
                for (field, value) in fields {
                    out.extend([pad.as_str(), field, ": "]);
                    value.write(out, indent + 1);
                    out.push_str(",\n");
                }
                out.extend([end.as_str(), "}"]);
            }
            Self::List(items) => {
                out.push_str("Cow::Borrowed(&[\n");
                for item in items {
                    out.push_str(&pad);
                    item.write(out, indent + 1);
                    out.push_str(",\n");
                }
                out.extend([end.as_str(), "])"]);
            }
        }
    }

    /// Whether the literal stands on one line within so many letters; takes them from the room.
    fn fits(&self, room: &mut usize) -> bool {
        let mut take = |letters: usize| {
            let left = room.checked_sub(letters);
            *room = left.unwrap_or(0);
            left.is_some()
        };
        match self {
            Self::Atom(text) => !text.contains('\n') && take(text.chars().count()),
            Self::Around(name, inner) => take(name.len() + "()".len()) && inner.fits(room),
            Self::Struct(name, fields) => {
                let joints = fields.len().saturating_sub(1) * ", ".len();
                take(name.len() + " {  }".len() + joints)
                    && fields.iter().all(|(field, value)| {
                        let left = room.checked_sub(field.len() + ": ".len());
                        *room = left.unwrap_or(0);
                        left.is_some() && value.fits(room)
                    })
            }
            Self::List(items) => {
                let joints = items.len().saturating_sub(1) * ", ".len();
                take("Cow::Borrowed(&[])".len() + joints)
                    && items.iter().all(|item| item.fits(room))
            }
        }
    }

    fn flat(&self, out: &mut String) {
        match self {
            Self::Atom(text) => out.push_str(text),
            Self::Around(name, inner) => {
                out.extend([name, "("]);
                inner.flat(out);
                out.push(')');
            }
            Self::Struct(name, fields) => {
                out.extend([name, " { "]);
                for (at, (field, value)) in fields.iter().enumerate() {
                    out.extend([if at == 0 { "" } else { ", " }, field, ": "]);
                    value.flat(out);
                }
                out.push_str(" }");
            }
            Self::List(items) => {
                out.push_str("Cow::Borrowed(&[");
                for (at, item) in items.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    item.flat(out);
                }
                out.push_str("])");
            }
        }
    }
}
