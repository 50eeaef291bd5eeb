//! A line on a terminal that says what is happening.

use std::io::{self, IsTerminal};
use std::time::Duration;

use cmec_executor::Locale;
use cmec_executor::agent::observer::{Happening, Observer};
use indicatif::{ProgressBar, ProgressStyle};

use crate::output;

/// Most letters of a piece that is shown.
const SHOWN: usize = 60;

/// A line on standard error, on a terminal only.
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
        if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed} {wide_msg}") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(120));
        Self {
            bar,
            locale,
            said: String::new(),
        }
    }

    /// Takes the line away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

impl Drop for LiveLine {
    fn drop(&mut self) {
        self.end();
    }
}

impl Observer for LiveLine {
    fn sees(&mut self, happening: Happening<'_>) {
        let locale = self.locale;
        let message = match happening {
            Happening::Asked { with_tools: true } => locale.pick(
                "询问模型（可调用工具）",
                "модель думает, с инструментами",
                "asking the model, with tools",
            ),
            Happening::Asked { with_tools: false } => {
                locale.pick("询问模型", "модель думает", "asking the model")
            }
            Happening::Said { piece } => {
                self.said.push_str(piece);
                let last = self.said.chars().count().saturating_sub(SHOWN);
                let last: String = self.said.chars().skip(last).collect();
                self.said.clone_from(&last);
                self.bar.set_message(output::plain(&last));
                return;
            }
            Happening::Called { tool } => {
                self.said.clear();
                let tool: String = tool.chars().take(SHOWN).collect();
                self.bar.set_message(output::plain(&tool));
                return;
            }
            Happening::Found { rows } => {
                let found = locale.pick("找到行数", "строк найдено", "rows found");
                self.bar.set_message(format!("{found}: {rows}"));
                return;
            }
            Happening::FellBack => locale.pick(
                "模型没有回答，改用列表",
                "модель не ответила, показываю список",
                "no answer of the model, a list instead",
            ),
        };
        self.bar.set_message(message);
    }
}
