//! Speech of Polly.

use super::{Capture, Typed};
use crate::aws::connection;
use crate::aws::fault::CallFault;
use crate::aws::response::Response;
use aws_config::SdkConfig;
use aws_sdk_polly::Client;
use aws_sdk_polly::config::Builder;

pub(super) const OPERATIONS: [&str; 9] = [
    "DeleteLexicon",
    "DescribeVoices",
    "GetLexicon",
    "GetSpeechSynthesisTask",
    "ListLexicons",
    "ListSpeechSynthesisTasks",
    "PutLexicon",
    "StartSpeechSynthesisTask",
    "SynthesizeSpeech",
];

pub(super) async fn send(
    typed: &Typed<'_>,
    config: &SdkConfig,
    capture: Capture,
) -> Result<Response, CallFault> {
    let mut config = Builder::from(config).interceptor(capture.clone());
    config.set_endpoint_url(typed.endpoint_url());
    let client = Client::from_conf(config.build());
    let outcome = typed.outcome(capture);
    let given = typed.given();
    let response = match typed.operation.name {
        "DeleteLexicon" => {
            let call = client.delete_lexicon().set_name(given.text("Name"));
            outcome.of(call.send().await)?.0
        }
        "DescribeVoices" => {
            let call = client
                .describe_voices()
                .set_engine(given.word("Engine"))
                .set_language_code(given.word("LanguageCode"))
                .set_include_additional_language_codes(
                    given.truth("IncludeAdditionalLanguageCodes"),
                )
                .set_next_token(given.text("NextToken"));
            outcome.of(call.send().await)?.0
        }
        "GetLexicon" => {
            let call = client.get_lexicon().set_name(given.text("Name"));
            outcome.of(call.send().await)?.0
        }
        "GetSpeechSynthesisTask" => {
            let call = client.get_speech_synthesis_task();
            let call = call.set_task_id(given.text("TaskId"));
            outcome.of(call.send().await)?.0
        }
        "ListLexicons" => {
            let call = client
                .list_lexicons()
                .set_next_token(given.text("NextToken"));
            outcome.of(call.send().await)?.0
        }
        "ListSpeechSynthesisTasks" => {
            let call = client
                .list_speech_synthesis_tasks()
                .set_max_results(given.number("MaxResults"))
                .set_next_token(given.text("NextToken"))
                .set_status(given.word("Status"));
            outcome.of(call.send().await)?.0
        }
        "PutLexicon" => {
            let call = client
                .put_lexicon()
                .set_name(given.text("Name"))
                .set_content(given.text("Content"));
            outcome.of(call.send().await)?.0
        }
        "StartSpeechSynthesisTask" => {
            let call = client
                .start_speech_synthesis_task()
                .set_engine(given.word("Engine"))
                .set_language_code(given.word("LanguageCode"))
                .set_lexicon_names(given.texts("LexiconNames"))
                .set_output_format(given.word("OutputFormat"))
                .set_output_s3_bucket_name(given.text("OutputS3BucketName"))
                .set_output_s3_key_prefix(given.text("OutputS3KeyPrefix"))
                .set_sample_rate(given.text("SampleRate"))
                .set_sns_topic_arn(given.text("SnsTopicArn"))
                .set_speech_mark_types(given.words("SpeechMarkTypes"))
                .set_text(given.text("Text"))
                .set_text_type(given.word("TextType"))
                .set_voice_id(given.word("VoiceId"));
            outcome.of(call.send().await)?.0
        }
        _ => {
            let call = client
                .synthesize_speech()
                .set_engine(given.word("Engine"))
                .set_language_code(given.word("LanguageCode"))
                .set_lexicon_names(given.texts("LexiconNames"))
                .set_output_format(given.word("OutputFormat"))
                .set_sample_rate(given.text("SampleRate"))
                .set_speech_mark_types(given.words("SpeechMarkTypes"))
                .set_text(given.text("Text"))
                .set_text_type(given.word("TextType"))
                .set_voice_id(given.word("VoiceId"));
            let (mut response, speech) = outcome.of(call.send().await)?;
            let audio = speech.audio_stream.collect().await;
            let audio = audio.map_err(|fault| connection::broken(&outcome.host, &fault))?;
            response.body = audio.to_vec();
            response
        }
    };
    Ok(response)
}
