//! Endpoints of FIPS, of dual stack (IPv4 and IPv6), and of both, as the SDKs of AWS know them.

use super::Service;
use super::service::Place;

/// What differs from the rule, a line each: service, partition or region, kind, URL (`{r}` stands for the region) or `-` where
/// there is none, or none that is signed like the usual one. Made of botocore's endpoint rules (1.44.8).
static EXCEPTIONS: &str = include_str!("aws-endpoint-variants.txt");

/// A kind of endpoint beside the usual one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// Encryption is validated by FIPS 140.
    Fips,
    /// IPv4 and IPv6.
    DualStack,
    /// Both.
    FipsDualStack,
}

impl Variant {
    /// The variant that is asked for, if any.
    pub fn of(fips: bool, dual_stack: bool) -> Option<Self> {
        match (fips, dual_stack) {
            (false, false) => None,
            (true, false) => Some(Self::Fips),
            (false, true) => Some(Self::DualStack),
            (true, true) => Some(Self::FipsDualStack),
        }
    }

    /// As people name it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Fips => "FIPS",
            Self::DualStack => "dual-stack",
            Self::FipsDualStack => "dual-stack FIPS",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Fips => "fips",
            Self::DualStack => "dual",
            Self::FipsDualStack => "both",
        }
    }
}

impl Service {
    /// The URL that calls of `region` go to where a variant is asked for, without a slash at its end. Nothing where there is
    /// none.
    pub fn variant(&self, region: &str, variant: Variant) -> Option<String> {
        let place = Place::of(region);
        let at = |wanted: &str| {
            EXCEPTIONS.lines().find_map(|line| {
                let mut words = line.split(' ');
                let is_it = words.next() == Some(self.name)
                    && words.next() == Some(wanted)
                    && words.next() == Some(variant.key());
                is_it.then(|| words.next()).flatten()
            })
        };
        match at(region).or_else(|| at(place.partition)) {
            Some("-") => None,
            Some(template) => Some(template.replace("{r}", region)),
            None => {
                let prefix = self.endpoint_prefix;
                let mark = match variant {
                    Variant::DualStack => "",
                    Variant::Fips | Variant::FipsDualStack => "-fips",
                };
                let suffix = match variant {
                    Variant::Fips => place.suffix,
                    Variant::DualStack | Variant::FipsDualStack => place.dual_stack_suffix,
                };
                Some(format!("https://{prefix}{mark}.{region}.{suffix}"))
            }
        }
    }
}
