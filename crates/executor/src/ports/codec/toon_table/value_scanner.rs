//! A line of TOON → its values, from left to right.

use crate::ports::codec::json_rows::is_number;
use crate::ports::raw_row::{Cell, Reference};

pub(super) struct ValueScanner<'t>(pub(super) &'t str);

pub(super) enum Token<'t> {
    Quoted(String),
    Bare(&'t str),
}

impl Token<'_> {
    pub(super) fn text(self) -> String {
        match self {
            Self::Quoted(text) => text,
            Self::Bare(text) => text.to_owned(),
        }
    }
}

impl<'t> ValueScanner<'t> {
    pub(super) fn expect(&mut self, wanted: char) -> Result<(), String> {
        let rest = self.0.strip_prefix(wanted);
        self.0 = rest.ok_or_else(|| format!("`{wanted}` is missing"))?;
        Ok(())
    }

    /// Reads a quoted text, or the text before the next end character.
    pub(super) fn token(&mut self, ends: &[char]) -> Result<Token<'t>, String> {
        if !self.0.starts_with('"') {
            let end = self.0.find(ends).unwrap_or(self.0.len());
            let (token, rest) = self.0.split_at_checked(end).unwrap_or((self.0, ""));
            self.0 = rest;
            return Ok(Token::Bare(token.trim()));
        }
        let mut escaped = false;
        let end = self.0.char_indices().skip(1).find_map(|(at, letter)| {
            let closes = letter == '"' && !escaped;
            escaped = letter == '\\' && !escaped;
            closes.then_some(at + 1)
        });
        let (token, rest) = end
            .and_then(|end| self.0.split_at_checked(end))
            .ok_or("a quoted text does not end")?;
        self.0 = rest;
        serde_json::from_str(token)
            .map(Token::Quoted)
            .map_err(|_| "an escape of a quoted text is not known".to_owned())
    }

    /// Reads a value. `ends` are the characters that end a bare value.
    pub(super) fn value(&mut self, ends: &[char], deeper: usize) -> Result<Cell, String> {
        let start = self.0;
        match start.bytes().next() {
            Some(b'{') => {
                let fields = self.fields(deeper)?;
                Ok(reference(fields).unwrap_or_else(|| self.since(start)))
            }
            Some(b'[') => {
                // No column needs the items of a list.
                let item = |scanner: &mut Self, deeper| scanner.value(&[',', ']'], deeper);
                self.list(['[', ']'], deeper, item)?;
                Ok(self.since(start))
            }
            _ => Ok(match self.token(ends)? {
                Token::Quoted(text) => Cell::Text(text),
                Token::Bare("null") => Cell::Null,
                Token::Bare("true") => Cell::Boolean(true),
                Token::Bare("false") => Cell::Boolean(false),
                Token::Bare(text) if is_number(text) => Cell::Number(text.to_owned()),
                Token::Bare(text) => Cell::Text(text.to_owned()),
            }),
        }
    }

    /// The source text read since `start`.
    fn since(&self, start: &str) -> Cell {
        let read = start.len().saturating_sub(self.0.len());
        Cell::Other(start.get(..read).unwrap_or_default().to_owned())
    }

    /// Reads `{key: value, …}`.
    fn fields(&mut self, deeper: usize) -> Result<Vec<(String, Cell)>, String> {
        self.list(['{', '}'], deeper, |scanner, deeper| {
            let key = scanner.token(&[':', '}', ','])?.text();
            scanner.expect(':')?;
            scanner.0 = scanner.0.trim_start();
            Ok((key, scanner.value(&[',', '}'], deeper)?))
        })
    }

    /// Reads items between two brackets.
    fn list<T>(
        &mut self,
        [open, close]: [char; 2],
        deeper: usize,
        item: impl Fn(&mut Self, usize) -> Result<T, String>,
    ) -> Result<Vec<T>, String> {
        let deeper = deeper
            .checked_sub(1)
            .ok_or("values stand too deep in each other")?;
        self.expect(open)?;
        let mut items = Vec::new();
        while !self.0.starts_with(close) {
            if !items.is_empty() {
                self.expect(',')?;
                self.0 = self.0.trim_start();
            }
            items.push(item(self, deeper)?);
        }
        self.expect(close)?;
        Ok(items)
    }
}

fn reference(fields: Vec<(String, Cell)>) -> Option<Cell> {
    let mut found = Reference {
        id: String::new(),
        type_name: String::new(),
        presentation: String::new(),
    };
    let mut is_reference = false;
    for (key, cell) in fields {
        let slot = match (key.as_str(), &cell) {
            ("_objectRef", Cell::Boolean(true)) => {
                is_reference = true;
                continue;
            }
            ("УникальныйИдентификатор", _) => &mut found.id,
            ("ТипОбъекта", _) => &mut found.type_name,
            ("Представление", _) => &mut found.presentation,
            _ => continue,
        };
        // A name without letters looks like a number.
        let (Cell::Text(text) | Cell::Number(text)) = cell else {
            return None;
        };
        *slot = text;
    }
    (is_reference && !found.id.is_empty() && !found.type_name.is_empty())
        .then_some(Cell::Reference(found))
}
