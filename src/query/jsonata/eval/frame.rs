//! Where variables live.

use crate::query::jsonata::ast::{Key, Place, Slot};
use crate::query::jsonata::val::Val;
use std::cell::RefCell;
use std::rc::Rc;

/// The variables of a block, of one call of a lambda, or of a tuple; and the frame around it.
#[derive(Debug)]
pub(crate) struct Frame<'a> {
    parent: Option<Rc<Self>>,
    slots: RefCell<Slots<'a>>,
}

#[derive(Debug)]
enum Slots<'a> {
    Few([Option<Val<'a>>; 3]),
    Many(Box<[Option<Val<'a>>]>),
    Tuple(Vec<(Key, Val<'a>)>),
}

impl<'a> Frame<'a> {
    /// A frame of `count` slots, none bound.
    pub(crate) fn new(parent: Option<Rc<Self>>, count: usize) -> Rc<Self> {
        let slots = if count <= 3 {
            Slots::Few([const { None }; 3])
        } else {
            Slots::Many(vec![None; count].into())
        };
        Rc::new(Self {
            parent,
            slots: RefCell::new(slots),
        })
    }

    /// A frame of what a tuple binds.
    pub(crate) fn of_tuple(parent: &Rc<Self>, bound: Vec<(Key, Val<'a>)>) -> Rc<Self> {
        Rc::new(Self {
            parent: Some(parent.clone()),
            slots: RefCell::new(Slots::Tuple(bound)),
        })
    }

    pub(crate) fn get(&self, place: Place) -> Option<Val<'a>> {
        let mut frame = self;
        for _ in 0..place.up {
            frame = frame.parent.as_deref()?;
        }
        match (&*frame.slots.borrow(), place.slot) {
            (Slots::Few(slots), Slot::Index(index)) => slots.get(usize::from(index))?.clone(),
            (Slots::Many(slots), Slot::Index(index)) => slots.get(usize::from(index))?.clone(),
            (Slots::Tuple(bound), Slot::Key(key)) => bound
                .iter()
                .find(|(own, _)| *own == key)
                .map(|(_, value)| value.clone()),
            _ => None,
        }
    }

    /// What the nearest tuple around binds to `key`: the value of a `%`.
    pub(crate) fn ancestor(&self, key: Key) -> Option<Val<'a>> {
        let mut frame = Some(self);
        while let Some(own) = frame {
            if let Slots::Tuple(bound) = &*own.slots.borrow()
                && let Some((_, value)) = bound.iter().find(|(own, _)| *own == key)
            {
                return Some(value.clone());
            }
            frame = own.parent.as_deref();
        }
        None
    }

    pub(crate) fn set(&self, slot: Slot, value: Val<'a>) {
        match (&mut *self.slots.borrow_mut(), slot) {
            (Slots::Few(slots), Slot::Index(index)) => {
                if let Some(slot) = slots.get_mut(usize::from(index)) {
                    *slot = Some(value);
                }
            }
            (Slots::Many(slots), Slot::Index(index)) => {
                if let Some(slot) = slots.get_mut(usize::from(index)) {
                    *slot = Some(value);
                }
            }
            (Slots::Tuple(bound), Slot::Key(key)) => {
                match bound.iter_mut().find(|(own, _)| *own == key) {
                    Some((_, old)) => *old = value,
                    None => bound.push((key, value)),
                }
            }
            _ => {}
        }
    }

    /// Forgets all variables, which breaks circles of closures and frames.
    pub(crate) fn clear(&self) {
        // Taken out first: dropping a value may end in this very frame.
        let _gone = std::mem::replace(&mut *self.slots.borrow_mut(), Slots::Tuple(Vec::new()));
    }
}
