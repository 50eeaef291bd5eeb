//! Links, images and definitions of Markdown, tags and characters of HTML, and code.

/// Marks whose HTML is drawn as such without a semicolon, too.
const TAG_MARKS: [&str; 4] = ["lt", "gt", "LT", "GT"];

/// Most letters of the name of a character.
const LONGEST_CHARACTER: usize = 32;

/// From how many letters on the target of a definition is one, whatever stands behind it.
const LONGEST_TARGET: usize = 256;

/// The pieces of a text that are markup, in their order. Emphasis, lists, headings, tables and names in brackets are none.
pub(super) struct Markup<'t> {
    text: &'t str,
    /// How far it is read.
    at: usize,
    /// Where brackets are open, or the mark of an image before them.
    open: Vec<usize>,
}

impl<'t> Markup<'t> {
    pub(super) const fn of(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            open: Vec::new(),
        }
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Reads on over so many bytes, which are a piece.
    fn piece(&mut self, bytes: usize) -> Option<&'t str> {
        let piece = self.rest().get(..bytes);
        self.at += bytes;
        piece
    }

    /// Code in a fence, which may have no end, or within a line: what stands between the marks. A number is one in code, too.
    fn code(&mut self, mark: char) -> Option<&'t str> {
        let behind = self.rest().trim_start_matches(mark);
        let marks = self.rest().len() - behind.len();
        let is_fence = marks > 2;
        if mark == '~' && !(is_fence && self.begins_line()) {
            self.at += marks;
            return None;
        }
        self.at += marks;
        let mut from = 0;
        let end = loop {
            let rest = behind.get(from..).unwrap_or_default();
            let Some(start) = rest.find(mark) else {
                break is_fence.then_some((behind.len(), behind.len()));
            };
            let rest = rest.get(start..).unwrap_or_default();
            let length = rest.len() - rest.trim_start_matches(mark).len();
            let start = from + start;
            from = start + length;
            if length == marks || (is_fence && length > marks) {
                break Some((start, from));
            }
        };
        let (end, next) = end?;
        self.at += next;
        let is_of_amount = |own: char| own.is_numeric() || " .,%-₽$€¥".contains(own);
        let code = behind.get(..end)?.trim();
        (!code.chars().all(is_of_amount)).then_some(code)
    }

    /// Whether there is nothing before on this line but marks of a list or a quotation.
    fn begins_line(&self) -> bool {
        let before = self.text.get(..self.at).unwrap_or_default();
        let marks = |own: char| own.is_ascii_digit() || " \t>*+-.)".contains(own);
        let before = before.trim_end_matches(marks);
        before.is_empty() || before.ends_with('\n')
    }

    /// A tag, a comment or an address in angle brackets, up to its end or that of the line.
    fn tag(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let begins = |own: char| own.is_ascii_alphabetic() || matches!(own, '/' | '!' | '?');
        if !rest.chars().nth(1).is_some_and(begins) {
            self.at += 1;
            return None;
        }
        let end = rest.find(['>', '\n']);
        self.piece(end.map_or(rest.len(), |end| end + 1))
    }

    /// A character by its name or its number: `&lt;`, `&#60;`.
    fn character(&mut self) -> Option<&'t str> {
        let behind = self.rest().get(1..).unwrap_or_default();
        let name = behind.strip_prefix('#').unwrap_or(behind);
        let letters = name.bytes().take(LONGEST_CHARACTER);
        let letters = letters.take_while(u8::is_ascii_alphanumeric).count();
        let is_ended = name
            .get(letters..)
            .is_some_and(|rest| rest.starts_with(';'));
        let is_number = name.len() < behind.len();
        let is_tag = TAG_MARKS.iter().any(|own| behind.starts_with(own));
        let is_character = letters > 0 && (is_ended || is_number || is_tag);
        let bytes = 1 + usize::from(is_number) + letters + usize::from(is_ended);
        let piece = self.piece(if is_character { bytes } else { 1 });
        piece.filter(|_| is_character)
    }

    fn opened(&mut self) {
        let before = self.text.get(..self.at).unwrap_or_default();
        let is_image = before.ends_with('!');
        self.open.push(self.at - usize::from(is_image));
        self.at += 1;
    }

    /// A link, an image or a definition, once its first bracket is closed: up to its own end or that of the line.
    fn closed(&mut self) -> Option<&'t str> {
        let start = self.open.pop().unwrap_or(self.at);
        self.at += 1;
        let rest = self.rest();
        let to = |mark: char| {
            let end = rest.find([mark, '\n']);
            end.map_or(rest.len(), |end| end + 1)
        };
        let is_image = self
            .text
            .get(start..)
            .is_some_and(|own| own.starts_with('!'));
        self.at += match rest.chars().next() {
            Some('(') => to(')'),
            Some('[') => to(']'),
            Some(':') if is_definition(rest) => to('\n'),
            _ if is_image => 0,
            _ => return None,
        };
        self.text.get(start..self.at).map(str::trim_end)
    }
}

/// Whether a colon and what stands behind it define a link: one word on the line, and a title at most.
fn is_definition(rest: &str) -> bool {
    let line = rest.chars().skip(1).take(LONGEST_TARGET);
    let behind = line
        .take_while(|own| *own != '\n')
        .skip_while(|own| own.is_whitespace())
        .skip_while(|own| !own.is_whitespace());
    let mut title = behind.skip_while(|own| own.is_whitespace());
    (title.next()).is_none_or(|own| ['"', '\'', '('].contains(&own))
}

impl<'t> Iterator for Markup<'t> {
    type Item = &'t str;

    fn next(&mut self) -> Option<&'t str> {
        while let Some(mark) = self.rest().chars().next() {
            let piece = match mark {
                '`' | '~' => self.code(mark),
                '<' => self.tag(),
                '&' => self.character(),
                ']' => self.closed(),
                '[' => {
                    self.opened();
                    None
                }
                other => {
                    self.at += other.len_utf8();
                    None
                }
            };
            if let Some(piece) = piece.filter(|piece| !piece.is_empty()) {
                return Some(piece);
            }
        }
        None
    }
}
