//! The client: from a call to its answer.

use super::credentials::{self, Keyring};
use super::endpoint::{self, Target};
use super::fault::{CallFault, CredentialsFault, ParameterFault};
use super::request::{self, Request};
use super::response::{self, Response};
use super::settings::Settings;
use super::typed::{self, Typed};
use super::{Answer, Call, Caller, Fetched, Options, ServiceFault, connection, http, sign};
use crate::services::api::{self, Operation, Service, Spelling};
use crate::services::{Uncallable, is_retired, uncallable};
use crate::value::{Object, Value};
use aws_credential_types::Credentials;
use std::fmt;
use std::sync::{Arc, OnceLock};
use tokio::sync::OnceCell;

/// Calls AWS. Nothing is read and nobody is connected to until the first call. Clones share everything.
#[derive(Clone)]
pub struct Client(Arc<Inner>);

struct Inner {
    options: Options,
    settings: OnceCell<Settings>,
    web: OnceLock<reqwest::Client>,
    keyring: Keyring,
}

/// An operation that can be called.
#[derive(Clone, Copy)]
pub(super) struct Callable {
    pub(super) service: &'static Service,
    pub(super) operation: &'static Operation,
}

impl Client {
    /// A client that does as `options` say.
    pub fn new(options: Options) -> Self {
        Self(Arc::new(Inner {
            options,
            settings: OnceCell::new(),
            web: OnceLock::new(),
            keyring: Keyring::default(),
        }))
    }

    /// Makes a call and waits for its answer. It is tried once.
    ///
    /// # Errors
    /// Where no result comes; see [`CallFault`].
    pub async fn call(&self, call: Call) -> Result<Answer, CallFault> {
        let callable = callable(&call.service, &call.action)?;
        let request = written(callable, &call)?;
        self.in_time(callable, &call, self.answer(callable, request, &call))
            .await
    }

    /// Makes a call whose result is bytes, an object of S3, and gives them as they came. It is tried once.
    ///
    /// # Errors
    /// As for [`Self::call`].
    pub async fn fetch(&self, call: Call) -> Result<Fetched, CallFault> {
        let callable = callable(&call.service, &call.action)?;
        let request = written(callable, &call)?;
        let response = self.in_time(callable, &call, self.respond(callable, request, &call));
        let Response {
            status,
            headers,
            body,
        } = response.await?;
        Ok(Fetched {
            status,
            headers,
            body,
        })
    }

    /// Who the credentials belong to, and the region of the calls.
    ///
    /// # Errors
    /// Where there are no credentials or region, or AWS does not know them.
    pub async fn caller(&self) -> Result<Caller, CallFault> {
        let region = self.settings().await?.region()?.to_owned();
        let answer = self
            .call(Call::new("sts", "getCallerIdentity", Value::empty_object()))
            .await?;
        let text = |name: &str| {
            let value = answer.result.get(name).and_then(Value::as_str);
            value.unwrap_or_default().to_owned()
        };
        Ok(Caller {
            account: text("Account"),
            arn: text("Arn"),
            region,
        })
    }

    /// The URL that the calls of a service go to, by the name that Step Functions has for it.
    ///
    /// # Errors
    /// Where the service is not known, there is no region, or what is configured is no URL.
    pub async fn endpoint(&self, service: &str) -> Result<String, CallFault> {
        let service = known_service(service)?;
        let settings = self.settings().await?;
        Ok(endpoint::target(service, &self.0.options, settings)?.url)
    }

    /// Waits for what a call gives, as long as it may take.
    async fn in_time<T>(
        &self,
        callable: Callable,
        call: &Call,
        answering: impl Future<Output = Result<T, CallFault>>,
    ) -> Result<T, CallFault> {
        match call.timeout {
            None => answering.await,
            Some(time) => match tokio::time::timeout(time, answering).await {
                Ok(answer) => answer,
                Err(_) => Err(connection::timed_out(&self.host(callable.service), time)),
            },
        }
    }

    async fn answer(
        &self,
        callable: Callable,
        request: Request,
        call: &Call,
    ) -> Result<Answer, CallFault> {
        let Callable { service, operation } = callable;
        let response = self.respond(callable, request, call).await?;
        let result =
            response::read(service, operation, &response, call.spelling).map_err(|message| {
                CallFault::Response {
                    service: service.name.to_owned(),
                    message,
                }
            })?;
        Ok(Answer {
            result,
            status: response.status,
            request_id: response.request_id().map(str::to_owned),
            headers: response.headers,
        })
    }

    async fn respond(
        &self,
        callable: Callable,
        request: Request,
        call: &Call,
    ) -> Result<Response, CallFault> {
        let Callable { service, operation } = callable;
        let settings = self.settings().await?;
        let target = endpoint::target(service, &self.0.options, settings)?;
        let (region, spelling) = (settings.region()?, call.spelling);
        let request = match request::in_region(service, operation, &call.parameters, region) {
            Some(parameters) => request::write(service, operation, &parameters, spelling)
                .map_err(CallFault::Parameters)?,
            None => request,
        };
        target.reaches(&request)?;
        let by_sdk = typed::takes(service, operation);
        let needs_none =
            operation.unauthenticated || by_sdk && typed::has_own_key(service, settings);
        let credentials = if needs_none {
            None
        } else {
            Some(self.credentials(settings, call.role.as_deref()).await?)
        };
        if by_sdk {
            let typed = Typed {
                service,
                operation,
                parameters: &call.parameters,
                request: &request,
                target: &target,
                credentials,
            };
            return Box::pin(typed.send(settings)).await;
        }
        exchange(settings, callable, request, &target, credentials).await
    }

    pub(super) async fn settings(&self) -> Result<&Settings, CallFault> {
        self.0
            .settings
            // What each call awaits lies in the memory of each Task: what is big and rare is put aside.
            .get_or_try_init(|| Box::pin(Settings::load(&self.0.options)))
            .await
    }

    /// What stands in the place of all APIs of API Gateway, where something does.
    pub(super) fn stand_in(&self, settings: &Settings) -> Result<Option<String>, CallFault> {
        let service = known_service("apigateway")?;
        let target = endpoint::target(service, &self.0.options, settings)?;
        Ok(target.custom.then_some(target.url))
    }

    /// What the user says of the calls.
    pub(super) fn options(&self) -> &Options {
        &self.0.options
    }

    /// What requests go through that are no calls of AWS's APIs.
    pub(super) fn web(&self, settings: &Settings) -> Result<&reqwest::Client, CallFault> {
        match self.0.web.get() {
            Some(client) => Ok(client),
            None => {
                let client = http::client(settings)?;
                Ok(self.0.web.get_or_init(|| client))
            }
        }
    }

    /// The credentials of the caller, or of the role.
    pub(super) async fn credentials(
        &self,
        settings: &Settings,
        role: Option<&str>,
    ) -> Result<Credentials, CallFault> {
        let provider = settings.config.credentials_provider();
        let own = credentials::own(provider, settings.profile.as_deref());
        let now = settings.now();
        let own = self.0.keyring.get(None, now, own).await;
        let own = own.map_err(CallFault::Credentials)?;
        let Some(role) = role else {
            return Ok(own);
        };
        let assumed = Box::pin(async {
            self.assume(settings, role, own)
                .await
                .map_err(|fault| CredentialsFault::Role {
                    role: role.to_owned(),
                    fault: Box::new(fault),
                })
        });
        let assumed = self.0.keyring.get(Some(role), now, assumed).await;
        assumed.map_err(CallFault::Credentials)
    }

    /// Assumes a role with the caller's own credentials.
    async fn assume(
        &self,
        settings: &Settings,
        role: &str,
        own: Credentials,
    ) -> Result<Credentials, CallFault> {
        let service = known_service("sts")?;
        let callable = Callable {
            service,
            operation: operation(service, "assumeRole")?,
        };
        let parameters: Object = [
            ("RoleArn", Value::from(role)),
            ("RoleSessionName", Value::from("sfnrun")),
        ]
        .into_iter()
        .collect();
        let request = request::write(
            service,
            callable.operation,
            &parameters.into(),
            Spelling::Sdk,
        )
        .map_err(CallFault::Parameters)?;
        let target = endpoint::target(service, &self.0.options, settings)?;
        let response = exchange(settings, callable, request, &target, Some(own)).await?;
        response::read(service, callable.operation, &response, Spelling::Sdk)
            .ok()
            .as_ref()
            .and_then(|result| result.get("Credentials"))
            .and_then(credentials::of_result)
            .ok_or_else(|| CallFault::Response {
                service: service.name.to_owned(),
                message: "it holds no credentials".to_owned(),
            })
    }

    /// The host that calls of a service go to, as far as that is known by now.
    fn host(&self, service: &Service) -> String {
        self.0
            .settings
            .get()
            .and_then(|settings| endpoint::target(service, &self.0.options, settings).ok())
            .map_or_else(|| service.name.to_owned(), |target| target.host())
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("options", &self.0.options)
            .finish_non_exhaustive()
    }
}

/// The request of a call.
fn written(callable: Callable, call: &Call) -> Result<Request, CallFault> {
    let Callable { service, operation } = callable;
    request::write(service, operation, &call.parameters, call.spelling)
        .map_err(CallFault::Parameters)
}

/// Sends a request and gives the answer of a service that did it.
async fn exchange(
    settings: &Settings,
    callable: Callable,
    request: Request,
    target: &Target,
    credentials: Option<Credentials>,
) -> Result<Response, CallFault> {
    let Callable { service, operation } = callable;
    let now = settings.now();
    let request = sign::request(service, operation, request, target, credentials, now)?;
    let response = connection::send(&settings.connector, request, &target.host()).await?;
    if (200..300).contains(&response.status) && !response::hides_error(service, &response) {
        return Ok(response);
    }
    let said = response::said(service, &response);
    let fault = ServiceFault::new(service, operation, response.status, said);
    Err(CallFault::Service(Box::new(fault)))
}

/// Whether parameters can be sent with a call. Of an operation that cannot be called nothing is said.
///
/// # Errors
/// Where a parameter is not known, has another kind of value, or is missing in the path.
pub fn check(
    service: &str,
    action: &str,
    parameters: &Value,
    spelling: Spelling,
) -> Result<(), ParameterFault> {
    match callable(service, action) {
        Ok(Callable { service, operation }) => {
            request::write(service, operation, parameters, spelling).map(|_| ())
        }
        Err(_) => Ok(()),
    }
}

/// The operation that a `Resource` names.
fn callable(service: &str, action: &str) -> Result<Callable, CallFault> {
    let service = known_service(service)?;
    let operation = operation(service, action)?;
    let why = match uncallable(service, operation) {
        None => return Ok(Callable { service, operation }),
        Some(Uncallable::Stream) => "is a stream of events, which Step Functions cannot take",
        Some(Uncallable::Signature) => {
            "is not called with the credentials of a role, and so not by Step Functions"
        }
        Some(Uncallable::Excluded) => "is not offered by Step Functions",
    };
    Err(CallFault::Unsupported {
        message: format!("`{}:{action}` {why}", service.name),
        help: None,
    })
}

/// The service that Step Functions calls `name`.
pub(super) fn known_service(name: &str) -> Result<&'static Service, CallFault> {
    api::service(name).ok_or_else(|| {
        let (message, help) = if is_retired(name) {
            (format!("AWS has shut down the service `{name}`"), None)
        } else {
            let meant = api::nearest_service(name);
            (
                format!("there is no service `{name}`"),
                meant.map(|meant| format!("did you mean `{meant}`?")),
            )
        };
        CallFault::Unsupported { message, help }
    })
}

fn operation(service: &'static Service, action: &str) -> Result<&'static Operation, CallFault> {
    service
        .operation(action)
        .ok_or_else(|| CallFault::Unsupported {
            message: format!("there is no action `{}:{action}`", service.name),
            help: service
                .nearest_action(action)
                .map(|meant| format!("did you mean `{meant}`?")),
        })
}
