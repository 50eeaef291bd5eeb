//! Jobs that come one after the other, so many at once, and what they come to in their order.

use std::collections::VecDeque;
use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};

/// A job.
pub(crate) type Job<'j, T> = Pin<Box<dyn Future<Output = T> + 'j>>;

/// A job that runs, or what it came to while an earlier one still runs.
enum Place<'j, T> {
    Runs(Job<'j, T>),
    Is(T),
}

/// Runs every job that `next` gives, at most so many at once, and hands on what each came to in the order in which they
/// came. What is done and waits for an earlier one counts as running, so no more than that is ever held.
pub(crate) async fn each<'j, T, E>(
    most: usize,
    mut next: impl FnMut(&mut Context<'_>) -> Poll<Option<Job<'j, T>>>,
    mut done: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let mut places: VecDeque<Place<'j, T>> = VecDeque::new();
    let mut is_end = false;
    loop {
        let first = poll_fn(|context| {
            while !is_end && places.len() < most {
                match next(context) {
                    Poll::Ready(Some(job)) => places.push_back(Place::Runs(job)),
                    Poll::Ready(None) => is_end = true,
                    Poll::Pending => break,
                }
            }
            for place in &mut places {
                if let Place::Runs(job) = place
                    && let Poll::Ready(value) = job.as_mut().poll(context)
                {
                    *place = Place::Is(value);
                }
            }
            match places.pop_front() {
                Some(Place::Is(value)) => Poll::Ready(Some(value)),
                Some(running) => {
                    places.push_front(running);
                    Poll::Pending
                }
                None if is_end => Poll::Ready(None),
                None => Poll::Pending,
            }
        });
        match first.await {
            Some(value) => done(value)?,
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::time::Duration;

    use super::*;

    /// Each job takes less time than the one before it.
    #[test]
    fn order_is_kept_and_no_more_run_than_may() {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        for most in [1, 3, 50] {
            let (running, peak) = (Cell::new(0_usize), Cell::new(0_usize));
            let mut numbers = 0..20_u64;
            let mut found = Vec::new();
            let next = |_: &mut Context<'_>| {
                Poll::Ready(numbers.next().map(|number| {
                    let (running, peak) = (&running, &peak);
                    let job: Job<'_, u64> = Box::pin(async move {
                        running.set(running.get() + 1);
                        peak.set(peak.get().max(running.get()));
                        tokio::time::sleep(Duration::from_millis(20 - number)).await;
                        running.set(running.get() - 1);
                        number
                    });
                    job
                }))
            };
            let done = |number| {
                found.push(number);
                Ok::<(), ()>(())
            };
            runtime.block_on(each(most, next, done)).unwrap();
            assert_eq!(found, (0..20).collect::<Vec<_>>());
            assert_eq!(peak.get(), most.min(20));
        }
    }
}
