//! Of templates with paths and intrinsic functions.

use super::{Sought, Volatile, of_context};
use crate::query::intrinsic::IntrinsicFunction;
use crate::query::jsonpath::{Path, Root, StepKind};
use crate::query::template::{
    PayloadTemplate, TemplateExpression, TemplateVisitor, ValueExpression,
};
use crate::value::{Str, Value};

pub(super) fn of(template: &PayloadTemplate, sought: Sought) -> Volatile {
    template.visit(&mut Likeness { sought })
}

struct Likeness {
    sought: Sought,
}

impl TemplateVisitor for Likeness {
    type Output = Volatile;

    fn constant(&mut self, _: &Value) -> Volatile {
        Volatile::Nothing
    }

    fn object(&mut self, members: Vec<(Str, Volatile)>) -> Volatile {
        Volatile::object(members)
    }

    fn array(&mut self, items: Vec<Volatile>) -> Volatile {
        Volatile::array(items)
    }

    fn computed(&mut self, expression: TemplateExpression<'_>) -> Volatile {
        let paths = expression.expression.paths();
        let of_paths = paths
            .into_iter()
            .map(|(path, _)| of_path(path, self.sought));
        let functions = match &expression.expression {
            ValueExpression::Intrinsic(call) if self.sought == Sought::Anything => call.calls(),
            _ => Vec::new(),
        };
        let of_functions = functions.into_iter().map(|call| match call.function {
            IntrinsicFunction::Uuid => Volatile::Whole,
            // With a seed the number is always the same.
            IntrinsicFunction::MathRandom if call.arguments.len() < 3 => Volatile::Whole,
            _ => Volatile::Nothing,
        });
        Volatile::made_of(of_paths.chain(of_functions))
    }
}

fn of_path(path: &Path, sought: Sought) -> Volatile {
    if *path.root() != Root::Context {
        return Volatile::Nothing;
    }
    let names = path.steps().iter().map_while(|step| match &step.kind {
        StepKind::Name(name) => Some(&**name),
        _ => None,
    });
    of_context(names, sought)
}
