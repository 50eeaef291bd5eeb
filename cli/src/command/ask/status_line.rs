//! A status line on a terminal that shows progress.

use std::fmt::Write;
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use cmec_agent::observer::{Observer, Progress};
use cmec_executor::Locale;
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::terminal::output;

/// Most characters of a displayed piece.
const SHOWN: usize = 60;

/// A model silent for this long is still reading the prompt; with a cached prompt it starts sooner.
const READS_FROM: Duration = Duration::from_secs(1);

/// A line on standard error, only on a terminal.
pub(super) struct LiveLine {
    bar: ProgressBar,
    locale: Locale,
    said: String,
}

impl LiveLine {
    pub(super) fn new(locale: Locale) -> Self {
        let bar = match io::stderr().is_terminal() {
            true => ProgressBar::new_spinner(),
            false => ProgressBar::hidden(),
        };
        bar.enable_steady_tick(Duration::from_millis(120));
        let line = Self {
            bar,
            locale,
            said: String::new(),
        };
        line.show("wide_msg", |_| "");
        line
    }

    /// Shows a template key from now on: `wide_msg` is the message, `waiting` depends on the time waited.
    fn show(
        &self,
        key: &str,
        words: impl Fn(Duration) -> &'static str + Copy + Send + Sync + 'static,
    ) {
        let since = Instant::now();
        let waiting = move |_: &ProgressState, line: &mut dyn Write| {
            // The line is drawn again soon.
            let _ = line.write_str(words(since.elapsed()));
        };
        let template = format!("{{spinner}} {{elapsed}} {{{key}}}");
        if let Ok(style) = ProgressStyle::with_template(&template) {
            self.bar.set_style(style.with_key("waiting", waiting));
        }
    }
}

/// Removes the line.
impl Drop for LiveLine {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

impl Observer for LiveLine {
    fn sees(&mut self, happening: Progress<'_>) {
        let locale = self.locale;
        let message = match happening {
            Progress::Asked { with_tools } => {
                return self.show("waiting", move |waited| waiting(with_tools, waited, locale));
            }
            Progress::Said { piece } => {
                self.said.push_str(piece);
                let last = self.said.chars().count().saturating_sub(SHOWN);
                self.said = self.said.chars().skip(last).collect();
                output::plain(&self.said)
            }
            Progress::Called { tool } => {
                self.said.clear();
                output::plain(&tool.chars().take(SHOWN).collect::<String>())
            }
            Progress::Found { rows } => {
                let found = locale.pick("找到行数", "строк найдено", "rows found");
                format!("{found}: {rows}")
            }
            Progress::FellBack => (locale.pick(
                "模型没有回答，改用列表",
                "модель не ответила, показываю список",
                "no answer of the model, a list instead",
            ))
            .to_owned(),
        };
        self.show("wide_msg", |_| "");
        self.bar.set_message(message);
    }
}

/// The activity of a model that has been silent for this long.
fn waiting(with_tools: bool, waited: Duration, locale: Locale) -> &'static str {
    match (waited < READS_FROM, with_tools) {
        (false, _) => locale.pick(
            "正在读取提示词",
            "модель читает запрос",
            "reading the prompt",
        ),
        (true, true) => locale.pick(
            "询问模型（可调用工具）",
            "модель думает, с инструментами",
            "asking the model, with tools",
        ),
        (true, false) => locale.pick("询问模型", "модель думает", "asking the model"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_model_that_says_nothing_for_a_second_reads_the_prompt() {
        for (millis, with_tools, expected) in [
            (0, false, "asking the model"),
            (999, true, "asking the model, with tools"),
            (1_000, true, "reading the prompt"),
            (90_000, false, "reading the prompt"),
        ] {
            let waited = Duration::from_millis(millis);
            assert_eq!(waiting(with_tools, waited, Locale::En), expected);
        }
    }
}
