//! Calls of 22 services in all protocols against a moto server, which `SFNRUN_MOTO` names by its URL. moto speaks the wire
//! format of AWS and holds a state; it checks few parameters.

use super::moto_calls::{Call as Step, Expect, STEPS};
use super::{client, json};
use crate::moto_server;
use sfnrun::aws::{Call, Client};
use sfnrun::value::Value;
use std::collections::BTreeMap;

#[tokio::test]
async fn calls_of_22_services_work_against_moto() {
    let Some(moto) = moto_server::alone() else {
        eprintln!(
            "{} calls are left out: `SFNRUN_MOTO` names no moto server",
            STEPS.len()
        );
        return;
    };
    let client = client(&moto.url);
    let mut kept = BTreeMap::new();
    let mut faults = Vec::new();
    for step in STEPS {
        if let Err(fault) = run(&client, step, &mut kept).await {
            faults.push(format!("{}: {fault}", step.call));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {} calls fail:\n{}",
        faults.len(),
        STEPS.len(),
        faults.join("\n")
    );
    let services: std::collections::BTreeSet<&str> = STEPS
        .iter()
        .filter_map(|step| step.call.split(':').next())
        .collect();
    assert_eq!((STEPS.len(), services.len()), (56, 22));
    let caller = client.caller().await.expect("a caller");
    assert_eq!(caller.account, "123456789012");
}

/// Makes one call; texts that earlier calls kept stand for their names in `<>`.
async fn run(
    client: &Client,
    step: &Step,
    kept: &mut BTreeMap<&'static str, String>,
) -> Result<(), String> {
    let mut parameters = step.parameters.to_owned();
    for (name, text) in kept.iter() {
        parameters = parameters.replace(&format!("<{name}>"), text);
    }
    let (service, action) = step.call.split_once(':').expect("a service and an action");
    let answer = client
        .call(Call::new(service, action, json(&parameters)))
        .await;
    let result = match (answer, step.expect) {
        (Err(fault), Expect::Error(name)) => {
            let found = fault.error_name("");
            return if found == name {
                Ok(())
            } else {
                Err(format!("it fails with {found}, not {name}: {fault}"))
            };
        }
        (Err(fault), _) => return Err(fault.to_string()),
        (Ok(answer), Expect::Error(name)) => {
            return Err(format!("it gives {}, not {name}", answer.result));
        }
        (Ok(answer), _) => answer.result,
    };
    match step.expect {
        Expect::Result(expected) if result != json(expected) => {
            Err(format!("it gives {result}, not {expected}"))
        }
        Expect::Has(pointer, expected) => match result.pointer(pointer) {
            Some(found) if *found == json(expected) => Ok(()),
            found => Err(format!(
                "`{pointer}` is {found:?}, not {expected}: {result}"
            )),
        },
        Expect::Kept(name, pointer) => match result.pointer(pointer).and_then(Value::as_str) {
            Some(text) if !text.is_empty() => {
                kept.insert(name, text.to_owned());
                Ok(())
            }
            found => Err(format!("`{pointer}` is {found:?}: {result}")),
        },
        _ => Ok(()),
    }
}
