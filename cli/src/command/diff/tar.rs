//! Tar archives: their files by name.

use std::io::{self, Read};

use tar::Archive;

use super::files::{Entry, Files, LINK};

pub(super) fn files(bytes: &[u8]) -> Result<Files, String> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err("the archive is compressed; unpack it with `gzip -d` first".to_owned());
    }
    // The library's error message quotes bytes of the input.
    unpacked(bytes).map_err(|_| "it is no tar archive, or one that is cut".to_owned())
}

fn unpacked(bytes: &[u8]) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in Archive::new(bytes).entries()? {
        let mut entry = entry?;
        let kind = entry.header().entry_type();
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let found = if kind.is_file() {
            let mut content = Vec::new();
            entry.read_to_end(&mut content)?;
            Entry::Bytes(content)
        } else if kind.is_symlink() || kind.is_hard_link() {
            Entry::Instead(LINK)
        } else {
            Entry::Instead("no plain file")
        };
        if !kind.is_dir() {
            files.insert(name.trim_start_matches("./").to_owned(), found);
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use tar::{Builder, EntryType, Header};

    use super::{Entry, files};

    #[test]
    fn what_is_no_archive_is_said() {
        assert!(files(b"").unwrap().is_empty());
        assert!(files(&[0; 1024]).unwrap().is_empty());
        assert!(files(&[b'a'; 1024]).unwrap_err().contains("no tar"));
        assert!(files(&[0x1f, 0x8b, 8]).unwrap_err().contains("gzip"));
    }

    /// `tar` stores a file with two names once, and a link for the other name.
    #[test]
    fn what_is_no_file_keeps_its_name() {
        for kind in [EntryType::Link, EntryType::Symlink, EntryType::Fifo] {
            let mut archive = Builder::new(Vec::new());
            let mut header = Header::new_gnu();
            header.set_entry_type(kind);
            header.set_size(0);
            let name = "wine/overlay.yaml";
            archive.append_link(&mut header, name, "other").unwrap();
            let read = files(&archive.into_inner().unwrap()).unwrap();
            assert!(matches!(read[name], Entry::Instead(_)), "{kind:?}");
        }
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
        let read = files(&bytes).unwrap();
        assert!(matches!(&read[&long], Entry::Bytes(own) if own.len() == 2_000));
        assert!(files(&bytes[..bytes.len() - 2_048]).is_err());
    }
}
