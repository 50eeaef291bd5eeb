//! What a base has, where its server tells it.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::ports::codec::metadata::{self, METADATA_TOOL};
use crate::ports::mcp::McpOneC;
use crate::ports::one_c::PortError;

/// Most pages of objects; the largest configurations have some thousands.
const PAGES: usize = 50;

impl McpOneC {
    /// Whether the server has a tool for it.
    #[must_use]
    pub const fn tells_metadata(&self) -> bool {
        self.tells_metadata
    }

    /// Full names of the objects of some kinds (`Справочник`); each page comes within the time given.
    ///
    /// # Errors
    /// Whatever the server or the connection fails with.
    pub async fn objects(
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

    /// Names of the fields of an object that it has; those of the platform are not among them.
    ///
    /// # Errors
    /// Whatever the server or the connection fails with.
    pub async fn fields(
        &self,
        object: &str,
        within: Duration,
    ) -> Result<BTreeSet<String>, PortError> {
        let arguments = metadata::object_arguments(object);
        let text = self.call(METADATA_TOOL, arguments, within).await?;
        metadata::fields(&text).map_err(|error| self.link.heard(error))
    }
}
