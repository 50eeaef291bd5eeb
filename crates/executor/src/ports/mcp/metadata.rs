//! The metadata of an infobase, where its server has a tool for it.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::ports::codec::metadata::{self, METADATA_TOOL};
use crate::ports::mcp::McpOneC;
use crate::ports::one_c::{OneCMetadata, PortError};

/// Maximum number of pages of objects; the largest configurations have some thousands of objects.
const PAGES: usize = 50;

#[async_trait::async_trait]
impl OneCMetadata for McpOneC {
    async fn objects(
        &self,
        kinds: &BTreeSet<&str>,
        within: Duration,
    ) -> Result<BTreeSet<String>, PortError> {
        let mut all = BTreeSet::new();
        let mut offset = 0;
        for _ in 0..PAGES {
            let arguments = metadata::page_arguments(kinds, offset);
            let text = self.call(METADATA_TOOL, arguments, within).await?;
            let (page, next) = metadata::page(&text).map_err(|error| self.link.heard(error))?;
            all.extend(page);
            match next {
                Some(next) if next > offset => offset = next,
                _ => return Ok(all),
            }
        }
        Err(PortError::Malformed(format!(
            "its objects fill more than {PAGES} pages"
        )))
    }

    async fn fields(&self, object: &str, within: Duration) -> Result<BTreeSet<String>, PortError> {
        let arguments = metadata::object_arguments(object);
        let text = self.call(METADATA_TOOL, arguments, within).await?;
        metadata::fields(&text).map_err(|error| self.link.heard(error))
    }
}
