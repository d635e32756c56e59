//! The files that a `ResultWriter` writes.

use super::result_entry::{entry, pending};
use super::store::{ObjectStore, ObjectWriter, StoreError};
use crate::asl::{Transformation, WriterConfig};
use crate::engine::{ChildResult, Status, WriteRequest};
use crate::value::{Number, Object, Value};
use std::sync::Arc;

/// Bytes of a file, after which the next is begun: what S3 takes in one part.
const LARGEST: u64 = 5 << 30;

/// The results of one Map Run: `<prefix>/<uuid of the Map Run>/` with a series of files for each way in which child
/// executions end, and `manifest.json`, which lists them (developer guide, "ResultWriter (Map)").
pub(super) struct ResultFiles {
    store: Arc<dyn ObjectStore>,
    bucket: String,
    folder: String,
    map_run_arn: String,
    config: WriterConfig,
    largest: u64,
    failed: Series,
    pending: Series,
    succeeded: Series,
}

/// `SUCCEEDED_0.json`, `SUCCEEDED_1.json` …
struct Series {
    status: &'static str,
    open: Option<OpenFile>,
    /// Keys and sizes of those that are complete.
    complete: Vec<(String, u64)>,
}

struct OpenFile {
    key: String,
    size: u64,
    writer: Box<dyn ObjectWriter>,
}

impl ResultFiles {
    /// Gets ready to write. Whether that can be done is found out here, before any child execution starts.
    pub(super) fn new(
        store: Arc<dyn ObjectStore>,
        request: &WriteRequest,
        bucket: String,
        prefix: &str,
    ) -> Result<Self, StoreError> {
        let run = request.map_run_arn.rsplit(':').next().unwrap_or_default();
        let folder = match prefix.trim_end_matches('/') {
            "" => run.to_owned(),
            prefix => format!("{prefix}/{run}"),
        };
        store.probe(&bucket, &format!("{folder}/manifest.json"))?;
        Ok(Self {
            store,
            bucket,
            folder,
            map_run_arn: request.map_run_arn.to_string(),
            config: request.config,
            largest: LARGEST,
            failed: Series::new("FAILED"),
            pending: Series::new("PENDING"),
            succeeded: Series::new("SUCCEEDED"),
        })
    }

    /// Begins a new file where one would get larger than so many bytes.
    #[cfg(test)]
    pub(super) fn roll_over_at(&mut self, bytes: u64) {
        self.largest = bytes;
    }

    /// Writes the end of a child execution. Of those that did not succeed all is written, whatever the transformation.
    pub(super) fn write(&mut self, result: &ChildResult) -> Result<(), StoreError> {
        if result.outcome.status != Status::Succeeded {
            return self.put(|files| &mut files.failed, &entry(result));
        }
        let output = result.outcome.output.clone().unwrap_or_default();
        match (self.config.transformation, output) {
            (Transformation::None, _) => self.put(|files| &mut files.succeeded, &entry(result)),
            (Transformation::Flatten, Value::Array(items)) => items
                .iter()
                .try_for_each(|item| self.put(|files| &mut files.succeeded, item)),
            (_, output) => self.put(|files| &mut files.succeeded, &output),
        }
    }

    /// Writes an input for which no child execution was started.
    pub(super) fn write_pending(&mut self, input: &Value) -> Result<(), StoreError> {
        self.put(|files| &mut files.pending, &pending(input))
    }

    /// Finishes all files; the key of the manifest.
    pub(super) fn finish(mut self) -> Result<Value, StoreError> {
        let json_lines = self.config.json_lines;
        let mut lists = Object::new();
        for series in [&mut self.failed, &mut self.pending, &mut self.succeeded] {
            series.close(json_lines)?;
            lists.insert(series.status, series.list());
        }
        let manifest: Object = [
            ("DestinationBucket", Value::from(self.bucket.as_str())),
            ("MapRunArn", Value::from(self.map_run_arn.as_str())),
            ("ResultFiles", Value::Object(lists)),
        ]
        .into_iter()
        .collect();
        let key = format!("{}/manifest.json", self.folder);
        let mut writer = self.store.create(&self.bucket, &key)?;
        put_text(
            &mut *writer,
            &key,
            &Value::Object(manifest).to_compact_json(),
        )?;
        writer.finish()?;
        let details = [
            ("Bucket", Value::from(self.bucket)),
            ("Key", Value::from(key)),
        ];
        Ok(Value::Object(details.into_iter().collect::<Object>()))
    }

    fn put(
        &mut self,
        series: impl Fn(&mut Self) -> &mut Series,
        value: &Value,
    ) -> Result<(), StoreError> {
        let json_lines = self.config.json_lines;
        let text = value.to_compact_json();
        let largest = self.largest;
        let files = series(self);
        let more = text.len() as u64 + 2;
        if files
            .open
            .as_ref()
            .is_some_and(|open| open.size + more > largest)
        {
            files.close(json_lines)?;
        }
        if files.open.is_none() {
            let extension = if json_lines { "jsonl" } else { "json" };
            let (status, number) = (files.status, files.complete.len());
            let key = format!("{}/{status}_{number}.{extension}", self.folder);
            let writer = self.store.create(&self.bucket, &key)?;
            series(self).open = Some(OpenFile {
                key,
                size: 0,
                writer,
            });
        }
        let Some(open) = &mut series(self).open else {
            return Ok(());
        };
        if !json_lines {
            open.put(if open.size == 0 { "[" } else { "," })?;
        }
        open.put(&text)?;
        if json_lines {
            open.put("\n")?;
        }
        Ok(())
    }
}

impl Series {
    fn new(status: &'static str) -> Self {
        Self {
            status,
            open: None,
            complete: Vec::new(),
        }
    }

    fn close(&mut self, json_lines: bool) -> Result<(), StoreError> {
        let Some(mut open) = self.open.take() else {
            return Ok(());
        };
        if !json_lines {
            open.put("]")?;
        }
        open.writer.finish()?;
        self.complete.push((open.key, open.size));
        Ok(())
    }

    fn list(&self) -> Value {
        let file = |(key, size): &(String, u64)| {
            let size = i64::try_from(*size).unwrap_or(i64::MAX);
            let members = [
                ("Key", Value::from(key.as_str())),
                ("Size", Value::Number(Number::from(size))),
            ];
            Value::Object(members.into_iter().collect::<Object>())
        };
        self.complete.iter().map(file).collect()
    }
}

impl OpenFile {
    fn put(&mut self, text: &str) -> Result<(), StoreError> {
        self.size += text.len() as u64;
        put_text(&mut *self.writer, &self.key, text)
    }
}

fn put_text(writer: &mut dyn ObjectWriter, key: &str, text: &str) -> Result<(), StoreError> {
    writer
        .write_all(text.as_bytes())
        .map_err(|error| match error.downcast() {
            Ok(error) => error,
            Err(error) => StoreError::Io {
                verb: "write",
                path: key.to_owned(),
                error,
            },
        })
}
