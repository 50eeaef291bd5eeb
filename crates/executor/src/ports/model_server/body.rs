//! Reads the body of a response up to a maximum size.

use reqwest::Response;

/// The bytes of a body; `None` where it exceeds the maximum.
pub(super) async fn read(mut response: Response, most: usize) -> reqwest::Result<Option<Vec<u8>>> {
    let said = response.content_length();
    if said.is_some_and(|said| usize::try_from(said).map_or(true, |said| said > most)) {
        return Ok(None);
    }
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > most - bytes.len() {
            return Ok(None);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Some(bytes))
}
