//! Where a call goes.

use super::Options;
use super::fault::CallFault;
use super::request::{Request, encode};
use super::settings::Settings;
use crate::services::api::{Service, Variant};
use aws_types::service_config::ServiceConfigKey;
use hyper::Uri;

/// Where the calls of a service go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Target {
    /// The URL without a slash at its end.
    pub(super) url: String,
    /// The name for the signature.
    pub(super) signing_name: String,
    /// The region for the signature.
    pub(super) signing_region: String,
    /// Whether it is somebody's own and none of AWS's.
    pub(super) custom: bool,
}

/// Where the calls of `service` go: what the user says for the service, for all, what the environment and the profile say
/// for the service, for all, and else AWS.
pub(super) fn target(
    service: &Service,
    options: &Options,
    settings: &Settings,
) -> Result<Target, CallFault> {
    let region = settings.region()?;
    let usual = service.endpoint(region);
    let own = options
        .endpoint_urls
        .get(service.name)
        .or(options.endpoint_url.as_ref())
        .cloned()
        .or_else(|| configured(service, settings))
        .or_else(|| settings.config.endpoint_url().map(str::to_owned));
    let config = &settings.config;
    let wanted = |choice: Option<bool>| choice.unwrap_or_default();
    let variant = Variant::of(wanted(config.use_fips()), wanted(config.use_dual_stack()));
    let url = match (&own, variant) {
        (Some(url), _) => checked(service, url)?,
        (None, None) => usual.url,
        (None, Some(variant)) => service
            .variant(region, variant)
            .ok_or_else(|| no_variant(service, region, variant))?,
    };
    Ok(Target {
        url,
        signing_name: usual.signing_name,
        signing_region: usual.signing_region,
        custom: own.is_some(),
    })
}

fn no_variant(service: &Service, region: &str, variant: Variant) -> CallFault {
    CallFault::Unsupported {
        message: format!(
            "no {} endpoint of `{}` in `{region}` is known",
            variant.name(),
            service.name
        ),
        help: Some(format!(
            "name the endpoint: `AWS_ENDPOINT_URL_{}`",
            service.id.to_uppercase().replace(' ', "_")
        )),
    }
}

/// `AWS_ENDPOINT_URL_SERVICE`, or `endpoint_url` of the service in the profile's section of services.
fn configured(service: &Service, settings: &Settings) -> Option<String> {
    let key = ServiceConfigKey::builder()
        .service_id(service.id)
        .env("AWS_ENDPOINT_URL")
        .profile("endpoint_url")
        .build()
        .ok()?;
    settings.config.service_config()?.load_config(key)
}

fn checked(service: &Service, url: &str) -> Result<String, CallFault> {
    let sound = url.parse::<Uri>().ok().is_some_and(|uri| {
        matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some()
    });
    if sound {
        Ok(url.trim_end_matches('/').to_owned())
    } else {
        Err(CallFault::Endpoint {
            service: service.name.to_owned(),
            url: url.to_owned(),
        })
    }
}

impl Target {
    /// The URL of a request: with its prefix of the host, with the bucket as a part of the host where S3 of AWS allows
    /// it, with its query.
    pub(super) fn url_of(&self, request: &Request) -> String {
        let mut base = self.url.clone();
        let mut path = request.path.as_str();
        if !self.custom {
            let host_prefix = match &request.bucket {
                Some(bucket) if fits_host(bucket) => {
                    let within = encode(bucket, false);
                    path = path
                        .strip_prefix('/')
                        .and_then(|path| path.strip_prefix(within.as_str()))
                        .unwrap_or(path);
                    Some(format!("{bucket}."))
                }
                _ => request.host_prefix.clone(),
            };
            if let Some(prefix) = host_prefix {
                base = base.replacen("://", &format!("://{prefix}"), 1);
            }
        }
        if !path.starts_with('/') {
            base.push('/');
        }
        base.push_str(path);
        for (at, (name, value)) in request.query.iter().enumerate() {
            base.push(if at == 0 { '?' } else { '&' });
            base.push_str(&encode(name, false));
            base.push('=');
            base.push_str(&encode(value, false));
        }
        base
    }

    /// Whether the bucket of a request can be called here.
    pub(super) fn reaches(&self, request: &Request) -> Result<(), CallFault> {
        match &request.bucket {
            Some(bucket) if !self.custom && bucket.starts_with("arn:") => {
                Err(CallFault::Unsupported {
                    message: format!(
                        "`{bucket}` is no bucket, and sfnrun does not call it by its ARN"
                    ),
                    help: Some("the alias of an access point can stand for a bucket".to_owned()),
                })
            }
            _ => Ok(()),
        }
    }

    /// Host and port.
    pub(super) fn host(&self) -> String {
        self.url
            .parse::<Uri>()
            .ok()
            .and_then(|uri| uri.authority().map(ToString::to_string))
            .unwrap_or_else(|| self.url.clone())
    }
}

/// Whether a bucket can be a part of the host: a dot would not fit the certificate (S3 user guide, "Virtual hosting").
fn fits_host(bucket: &str) -> bool {
    (3..=63).contains(&bucket.len())
        && bucket
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && !bucket.starts_with('-')
        && !bucket.ends_with('-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(url: &str, custom: bool) -> Target {
        Target {
            url: url.to_owned(),
            signing_name: "s3".to_owned(),
            signing_region: "us-east-1".to_owned(),
            custom,
        }
    }

    fn object(bucket: &str) -> Request {
        Request {
            method: "GET",
            path: format!("/{bucket}/a%20b"),
            query: vec![("versionId".to_owned(), "1 2".to_owned())],
            bucket: Some(bucket.to_owned()),
            ..Request::default()
        }
    }

    #[test]
    fn buckets_are_hosts_at_aws_and_paths_elsewhere() {
        // S3 user guide, "Virtual hosting of buckets".
        let aws = target("https://s3.eu-west-1.amazonaws.com", false);
        assert_eq!(
            aws.url_of(&object("bucket")),
            "https://bucket.s3.eu-west-1.amazonaws.com/a%20b?versionId=1%202"
        );
        assert_eq!(
            aws.url_of(&object("my.bucket")),
            "https://s3.eu-west-1.amazonaws.com/my.bucket/a%20b?versionId=1%202"
        );
        assert_eq!(
            target("http://127.0.0.1:9000/base", true).url_of(&object("bucket")),
            "http://127.0.0.1:9000/base/bucket/a%20b?versionId=1%202"
        );
        let whole = Request {
            path: "/bucket".to_owned(),
            bucket: Some("bucket".to_owned()),
            ..Request::default()
        };
        assert_eq!(
            aws.url_of(&whole),
            "https://bucket.s3.eu-west-1.amazonaws.com/"
        );
    }

    #[test]
    fn arns_in_the_place_of_buckets_are_refused_at_aws() {
        let arn = object("arn:aws:s3:us-east-1:123456789012:accesspoint/a");
        let aws = target("https://s3.us-east-1.amazonaws.com", false);
        assert!(aws.reaches(&arn).is_err());
        assert!(target("http://localhost:1", true).reaches(&arn).is_ok());
        assert!(aws.reaches(&object("bucket")).is_ok());
    }

    #[test]
    fn prefixes_of_hosts_are_for_aws_alone() {
        let request = Request {
            path: "/x".to_owned(),
            host_prefix: Some("data-".to_owned()),
            ..Request::default()
        };
        let aws = target("https://iot.us-east-1.amazonaws.com", false);
        assert_eq!(
            aws.url_of(&request),
            "https://data-iot.us-east-1.amazonaws.com/x"
        );
        assert_eq!(aws.host(), "iot.us-east-1.amazonaws.com");
        let own = target("http://localhost:1", true);
        assert_eq!(own.url_of(&request), "http://localhost:1/x");
    }
}
