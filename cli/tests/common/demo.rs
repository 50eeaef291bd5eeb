//! A demonstration server over Streamable HTTP, as a process of its own.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use super::cmec;

/// The variable with the secret, and the secret.
pub(crate) const SECRET: (&str, &str) = ("CMEC_TEST_TOKEN", "t0ken-of-the-test");

/// A demonstration server that listens until it is dropped.
pub(crate) struct Demo {
    child: Child,
    pub(crate) url: String,
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
        std::thread::spawn(move || lines.for_each(drop));
        Self {
            child,
            url: url.unwrap(),
        }
    }
}

impl Drop for Demo {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
