//! Plans of validated queries: each can be run once, within a minute.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::codec::QueryRequest;

/// How long a plan can be run.
const LIFE: Duration = Duration::from_secs(60);

/// Plans that are kept; the oldest gives way.
const MOST: usize = 256;

/// Bytes of an id; it is written in twice as many digits.
const ID_BYTES: usize = 24;

/// Plans that were not run yet, the oldest first.
#[derive(Debug, Default)]
pub(super) struct Plans(VecDeque<(String, Instant, QueryRequest)>);

impl Plans {
    /// Keeps a query; its id. `None`: the system has no random numbers.
    pub(super) fn keep(&mut self, query: QueryRequest) -> Option<String> {
        let mut bytes = [0; ID_BYTES];
        getrandom::fill(&mut bytes).ok()?;
        let mut id = String::with_capacity(2 * ID_BYTES);
        for byte in bytes {
            write!(id, "{byte:02x}").ok()?;
        }
        if self.0.len() >= MOST {
            self.0.pop_front();
        }
        self.0.push_back((id.clone(), Instant::now(), query));
        Some(id)
    }

    /// Takes the query of an id.
    pub(super) fn take(&mut self, id: &str) -> Option<QueryRequest> {
        let at = self.0.iter().position(|(known, _, _)| known == id)?;
        let (_, kept, query) = self.0.remove(at)?;
        (kept.elapsed() < LIFE).then_some(query)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::one_c::value::Params;

    #[test]
    fn a_plan_is_run_once_and_the_oldest_gives_way() {
        let query = QueryRequest {
            text: String::new(),
            params: Params::new(),
            limit: 1,
            include_schema: false,
        };
        let mut plans = Plans::default();
        let first = plans.keep(query.clone()).unwrap();
        let second = plans.keep(query.clone()).unwrap();
        assert_eq!((first.len(), first == second), (48, false));
        assert_eq!(plans.take(&second), Some(query.clone()));
        assert_eq!(plans.take(&second), None);
        for _ in 0..MOST {
            plans.keep(query.clone()).unwrap();
        }
        assert_eq!(plans.take(&first), None);
    }
}
