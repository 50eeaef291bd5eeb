//! The question of a core case, `<name>.question`: one mapping of YAML with one line of text behind each key.

use granit_parser::{Event, Parser};

/// What a person asked, in three languages, and what the right answer is.
#[derive(Default)]
pub(crate) struct Question {
    pub(crate) zh: String,
    pub(crate) ru: String,
    pub(crate) en: String,
    /// The right answer as SQL or cMEC, where the text of the case is none.
    pub(crate) intent: Option<String>,
    /// Whether the right answer is a question back.
    pub(crate) unclear: bool,
}

impl Question {
    /// Reads it.
    pub(crate) fn read(text: &str) -> Result<Self, String> {
        let mut question = Self::default();
        let mut key: Option<String> = None;
        let mut maps = 0;
        for next in Parser::new_from_str(text) {
            let (event, _) = next.map_err(|error| error.to_string())?;
            match event {
                Event::Scalar(value, ..) if maps == 1 => match key.take() {
                    None => key = Some(value.into_owned()),
                    Some(key) => question.put(&key, value.into_owned())?,
                },
                Event::MappingStart(..) => maps += 1,
                Event::Scalar(..) | Event::SequenceStart(..) | Event::Alias(..) => {
                    return Err("it is more than one mapping of texts".to_owned());
                }
                _ => {}
            }
        }
        if maps != 1 {
            return Err("it is no single mapping".to_owned());
        }
        if [&question.zh, &question.ru, &question.en].contains(&&String::new()) {
            return Err("it lacks one of `zh`, `ru`, `en`".to_owned());
        }
        Ok(question)
    }

    fn put(&mut self, key: &str, value: String) -> Result<(), String> {
        if value.trim().is_empty() || value.contains('\n') {
            return Err(format!("`{key}` is not one line"));
        }
        match (key, value.as_str()) {
            ("zh", _) => put_text(key, value, &mut self.zh),
            ("ru", _) => put_text(key, value, &mut self.ru),
            ("en", _) => put_text(key, value, &mut self.en),
            ("intent", _) => put_text(key, value, self.intent.get_or_insert_default()),
            ("unclear", "true") if !self.unclear => {
                self.unclear = true;
                Ok(())
            }
            _ => Err(format!("`{key}: {value}` is not understood")),
        }
    }
}

fn put_text(key: &str, value: String, place: &mut String) -> Result<(), String> {
    if !place.is_empty() {
        return Err(format!("`{key}` stands there twice"));
    }
    *place = value;
    Ok(())
}
