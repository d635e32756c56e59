//! Foundation models of Amazon Bedrock: which can be called by their own id, which are gone.
//!
//! As of 29 November 2026. Models that on-demand throughput refuses are those for which ListFoundationModels says
//! `inferenceTypesSupported: INFERENCE_PROFILE` alone; the ends of life are those that GetFoundationModel and the user guide
//! ("Model lifecycle") give.

use crate::base::text;

/// What a `ModelId` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelId<'a> {
    /// The foundation model: `anthropic.claude-sonnet-4-20250514-v1:0`.
    pub model: &'a str,
    /// Whether it is named through an inference profile: `us.anthropic.…`, `global.…`, or the profile's ARN.
    pub profile: bool,
}

/// Where inference profiles send their calls.
const GEOGRAPHIES: [&str; 8] = [
    "us.", "eu.", "apac.", "global.", "us-gov.", "jp.", "au.", "ca.",
];

impl<'a> ModelId<'a> {
    /// Takes an id or ARN apart. Nothing where it does not say which model it is, as of a profile of one's own, a provisioned or
    /// an imported model, a prompt.
    pub fn parse(text: &'a str) -> Option<Self> {
        let (id, is_profile) = match text.strip_prefix("arn:") {
            None => (text, false),
            Some(arn) => {
                let (kind, id) = arn.splitn(5, ':').last()?.split_once('/')?;
                match kind {
                    "foundation-model" => (id, false),
                    "inference-profile" => (id, true),
                    _ => return None,
                }
            }
        };
        let geography = GEOGRAPHIES
            .iter()
            .find_map(|prefix| id.strip_prefix(prefix));
        let model = geography.unwrap_or(id);
        model.contains('.').then_some(Self {
            model,
            profile: is_profile || geography.is_some(),
        })
    }

    /// Whether a call by this id is refused for want of an inference profile.
    pub fn needs_profile(self) -> bool {
        !self.profile && PROFILE_ONLY.iter().any(|stem| self.model.starts_with(stem))
    }

    /// The end of the model's life, where it is over or near.
    pub fn end(self) -> Option<&'static ModelEnd> {
        ENDS.iter().find(|end| self.model.starts_with(end.model))
    }

    /// Who made the model, and so what its requests look like.
    pub fn family(self) -> Option<&'static Family> {
        FAMILIES
            .iter()
            .find(|family| self.model.starts_with(family.stem))
    }
}

/// Beginnings of the ids that can be called through an inference profile only.
const PROFILE_ONLY: [&str; 23] = [
    "anthropic.claude-3-7-sonnet-",
    "anthropic.claude-sonnet-4-",
    "anthropic.claude-sonnet-5",
    "anthropic.claude-opus-4-",
    "anthropic.claude-opus-5",
    "anthropic.claude-haiku-4-5-",
    "amazon.nova-premier-",
    "amazon.nova-2-lite-",
    "deepseek.r1-",
    "meta.llama3-2-",
    "meta.llama3-3-",
    "meta.llama4-",
    "mistral.pixtral-large-",
    "twelvelabs.marengo-embed-",
    "twelvelabs.pegasus-",
    "writer.palmyra-x4-",
    "writer.palmyra-x5-",
    "stability.stable-image-style-guide-",
    "stability.stable-style-transfer-",
    "stability.stable-image-inpaint-",
    "stability.stable-image-search-replace-",
    "stability.stable-image-search-recolor-",
    "stability.stable-image-remove-background-",
];

/// When a model goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ModelEnd {
    /// The beginning of its id.
    pub model: &'static str,
    /// The day, as `2026-04-28`; nothing where it is known only that it is past.
    pub day: Option<&'static str>,
    /// Whether calls fail already.
    pub over: bool,
}

const fn over(model: &'static str, day: Option<&'static str>) -> ModelEnd {
    ModelEnd {
        model,
        day,
        over: true,
    }
}

static ENDS: [ModelEnd; 14] = [
    over("anthropic.claude-v1", None),
    over("anthropic.claude-v2", None),
    over("anthropic.claude-instant-", None),
    over("anthropic.claude-3-opus-", None),
    over("anthropic.claude-3-sonnet-", None),
    over("anthropic.claude-3-haiku-", Some("2026-09-10")),
    over("anthropic.claude-3-5-sonnet-", Some("2026-03-01")),
    over("anthropic.claude-3-7-sonnet-", Some("2026-04-28")),
    over("anthropic.claude-opus-4-20250514-", Some("2026-05-31")),
    over("anthropic.claude-sonnet-4-20250514-", Some("2026-10-14")),
    ModelEnd {
        model: "anthropic.claude-opus-4-1-",
        day: Some("2027-01-08"),
        over: false,
    },
    over("amazon.titan-text-", None),
    over("ai21.j2-", None),
    over("meta.llama2-", None),
];

/// What requests to the models of a family look like (user guide of Amazon Bedrock, "Inference request parameters and response
/// fields").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Family {
    /// The beginning of its ids.
    pub stem: &'static str,
    /// What to call it.
    pub name: &'static str,
    /// The members that a `Body` has to have.
    pub needs: &'static [&'static str],
}

static FAMILIES: [Family; 6] = [
    Family {
        stem: "anthropic.claude-",
        name: "Claude",
        needs: &["anthropic_version", "max_tokens", "messages"],
    },
    Family {
        stem: "amazon.nova-canvas",
        name: "Amazon Nova Canvas",
        needs: &["taskType"],
    },
    Family {
        stem: "amazon.nova-reel",
        name: "Amazon Nova Reel",
        needs: &[],
    },
    Family {
        stem: "amazon.nova-",
        name: "Amazon Nova",
        needs: &["messages"],
    },
    Family {
        stem: "meta.llama",
        name: "Llama",
        needs: &["prompt"],
    },
    Family {
        stem: "amazon.titan-embed-text-",
        name: "Titan Text Embeddings",
        needs: &["inputText"],
    },
];

impl ModelEnd {
    /// What there is to say of it: `reached the end of its life on 2026-04-28`.
    pub fn describe(&self) -> String {
        match (self.over, self.day) {
            (true, Some(day)) => format!("reached the end of its life on {day}"),
            (true, None) => "has reached the end of its life".to_owned(),
            (false, day) => format!("reaches the end of its life on {}", day.unwrap_or_default()),
        }
    }
}

impl Family {
    /// The members that a `Body` has to have, in words.
    pub fn needed(&self) -> String {
        text::list(self.needs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_ids_and_arns_apart() {
        let model = "anthropic.claude-sonnet-4-5-20250929-v1:0";
        let bare = ModelId::parse(model).unwrap();
        assert_eq!((bare.model, bare.profile), (model, false));
        assert!(bare.needs_profile());
        for profile in [
            format!("global.{model}"),
            format!("arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.{model}"),
        ] {
            let id = ModelId::parse(&profile).unwrap();
            assert_eq!(id.model, model);
            assert!(!id.needs_profile());
        }
        let arn = format!("arn:aws:bedrock:us-east-1::foundation-model/{model}");
        assert!(ModelId::parse(&arn).unwrap().needs_profile());
        let own = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/abc";
        assert_eq!(ModelId::parse(own), None);
    }

    #[test]
    fn knows_ends_and_families() {
        let id = |text| ModelId::parse(text).unwrap();
        assert!(
            id("us.anthropic.claude-3-7-sonnet-20250219-v1:0")
                .end()
                .unwrap()
                .over
        );
        assert_eq!(id("anthropic.claude-sonnet-4-5-20250929-v1:0").end(), None);
        assert!(
            !id("anthropic.claude-opus-4-1-20250805-v1:0")
                .end()
                .unwrap()
                .over
        );
        assert_eq!(
            id("amazon.nova-lite-v1:0").family().unwrap().name,
            "Amazon Nova"
        );
        assert!(!id("amazon.nova-lite-v1:0").needs_profile());
    }
}
