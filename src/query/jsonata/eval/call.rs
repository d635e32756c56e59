//! Calling functions.

use super::frame::Frame;
use super::func::{Func, holds_functions};
use super::{Evaluator, Outcome, Tail};
use crate::query::jsonata::ast::{Call, Kind, Node, Slot};
use crate::query::jsonata::error::{Failure, Open};
use crate::query::jsonata::val::Val;
use std::rc::Rc;

impl<'a> Evaluator<'a> {
    /// `callee(arguments)`; `first` is what `~>` puts before the arguments.
    pub(super) fn call(
        &self,
        node: &'a Node,
        call: &'a Call,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
        first: Option<Val<'a>>,
    ) -> Outcome<'a> {
        let callee = self.callee(call, input, frame)?;
        if callee.is_undefined() {
            self.suggest("T1005", node, call, frame)?;
        }
        let mut arguments = Vec::with_capacity(call.arguments.len() + usize::from(first.is_some()));
        arguments.extend(first);
        for argument in &call.arguments {
            arguments.push(self.operand(argument, input, frame)?);
        }
        let Val::Func(function) = &callee else {
            return Err(named(Open::new("T1006"), node, call));
        };
        self.apply(function, arguments, input)
            .map_err(|failure| named(failure, node, call))
    }

    fn callee(&self, call: &'a Call, input: &Val<'a>, frame: &Rc<Frame<'a>>) -> Outcome<'a> {
        match &call.callee.kind {
            Kind::Variable(variable) if call.callee.predicates.is_empty() => {
                self.meter.has_room(1)?;
                Ok(self.variable(variable, frame))
            }
            _ => self.eval(&call.callee, input, frame),
        }
    }

    /// Fails with `code` where a `$` before the bare name of the callee would have found something.
    fn suggest(
        &self,
        code: &'static str,
        node: &'a Node,
        call: &'a Call,
        frame: &Rc<Frame<'a>>,
    ) -> Result<(), Failure> {
        match &call.suggestion {
            Some(variable)
                if super::operators::truth(&self.variable(variable, frame)).unwrap_or(true) =>
            {
                Err(Open::new(code).at(node.span).token(&*variable.name))
            }
            _ => Ok(()),
        }
    }

    /// Calls `function`, and then whatever calls it ends with.
    pub(in crate::query::jsonata) fn apply(
        &self,
        function: &Func<'a>,
        arguments: Vec<Val<'a>>,
        context: &Val<'a>,
    ) -> Outcome<'a> {
        let mut result = self.apply_once(function, arguments, context)?;
        loop {
            let tail = self.tail.borrow_mut().take();
            let Some(Tail {
                call,
                node,
                input,
                frame,
            }) = tail
            else {
                return Ok(result);
            };
            self.meter.tick(1)?;
            let callee = self.callee(call, &input, &frame)?;
            if callee.is_undefined() {
                self.suggest("T1005", node, call, &frame)?;
            }
            let mut arguments = Vec::with_capacity(call.arguments.len());
            for argument in &call.arguments {
                arguments.push(self.eval(argument, &input, &frame)?);
            }
            let Val::Func(function) = &callee else {
                return Err(named(Open::new("T1006"), node, call));
            };
            result = self
                .apply_once(function, arguments, context)
                .map_err(|failure| named(failure, node, call))?;
        }
    }

    fn apply_once(
        &self,
        function: &Func<'a>,
        mut arguments: Vec<Val<'a>>,
        context: &Val<'a>,
    ) -> Outcome<'a> {
        match function {
            Func::Builtin(builtin) => builtin.call(self, arguments, context),
            Func::Lambda(closure) => {
                if let Some(signature) = &closure.lambda.signature {
                    signature.validate(&mut arguments, context)?;
                }
                self.apply_closure(function, arguments)
            }
            Func::Partial(partial) => {
                let mut given = arguments.into_iter();
                let arguments = partial
                    .arguments
                    .iter()
                    .map(|argument| match argument {
                        Some(value) => value.clone(),
                        None => given.next().unwrap_or(Val::Undefined),
                    })
                    .collect();
                self.meter.sink(1)?;
                let result = match &partial.function {
                    // Like the reference, a partial application does not look at the signature of a lambda.
                    closure @ Func::Lambda(_) => self.apply_closure(closure, arguments),
                    other => self.apply_once(other, arguments, context),
                }?;
                self.meter.sink(-1)?;
                Ok(result)
            }
            Func::Composed(composed) => {
                self.meter.sink(2)?;
                arguments.truncate(1);
                let between = self.apply(&composed.first, arguments, context)?;
                let result = self.apply(&composed.second, vec![between], context)?;
                self.meter.sink(-2)?;
                Ok(result)
            }
            Func::Regex(pattern) => self.match_from(pattern, &arguments),
            Func::NextMatch(next) => self.next_match(next),
            Func::Transform(transformer) => {
                let input = arguments.into_iter().next().unwrap_or(Val::Undefined);
                self.transform(transformer, input)
            }
        }
    }

    fn apply_closure(&self, function: &Func<'a>, arguments: Vec<Val<'a>>) -> Outcome<'a> {
        let Func::Lambda(closure) = function else {
            return Ok(Val::Undefined);
        };
        let lambda = closure.lambda;
        if lambda.slots == 0 {
            return self.eval(&lambda.body, &closure.input, &closure.frame);
        }
        let frame = Frame::new(Some(closure.frame.clone()), usize::from(lambda.slots));
        let mut arguments = arguments.into_iter();
        let mut circle = false;
        for slot in 0..u16::try_from(lambda.parameters.len()).unwrap_or(u16::MAX) {
            let argument = arguments.next().unwrap_or(Val::Undefined);
            circle |= holds_functions(&argument);
            frame.set(Slot::Index(slot), argument);
        }
        if circle {
            self.circles.borrow_mut().push(frame.clone());
        }
        self.eval(&lambda.body, &closure.input, &frame)
    }

    /// `$f(1, ?)`
    pub(super) fn partial(
        &self,
        node: &'a Node,
        call: &'a Call,
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for argument in &call.arguments {
            arguments.push(match argument.kind {
                Kind::Placeholder => None,
                _ => Some(self.eval(argument, input, frame)?),
            });
        }
        let callee = self.eval(&call.callee, input, frame)?;
        if callee.is_undefined() {
            self.suggest("T1007", node, call, frame)?;
        }
        let Val::Func(function) = callee else {
            return Err(named(Open::new("T1008"), node, call));
        };
        arguments.resize_with(function.parameters(), || Some(Val::Undefined));
        Ok(Val::Func(Func::partial(function, arguments)?))
    }

    /// `left ~> right`
    pub(super) fn apply_operator(
        &self,
        node: &'a Node,
        pair: &'a (Node, Node),
        input: &Val<'a>,
        frame: &Rc<Frame<'a>>,
    ) -> Outcome<'a> {
        let left = self.eval(&pair.0, input, frame)?;
        if let Kind::Call(call) = &pair.1.kind {
            return self.call(&pair.1, call, input, frame, Some(left));
        }
        let right = self.eval(&pair.1, input, frame)?;
        let Val::Func(second) = right else {
            return Err(Open::new("T2006")
                .at(node.span)
                .value("value", right.shown()));
        };
        match left {
            Val::Func(first) => Ok(Val::Func(Func::composed(first, second)?)),
            value => self.apply(&second, vec![value], &Val::Undefined),
        }
    }
}

/// Says where and in which function something failed, unless that is known better already.
fn named(mut failure: Failure, node: &Node, call: &Call) -> Failure {
    if failure.span.is_none() {
        failure.span = Some(node.span);
    }
    if failure.token.is_none() {
        failure.token = call.name.as_ref().map(ToString::to_string);
    }
    failure
}
