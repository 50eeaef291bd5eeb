//! Words for relative days, such as `yesterday`.

use crate::finding::Candidate;

/// A relative day: its code, its names in Chinese, Russian and English, and the words for it. The names show the
/// meaning, since a question that repeats the word would not help.
struct DayWords {
    code: &'static str,
    names: [&'static str; 3],
    words: &'static [&'static str],
}

const DAYS: &[DayWords] = &[
    DayWords {
        code: "0d",
        names: ["提问当天", "день вопроса", "the day of the question"],
        words: &[
            "今天",
            "今日",
            "现在",
            "сегодня",
            "сейчас",
            "today",
            "now",
            "now()",
        ],
    },
    DayWords {
        code: "-1d",
        names: [
            "提问前一天",
            "день перед днём вопроса",
            "the day before the question",
        ],
        words: &["昨天", "昨日", "вчера", "yesterday"],
    },
    DayWords {
        code: "+1d",
        names: [
            "提问后一天",
            "день после дня вопроса",
            "the day after the question",
        ],
        words: &["明天", "明日", "завтра", "tomorrow"],
    },
];

pub(super) fn read(text: &str) -> Option<Candidate> {
    let word = text.trim().to_lowercase();
    let mut days = DAYS.iter();
    let day = days.find(|day| day.words.contains(&word.as_str()))?;
    let tags = ["zh", "ru", "en"].into_iter().map(str::to_owned);
    let names = day.names.iter().map(|name| (*name).to_owned());
    Some(Candidate {
        labels: tags.zip(names).collect(),
        ..Candidate::plain(day.code.to_owned())
    })
}
