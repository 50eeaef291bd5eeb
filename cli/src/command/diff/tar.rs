//! Tar archives: the plain files in them, by name. Only what `git archive`, GNU tar and POSIX tar write for plain files is
//! read; links and devices are passed over.

use std::collections::BTreeMap;

/// Bytes of a block; headers and contents are padded to it.
const BLOCK: usize = 512;

/// Names and contents.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

/// Reads an archive.
pub(super) fn files(bytes: &[u8]) -> Result<Files, String> {
    if bytes.starts_with(&[0x1f, 0x8b]) {
        return Err("the archive is compressed; unpack it with `gzip -d` first".to_owned());
    }
    let mut files = Files::new();
    let mut at = 0;
    let mut long_name = None;
    while let Some(header) = bytes.get(at..at + BLOCK) {
        if header.iter().all(|byte| *byte == 0) {
            break;
        }
        if !is_sound(header) {
            return Err("it is no tar archive".to_owned());
        }
        let size = number(part(header, 124, 12)).ok_or("a size in the archive is no number")?;
        let start = at + BLOCK;
        let end = start.checked_add(size).ok_or("the archive is cut")?;
        let content = bytes.get(start..end).ok_or("the archive is cut")?;
        at = start + size.div_ceil(BLOCK) * BLOCK;
        match header.get(156) {
            // A name that is too long for the header stands in an entry of its own.
            Some(b'x') => long_name = path_of(content).or(long_name),
            Some(b'L') => long_name = Some(text(content)),
            Some(b'0' | 0) => {
                let name = long_name.take().unwrap_or_else(|| name(header));
                files.insert(name.trim_start_matches("./").to_owned(), content.to_vec());
            }
            Some(b'g') => {}
            _ => long_name = None,
        }
    }
    Ok(files)
}

/// Whether the sum of a header's bytes is what it says.
fn is_sound(header: &[u8]) -> bool {
    let sum = |(at, byte): (usize, &u8)| {
        // The sum counts as blanks in itself.
        if (148..156).contains(&at) {
            32
        } else {
            usize::from(*byte)
        }
    };
    number(part(header, 148, 8)) == Some(header.iter().enumerate().map(sum).sum())
}

fn part(header: &[u8], start: usize, length: usize) -> &[u8] {
    header.get(start..start + length).unwrap_or_default()
}

/// A number in octal digits.
fn number(bytes: &[u8]) -> Option<usize> {
    let text = text(bytes);
    usize::from_str_radix(text.trim(), 8).ok()
}

/// A text up to its end or the first byte of zero.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0);
    let bytes = bytes.get(..end.unwrap_or(bytes.len())).unwrap_or_default();
    String::from_utf8_lossy(bytes).into_owned()
}

fn name(header: &[u8]) -> String {
    let (name, prefix) = (text(part(header, 0, 100)), text(part(header, 345, 155)));
    let is_posix = part(header, 257, 5) == b"ustar";
    if is_posix && !prefix.is_empty() && header.get(262) == Some(&0) {
        format!("{prefix}/{name}")
    } else {
        name
    }
}

/// The `path` of an extended header: lines of length, blank, key, `=`, value.
fn path_of(content: &[u8]) -> Option<String> {
    let content = String::from_utf8_lossy(content);
    let mut lines = content.split('\n');
    lines.find_map(|line| Some(line.split_once(" path=")?.1.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::files;

    #[test]
    fn what_is_no_archive_is_said() {
        assert!(files(b"").unwrap().is_empty());
        assert!(files(&[0; 1024]).unwrap().is_empty());
        assert!(files(&[b'a'; 1024]).is_err());
        assert!(files(&[0x1f, 0x8b, 8]).unwrap_err().contains("gzip"));
    }
}
