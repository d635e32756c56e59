//! Which objects of S3 the Maps of a run have read and written: what a replay needs in a folder.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Commands that are told; of more only how many there are.
const MOST: usize = 20;

/// Which objects of S3 the Maps of a run have read and written. Cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct TouchedObjects(Arc<Mutex<Touched>>);

#[derive(Debug, Default)]
struct Touched {
    /// Bucket and key.
    read: BTreeSet<(String, String)>,
    /// Bucket and prefix.
    listed: BTreeSet<(String, String)>,
    written: bool,
}

impl TouchedObjects {
    /// An object was read.
    pub fn read(&self, bucket: &str, key: &str) {
        let place = (bucket.to_owned(), key.to_owned());
        self.lock().read.insert(place);
    }

    /// The objects below a prefix were listed.
    pub fn listed(&self, bucket: &str, prefix: &str) {
        let place = (bucket.to_owned(), prefix.to_owned());
        self.lock().listed.insert(place);
    }

    /// Results were written.
    pub fn written(&self) {
        self.lock().written = true;
    }

    /// How a replay comes to them, lines of text: the commands that copy what was read into a folder. Nothing where no Map has read
    /// or written S3.
    pub fn for_replay(&self) -> Option<String> {
        let touched = self.lock();
        let copies = touched.copies();
        if copies.is_empty() && !touched.written {
            return None;
        }
        let mut told = "objects of S3 that Maps read and wrote are not recorded: a replay takes a folder for S3, `--s3 DIR`"
            .to_owned();
        if !copies.is_empty() {
            told.push_str(". To fill it:");
        }
        for copy in copies.iter().take(MOST) {
            told.push_str(&format!("\n  {copy}"));
        }
        if copies.len() > MOST {
            told.push_str(&format!("\n  and {} more", copies.len() - MOST));
        }
        Some(told)
    }

    fn lock(&self) -> MutexGuard<'_, Touched> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Touched {
    /// The commands of the AWS CLI, which keep the times of the objects. What a listing holds is copied with it.
    fn copies(&self) -> Vec<String> {
        let listed = self.listed.iter().map(|(bucket, prefix)| {
            let (folder, begin) = match prefix.rfind('/') {
                Some(end) => prefix.split_at(end + 1),
                None => ("", prefix.as_str()),
            };
            let only = match begin {
                "" => String::new(),
                begin => format!(" --exclude '*' --include {}", quoted(&format!("{begin}*"))),
            };
            let (from, to) = places(bucket, folder);
            format!("aws s3 cp --recursive {from} {to}{only}")
        });
        let single = self.read.iter().filter(|(bucket, key)| {
            let mut listed = self.listed.iter();
            !listed.any(|(other, prefix)| other == bucket && key.starts_with(&**prefix))
        });
        let single = single.map(|(bucket, key)| {
            let (from, to) = places(bucket, key);
            format!("aws s3 cp {from} {to}")
        });
        listed.chain(single).collect()
    }
}

/// Where an object or a prefix is in S3 and in the folder, as words of a shell.
fn places(bucket: &str, key: &str) -> (String, String) {
    let path = format!("{bucket}/{key}");
    (
        quoted(&format!("s3://{path}")),
        format!("DIR/{}", quoted(&path)),
    )
}

fn quoted(word: &str) -> String {
    let plain = |letter: char| letter.is_ascii_alphanumeric() || "-_./:=@+,".contains(letter);
    match word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_how_to_fill_the_folder() {
        let touched = TouchedObjects::default();
        assert_eq!(touched.for_replay(), None);
        touched.written();
        let only_written = touched.for_replay().expect("it was written");
        assert!(only_written.ends_with("`--s3 DIR`"), "{only_written}");
        touched.read("in", "a b.csv");
        touched.read("in", "days/part-1.json");
        touched.listed("in", "days/part-");
        touched.listed("all", "");
        let told = touched.for_replay().expect("it was read");
        let lines: Vec<&str> = told.lines().skip(1).collect();
        assert_eq!(
            lines,
            [
                "  aws s3 cp --recursive s3://all/ DIR/all/",
                "  aws s3 cp --recursive s3://in/days/ DIR/in/days/ --exclude '*' --include 'part-*'",
                "  aws s3 cp 's3://in/a b.csv' DIR/'in/a b.csv'",
            ]
        );
        for number in 0..MOST {
            touched.read("more", &number.to_string());
        }
        let told = touched.for_replay().expect("it was read");
        assert!(told.ends_with("\n  and 3 more"), "{told}");
    }
}
