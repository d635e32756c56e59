//! A folder that stands for S3: a subfolder a bucket, a file an object.

use super::store::{ObjectInfo, ObjectStore, ObjectWriter, Objects, StoreError, hexadecimal};
use crate::base::Timestamp;
use md5::{Digest, Md5};
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// What the names of files that are being written begin with. A listing does not show them.
const UNFINISHED: &str = ".sfnrun-unfinished-";
/// Folders in folders that a listing goes into; a link to a folder around it has no end.
const DEPTH: usize = 64;

/// A folder that stands for S3.
#[derive(Clone, Debug)]
pub struct FolderStore {
    root: PathBuf,
}

impl FolderStore {
    /// The store in a folder, which has to be there.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    /// The folder of a bucket, which may not be there.
    fn bucket(&self, bucket: &str) -> Result<PathBuf, StoreError> {
        if is_name(bucket) && !bucket.starts_with('.') {
            return Ok(self.root.join(bucket));
        }
        Err(StoreError::BucketName {
            bucket: bucket.to_owned(),
        })
    }

    /// The folder of a bucket, which is there.
    fn existing(&self, bucket: &str) -> Result<PathBuf, StoreError> {
        let path = self.bucket(bucket)?;
        if path.is_dir() {
            return Ok(path);
        }
        Err(StoreError::NoSuchBucket {
            bucket: bucket.to_owned(),
        })
    }

    /// Whether an object of this name could be written.
    pub(super) fn check(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        self.path(bucket, key).map(|_| ())
    }

    fn path(&self, bucket: &str, key: &str) -> Result<PathBuf, StoreError> {
        let mut path = self.bucket(bucket)?;
        if let Some(reason) = unfit(key) {
            return Err(StoreError::Key {
                bucket: bucket.to_owned(),
                key: key.to_owned(),
                reason,
            });
        }
        path.extend(key.split('/'));
        Ok(path)
    }
}

/// Why a key cannot be the path of a file.
fn unfit(key: &str) -> Option<&'static str> {
    if key.is_empty() {
        return Some("it is empty");
    }
    if key.starts_with('/') {
        return Some("it begins with `/`");
    }
    key.split('/').find_map(|name| match name {
        "" => Some("a name between its slashes is empty"),
        "." | ".." => Some("`.` and `..` would lead elsewhere"),
        _ if name.starts_with(UNFINISHED) => Some("such names are those of unfinished files"),
        _ if !is_name(name) => Some("it holds characters that a file's name cannot hold"),
        _ => None,
    })
}

/// Whether a file or folder can be called so, on any system: one name, no path, no drive, no stream.
fn is_name(name: &str) -> bool {
    let mut parts = Path::new(name).components();
    let normal = matches!(
        (parts.next(), parts.next()),
        (Some(std::path::Component::Normal(part)), None) if part == name
    );
    normal && !name.contains(['/', '\\', '\0']) && !(cfg!(windows) && name.contains(':'))
}

fn io_error(verb: &'static str, path: &Path) -> impl FnOnce(io::Error) -> StoreError {
    let path = path.display().to_string();
    move |error| StoreError::Io { verb, path, error }
}

impl ObjectStore for FolderStore {
    fn open(&self, bucket: &str, key: &str) -> Result<Box<dyn Read + Send>, StoreError> {
        self.existing(bucket)?;
        let path = self.path(bucket, key)?;
        if path.is_dir() || !path.exists() {
            return Err(StoreError::NoSuchKey {
                bucket: bucket.to_owned(),
                key: key.to_owned(),
            });
        }
        let file = File::open(&path).map_err(io_error("read", &path))?;
        Ok(Box::new(file))
    }

    fn list(&self, bucket: &str, prefix: &str) -> Result<Objects, StoreError> {
        let folder = self.existing(bucket)?;
        let top = entries(&folder, "", prefix)?;
        Ok(Box::new(Walk {
            prefix: prefix.to_owned(),
            open: vec![top.into_iter()],
            failed: false,
        }))
    }

    fn probe(&self, bucket: &str, key: &str) -> Result<(), StoreError> {
        // Dropped at once, it leaves nothing.
        self.create(bucket, key).map(drop)
    }

    fn create(&self, bucket: &str, key: &str) -> Result<Box<dyn ObjectWriter>, StoreError> {
        let path = self.path(bucket, key)?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let unfinished = path.with_file_name(format!("{UNFINISHED}{name}"));
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(io_error("write", folder))?;
        }
        let file = File::create(&unfinished).map_err(io_error("write", &unfinished))?;
        Ok(Box::new(FileWriter {
            file: BufWriter::new(file),
            unfinished,
            path,
            finished: false,
        }))
    }
}

struct FileWriter {
    file: BufWriter<File>,
    unfinished: PathBuf,
    path: PathBuf,
    finished: bool,
}

impl Write for FileWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl ObjectWriter for FileWriter {
    fn finish(mut self: Box<Self>) -> Result<(), StoreError> {
        let written = self.file.flush();
        written.map_err(io_error("write", &self.path))?;
        fs::rename(&self.unfinished, &self.path).map_err(io_error("write", &self.path))?;
        self.finished = true;
        Ok(())
    }
}

impl Drop for FileWriter {
    fn drop(&mut self) {
        if !self.finished {
            // Nobody is left to tell if this fails, and the name says what the file is.
            let _ = fs::remove_file(&self.unfinished);
        }
    }
}

/// A file or folder of a bucket.
struct Entry {
    /// Its key; that of a folder ends with `/`.
    key: String,
    path: PathBuf,
    folder: bool,
}

/// What is in a folder and can have the prefix, in the order of keys.
fn entries(folder: &Path, above: &str, prefix: &str) -> Result<Vec<Entry>, StoreError> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(io_error("read", folder))? {
        let entry = entry.map_err(io_error("read", folder))?;
        let path = entry.path();
        let Ok(name) = entry.file_name().into_string() else {
            let error = io::Error::other("its name is not UTF-8, and a key is");
            return Err(io_error("read", &path)(error));
        };
        if name.starts_with(UNFINISHED) {
            continue;
        }
        let folder = path.is_dir();
        let mut key = format!("{above}{name}");
        if folder {
            key.push('/');
        }
        if key.starts_with(prefix) || folder && prefix.starts_with(&key) {
            found.push(Entry { key, path, folder });
        }
    }
    // With its slash, a folder sorts where the keys in it do.
    found.sort_unstable_by(|left, right| left.key.cmp(&right.key));
    Ok(found)
}

/// Goes through the files of a bucket in the order of keys.
struct Walk {
    prefix: String,
    open: Vec<std::vec::IntoIter<Entry>>,
    failed: bool,
}

impl Walk {
    fn step(&mut self) -> Result<Option<ObjectInfo>, StoreError> {
        while let Some(top) = self.open.last_mut() {
            let Some(entry) = top.next() else {
                self.open.pop();
                continue;
            };
            if !entry.folder {
                return object(entry).map(Some);
            }
            if self.open.len() == DEPTH {
                let error = io::Error::other("it is too deep, or a link to a folder around it");
                return Err(io_error("read", &entry.path)(error));
            }
            let inner = entries(&entry.path, &entry.key, &self.prefix)?;
            self.open.push(inner.into_iter());
        }
        Ok(None)
    }
}

impl Iterator for Walk {
    type Item = Result<ObjectInfo, StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let step = self.step();
        self.failed = step.is_err();
        step.transpose()
    }
}

fn object(entry: Entry) -> Result<ObjectInfo, StoreError> {
    let read = |path: &Path| -> io::Result<(u64, Timestamp, String)> {
        let mut file = File::open(path)?;
        let facts = file.metadata()?;
        let mut hash = Md5::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => break,
                count => hash.update(&buffer[..count]),
            }
        }
        let since = facts.modified()?.duration_since(UNIX_EPOCH);
        let milliseconds = since.map_or(0, |since| since.as_millis());
        let changed = Timestamp(i64::try_from(milliseconds).unwrap_or(i64::MAX));
        Ok((facts.len(), changed, hexadecimal(&hash.finalize())))
    };
    let (size, last_modified, etag) = read(&entry.path).map_err(io_error("read", &entry.path))?;
    Ok(ObjectInfo {
        key: entry.key,
        size,
        last_modified,
        etag,
        storage_class: "STANDARD".into(),
    })
}
