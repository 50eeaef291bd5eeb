//! Running a plan of the retrieval lane. There is no index yet, so the answer says that there is only the request.

use crate::response::{Audience, Response};

/// Answers a plan.
#[must_use]
pub fn run(audience: Audience<'_>) -> Response {
    let mut response = Response::unsupported(audience);
    response.reasons.push("lane_not_executable_yet".to_owned());
    response
        .limitations
        .push("retrieval: there is no index yet, only the request".to_owned());
    response
}
