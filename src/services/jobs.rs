//! Calls that start a job and come back before it is done.

/// A call that starts a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The service: `bedrock`.
    pub service: &'static str,
    /// The action that starts it.
    pub start: &'static str,
    /// The actions that tell whether it is done.
    pub polls: &'static [&'static str],
    /// Whether the optimised integration has `.sync` for it.
    pub sync: bool,
}

const fn job(service: &'static str, start: &'static str, polls: &'static [&'static str]) -> Job {
    Job {
        service,
        start,
        polls,
        sync: false,
    }
}

/// Starts and their polls are pairs of the services' APIs.
static JOBS: [Job; 15] = [
    Job {
        sync: true,
        ..job(
            "bedrock",
            "createModelCustomizationJob",
            &["getModelCustomizationJob", "listModelCustomizationJobs"],
        )
    },
    job(
        "bedrock",
        "createModelInvocationJob",
        &["getModelInvocationJob", "listModelInvocationJobs"],
    ),
    job(
        "bedrock",
        "createEvaluationJob",
        &["getEvaluationJob", "listEvaluationJobs"],
    ),
    job(
        "bedrockruntime",
        "startAsyncInvoke",
        &["getAsyncInvoke", "listAsyncInvokes"],
    ),
    job(
        "bedrockdataautomationruntime",
        "invokeDataAutomationAsync",
        &["getDataAutomationStatus"],
    ),
    job(
        "bedrockagent",
        "startIngestionJob",
        &["getIngestionJob", "listIngestionJobs"],
    ),
    job(
        "transcribe",
        "startTranscriptionJob",
        &["getTranscriptionJob", "listTranscriptionJobs"],
    ),
    job(
        "polly",
        "startSpeechSynthesisTask",
        &["getSpeechSynthesisTask", "listSpeechSynthesisTasks"],
    ),
    job(
        "textract",
        "startDocumentTextDetection",
        &["getDocumentTextDetection"],
    ),
    job(
        "textract",
        "startDocumentAnalysis",
        &["getDocumentAnalysis"],
    ),
    job("textract", "startExpenseAnalysis", &["getExpenseAnalysis"]),
    job("rekognition", "startLabelDetection", &["getLabelDetection"]),
    job(
        "comprehend",
        "startEntitiesDetectionJob",
        &["describeEntitiesDetectionJob"],
    ),
    job(
        "comprehend",
        "startDocumentClassificationJob",
        &["describeDocumentClassificationJob"],
    ),
    job(
        "translate",
        "startTextTranslationJob",
        &["describeTextTranslationJob", "listTextTranslationJobs"],
    ),
];

impl Job {
    /// The job that a call starts: `aws-sdk:bedrock:createModelInvocationJob`.
    pub fn started_by(name: &str) -> Option<&'static Self> {
        let name = name.strip_prefix("aws-sdk:").unwrap_or(name);
        let (service, action) = name.split_once(':')?;
        JOBS.iter()
            .find(|job| job.service == service && job.start == action)
    }

    /// Whether a call asks how far the job is.
    pub fn is_polled_by(&self, name: &str) -> bool {
        let name = name.strip_prefix("aws-sdk:").unwrap_or(name);
        name.split_once(':').is_some_and(|(service, action)| {
            service == self.service && self.polls.contains(&action)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_starts_with_polls() {
        let job = Job::started_by("aws-sdk:bedrock:createModelInvocationJob").unwrap();
        assert!(job.is_polled_by("aws-sdk:bedrock:getModelInvocationJob"));
        assert!(!job.is_polled_by("aws-sdk:bedrock:getEvaluationJob"));
        assert!(
            Job::started_by("bedrock:createModelCustomizationJob")
                .unwrap()
                .sync
        );
        assert_eq!(Job::started_by("bedrock:invokeModel"), None);
    }
}
