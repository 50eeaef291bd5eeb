//! Tar archives: the plain files in them, by name. Links and devices are passed over.

use std::collections::BTreeMap;
use std::io::{self, Read};

use tar::Archive;

/// Names and contents.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Reads an archive.
pub(super) fn files(bytes: &[u8]) -> Result<Files, String> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err("the archive is compressed; unpack it with `gzip -d` first".to_owned());
    }
    // The library's own words quote the bytes that it could not read.
    unpacked(bytes).map_err(|_| "it is no tar archive, or one that is cut".to_owned())
}

fn unpacked(bytes: &[u8]) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in Archive::new(bytes).entries()? {
        let mut entry = entry?;
        if entry.header().entry_type().is_file() {
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            let mut content = Vec::new();
            entry.read_to_end(&mut content)?;
            files.insert(name.trim_start_matches("./").to_owned(), content);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use tar::{Builder, Header};

    use super::files;

    #[test]
    fn what_is_no_archive_is_said() {
        assert!(files(b"").unwrap().is_empty());
        assert!(files(&[0; 1024]).unwrap().is_empty());
        assert!(files(&[b'a'; 1024]).unwrap_err().contains("no tar"));
        assert!(files(&[0x1f, 0x8b, 8]).unwrap_err().contains("gzip"));
    }

    #[test]
    fn an_archive_that_is_cut_is_said() {
        let mut archive = Builder::new(Vec::new());
        let mut header = Header::new_gnu();
        header.set_size(2_000);
        let long = format!("{}/codebook.yaml", "folder".repeat(30));
        archive
            .append_data(&mut header, &long, &[7; 2_000][..])
            .unwrap();
        let bytes = archive.into_inner().unwrap();
        assert_eq!(files(&bytes).unwrap()[&long].len(), 2_000);
        assert!(files(&bytes[..bytes.len() - 2_048]).is_err());
    }
}
