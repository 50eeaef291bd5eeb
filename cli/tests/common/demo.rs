//! A demonstration server over Streamable HTTP, as a process of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use super::cmec;

/// The variable with the secret, and the secret.
pub(crate) const SECRET: (&str, &str) = ("CMEC_TEST_TOKEN", "t0ken-of-the-test");

/// A demonstration server that listens until it is dropped.
pub(crate) struct Demo {
    child: Child,
    pub(crate) url: String,
    said: Arc<(Mutex<Vec<String>>, Condvar)>,
}

impl Demo {
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_at("127.0.0.1:0", arguments)
    }

    pub(crate) fn start_at(address: &str, arguments: &[&str]) -> Self {
        let mut all = vec!["demo-1c", "--http", address];
        all.extend_from_slice(arguments);
        let mut child = cmec(&all)
            .env(SECRET.0, SECRET.1)
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let url = lines.find_map(|line| {
            let line = line.unwrap();
            Some(line.strip_prefix("listening at ")?.to_owned())
        });
        // What it says later must have a place to go.
        let said = Arc::new((Mutex::new(Vec::new()), Condvar::new()));
        let heard = Arc::clone(&said);
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                heard.0.lock().unwrap().push(line);
                heard.1.notify_all();
            }
        });
        Self {
            child,
            url: url.unwrap(),
            said,
        }
    }

    /// Waits, for a while, until it has said so many lines that begin so; whether it has.
    pub(crate) fn hears(&self, what: &str, times: usize) -> bool {
        let (said, more) = &*self.said;
        let lacks = |said: &mut Vec<String>| {
            let lines = said.iter().filter(|line| line.starts_with(what));
            lines.count() < times
        };
        let said = said.lock().unwrap();
        let waited = more.wait_timeout_while(said, Duration::from_secs(30), lacks);
        !waited.unwrap().1.timed_out()
    }

    /// How many sessions were opened, and how many of them are closed. What is on its way is waited for, for a while: so many
    /// sessions at the least, all closed.
    pub(crate) fn sessions(&self, least: usize) -> (usize, usize) {
        let count = |said: &[String], what: &str| {
            let lines = said.iter().filter(|line| line.starts_with(what));
            lines.count()
        };
        let counts = |said: &[String]| {
            let opened = count(said, "session opened: ");
            (opened, count(said, "session closed: "))
        };
        let (said, more) = &*self.said;
        let is_open = |said: &mut Vec<String>| {
            let (opened, closed) = counts(said);
            opened < least || opened != closed
        };
        let said = said.lock().unwrap();
        let (said, _) = (more.wait_timeout_while(said, Duration::from_secs(20), is_open)).unwrap();
        counts(&said)
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
