//! A push-down automaton over JSON tokens that knows which tokens may come next and what the next value must be.

mod values;

use std::borrow::Cow;
use std::collections::HashSet;

use crate::draft::Words;
use crate::language::object::CONTRACT;
use crate::language::{Holds, NamingStyle, Object};
use crate::notation::{Notation, Spelling};
use crate::read::json::tree::{self, JsonKind};
use crate::read::shape;
use crate::span::Span;
use crate::stream::finding_place::FindingPlace;
use crate::stream::scan::{Lexeme, LexemeKind};
use crate::tables::Tables;

/// The effect of a token.
#[derive(Debug)]
pub(super) enum Step {
    /// The text can still become valid.
    On,
    /// The text is not JSON.
    Broken,
    /// The text is certainly wrong here.
    ValueError(FindingPlace),
}

/// The expected token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Want {
    Value,
    ValueOrClose,
    Key,
    KeyOrClose,
    Colon,
    CommaOrClose,
    Nothing,
}

/// The decision if codes of the text are resolved. A question to the user is passed on without resolving them, so no
/// code dooms the text before its scenario is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lookup {
    Unknown,
    Yes,
    No,
}

/// An open object or list.
#[derive(Debug, Clone)]
struct Frame {
    start: usize,
    /// `true` if a value of another shape is expected here.
    wrong: bool,
    inside: Inside,
    /// The alternative object, used if the first key belongs to it.
    instead: Option<&'static Object>,
}

#[derive(Debug, Clone)]
enum Inside {
    List(Holds),
    /// The object of the language, if known; a bit set of its keys that occurred; other keys that occurred.
    Object(Option<&'static Object>, u16, HashSet<String>),
}

#[derive(Debug, Clone)]
pub(super) struct Automaton {
    frames: Vec<Frame>,
    want: Want,
    /// The expected kind of the next value.
    slot: Holds,
    depth_cap: usize,
    /// `true` if the text is certainly in the assumed notation.
    certain: bool,
    /// `true` if the text is taken for MEC only because of its first key. Another top-level key or value can refute
    /// that.
    guessed: bool,
    words: Words,
    lookup: Lookup,
    /// The first error that counts only if the text is cMEC, or only if its codes are resolved.
    held: Option<FindingPlace>,
}

impl Automaton {
    pub(super) fn new(spelling: Spelling, tables: &Tables) -> Self {
        let (slot, certain) = match spelling {
            Spelling::Auto => (Holds::Object(&CONTRACT), false),
            Spelling::Only(Notation::C02 | Notation::Mec) => (Holds::Object(&CONTRACT), true),
            Spelling::Only(_) => (Holds::Value, false),
        };
        let words = match spelling {
            Spelling::Only(Notation::Mec) => Words::Names,
            _ => Words::Codes,
        };
        Self {
            frames: Vec::new(),
            want: Want::Value,
            slot,
            depth_cap: tables.limits.nesting() as usize,
            certain,
            guessed: false,
            words,
            lookup: Lookup::Unknown,
            held: None,
        }
    }

    /// `true` if the one value of the text is complete.
    pub(super) fn is_done(&self) -> bool {
        self.want == Want::Nothing
    }

    /// The text that closes all open brackets, after `null` for a missing value.
    pub(super) fn closing(&self) -> String {
        let mut closing = String::new();
        if self.want == Want::Colon {
            closing.push_str(":null");
        }
        for frame in self.frames.iter().rev() {
            closing.push(match frame.inside {
                Inside::List(_) => ']',
                Inside::Object(..) => '}',
            });
        }
        closing
    }

    pub(super) fn step(&mut self, text: &str, lexeme: Lexeme, tables: &Tables) -> Step {
        let span = lexeme.span;
        let in_list = self
            .frames
            .last()
            .map(|frame| matches!(frame.inside, Inside::List(_)));
        let value = matches!(self.want, Want::Value | Want::ValueOrClose);
        match lexeme.kind {
            LexemeKind::Strange => Step::Broken,
            LexemeKind::Mark('{') if value => self.open(span, false),
            LexemeKind::Mark('[') if value => self.open(span, true),
            LexemeKind::Mark('}')
                if in_list == Some(false)
                    && matches!(self.want, Want::KeyOrClose | Want::CommaOrClose) =>
            {
                self.close(span)
            }
            LexemeKind::Mark(']')
                if in_list == Some(true)
                    && matches!(self.want, Want::ValueOrClose | Want::CommaOrClose) =>
            {
                self.close(span)
            }
            LexemeKind::Mark(':') if self.want == Want::Colon => {
                self.want = Want::Value;
                Step::On
            }
            LexemeKind::Mark(',') if self.want == Want::CommaOrClose => {
                self.comma();
                Step::On
            }
            LexemeKind::Mark(_) => Step::Broken,
            LexemeKind::Text { .. } if matches!(self.want, Want::Key | Want::KeyOrClose) => {
                match read(text, lexeme, tables) {
                    Some(JsonKind::Text(key)) => self.key(&key, span),
                    _ => Step::Broken,
                }
            }
            LexemeKind::Text { .. } | LexemeKind::Run
                if value && self.frames.len() < self.depth_cap =>
            {
                match read(text, lexeme, tables) {
                    Some(kind) => self.scalar(&kind, span, tables),
                    None => Step::Broken,
                }
            }
            LexemeKind::Text { .. } | LexemeKind::Run => Step::Broken,
        }
    }

    fn comma(&mut self) {
        self.want = match self.frames.last().map(|frame| &frame.inside) {
            Some(Inside::List(element)) => {
                self.slot = *element;
                Want::Value
            }
            _ => Want::Key,
        };
    }

    fn open(&mut self, span: Span, list: bool) -> Step {
        if self.frames.len() >= self.depth_cap {
            return Step::Broken;
        }
        // A top-level list may be the flat constraints of v0.1.
        if list && self.guessed && self.frames.len() == 1 {
            self.give_up();
        }
        let object = |part| Inside::Object(part, 0, HashSet::new());
        let (wrong, inside) = match (self.slot, list) {
            (Holds::List(element, _), true) => (false, Inside::List(*element)),
            // The first key decides between the two.
            (Holds::Object(part) | Holds::Either(part, _), false) => (false, object(Some(part))),
            (Holds::Side(set), false) => (false, object(Some(set))),
            (slot, true) => (!matches!(slot, Holds::Value), Inside::List(Holds::Value)),
            (slot, false) => (!matches!(slot, Holds::Value), object(None)),
        };
        if let Inside::List(element) = inside {
            self.slot = element;
            self.want = Want::ValueOrClose;
        } else {
            self.want = Want::KeyOrClose;
        }
        let instead = match self.slot {
            Holds::Either(_, other) if !list => Some(other),
            _ => None,
        };
        self.frames.push(Frame {
            start: span.start,
            wrong,
            inside,
            instead,
        });
        Step::On
    }

    fn close(&mut self, span: Span) -> Step {
        let frame = self.frames.pop();
        self.after_value();
        match frame {
            // A complete text that is not an object is judged by the decoder.
            Some(frame) if frame.wrong && !self.is_done() => {
                self.wrong_at(FindingPlace::at(Span::new(frame.start, span.end)))
            }
            _ => Step::On,
        }
    }

    fn after_value(&mut self) {
        self.want = if self.frames.is_empty() {
            Want::Nothing
        } else {
            Want::CommaOrClose
        };
    }

    fn key(&mut self, key: &str, span: Span) -> Step {
        self.want = Want::Colon;
        self.slot = Holds::Value;
        let top = self.frames.len() == 1;
        if top && !self.certain {
            self.guess(key);
        }
        let naming = self.naming();
        let Some(Frame {
            inside: Inside::Object(part, said, others),
            instead,
            ..
        }) = self.frames.last_mut()
        else {
            return Step::Broken;
        };
        if let Some(other) = instead.take()
            && other.key(key, naming).is_some()
        {
            *part = Some(other);
        }
        let found = part.and_then(|part| {
            let mut keys = part.keys(naming).enumerate();
            keys.find(|(_, member)| member.name(naming) == key)
        });
        let Some((index, member)) = found else {
            let twice = !others.insert(key.to_owned());
            let judged = part.is_some();
            // Another notation may allow or remove this key.
            if self.guessed && !twice && (top || shape::is_banned(key)) {
                self.give_up();
                return Step::On;
            }
            return if twice || judged {
                self.wrong_at(FindingPlace::at(span))
            } else {
                Step::On
            };
        };
        let bit = 1_u16 << index;
        let twice = *said & bit != 0;
        *said |= bit;
        self.slot = member.holds;
        if twice {
            return self.wrong_at(FindingPlace::at(span));
        }
        if top && !self.certain {
            self.certain = true;
            return self.held.take().map_or(Step::On, Step::ValueError);
        }
        Step::On
    }

    /// Takes the text for MEC if this is its first key and belongs to MEC.
    fn guess(&mut self, key: &str) {
        let Some(Frame {
            inside: Inside::Object(part, 0, others),
            ..
        }) = self.frames.last_mut()
        else {
            return;
        };
        if part.is_some() && others.is_empty() && CONTRACT.key(key, NamingStyle::Names).is_some() {
            *part = Some(&CONTRACT);
            self.guessed = true;
            self.certain = true;
            self.words = Words::Names;
        }
    }

    const fn naming(&self) -> NamingStyle {
        match self.words {
            Words::Codes | Words::Sql => NamingStyle::Codes,
            Words::Names => NamingStyle::Names,
        }
    }

    pub(super) const fn notation(&self) -> Notation {
        match self.words {
            Words::Codes | Words::Sql => Notation::C02,
            Words::Names => Notation::Mec,
        }
    }

    /// From here on only checks the grammar, because the text may be in a notation that only the decoder judges.
    fn give_up(&mut self) {
        self.guessed = false;
        self.certain = false;
        self.held = None;
        self.slot = Holds::Value;
        for frame in &mut self.frames {
            frame.wrong = false;
            frame.instead = None;
            match &mut frame.inside {
                Inside::List(element) => *element = Holds::Value,
                Inside::Object(part, ..) => *part = None,
            }
        }
    }

    fn wrong_at(&mut self, place: FindingPlace) -> Step {
        if self.certain {
            return Step::ValueError(place);
        }
        self.held.get_or_insert(place);
        Step::On
    }
}

/// The value of a complete token; `None` if it is not valid JSON.
fn read<'a>(text: &'a str, lexeme: Lexeme, tables: &Tables) -> Option<JsonKind<'a>> {
    let said = text.get(lexeme.span.start..lexeme.span.end)?;
    if lexeme.kind == (LexemeKind::Text { escaped: false }) {
        let inner = said.strip_prefix('"')?.strip_suffix('"')?;
        return Some(JsonKind::Text(Cow::Borrowed(inner)));
    }
    let document = tree::read(said, 0, &tables.limits).ok()?;
    Some(document.root.kind)
}
