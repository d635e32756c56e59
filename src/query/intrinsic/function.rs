//! The intrinsic functions by name.

use crate::base::text;
use std::fmt;
use std::ops::RangeInclusive;

macro_rules! functions {
    ($($variant:ident $name:literal $arity:expr, $doc:literal;)*) => {
        /// An intrinsic function of the States Language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum IntrinsicFunction {
            $(#[doc = $doc] $variant,)*
        }

        impl IntrinsicFunction {
            /// Every function, in the order of AWS's documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name, as in `States.Format`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// How many arguments it takes. AWS accepts a definition with another number, and fails when the state
            /// runs (but `States.UUID` takes any).
            pub fn arity(self) -> RangeInclusive<usize> {
                match self { $(Self::$variant => $arity,)* }
            }
        }
    };
}

functions! {
    Array "States.Array" 0..=usize::MAX, "`States.Array(value, …)`: the values as an array.";
    ArrayPartition "States.ArrayPartition" 2..=2, "`States.ArrayPartition(array, size)`: the array in chunks.";
    ArrayContains "States.ArrayContains" 2..=2, "`States.ArrayContains(array, value)`: whether the value is in it.";
    ArrayRange "States.ArrayRange" 3..=3, "`States.ArrayRange(first, last, step)`: numbers, the last included.";
    ArrayGetItem "States.ArrayGetItem" 2..=2, "`States.ArrayGetItem(array, index)`: an item, counted from 0.";
    ArrayLength "States.ArrayLength" 1..=1, "`States.ArrayLength(array)`: how many items.";
    ArrayUnique "States.ArrayUnique" 1..=1, "`States.ArrayUnique(array)`: the items without repetition.";
    Base64Encode "States.Base64Encode" 1..=1, "`States.Base64Encode(text)`: the UTF-8 bytes in Base64.";
    Base64Decode "States.Base64Decode" 1..=1, "`States.Base64Decode(text)`: what was encoded.";
    Hash "States.Hash" 2..=2, "`States.Hash(data, algorithm)`: a digest in hexadecimal.";
    JsonMerge "States.JsonMerge" 3..=3, "`States.JsonMerge(first, second, false)`: both objects, the second wins.";
    StringToJson "States.StringToJson" 1..=1, "`States.StringToJson(text)`: the value that the JSON text stands for.";
    JsonToString "States.JsonToString" 1..=1, "`States.JsonToString(value)`: its JSON text.";
    MathRandom "States.MathRandom" 2..=3, "`States.MathRandom(start, end, seed?)`: an integer, the end excluded.";
    MathAdd "States.MathAdd" 2..=2, "`States.MathAdd(number, number)`: the sum of both, rounded before.";
    StringSplit "States.StringSplit" 2..=2, "`States.StringSplit(text, delimiters)`: the pieces between delimiters.";
    Uuid "States.UUID" 0..=0, "`States.UUID()`: a version 4 UUID.";
    Format "States.Format" 1..=usize::MAX, "`States.Format(template, value, …)`: the template with `{}` filled.";
}

impl IntrinsicFunction {
    /// The function that is called `name`.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|function| function.name() == name)
    }

    /// The function that `name` is most likely a slip for.
    pub fn nearest(name: &str) -> Option<Self> {
        text::nearest(name, Self::ALL.iter().map(|function| function.name())).and_then(Self::named)
    }

    /// Whether its result is always a string: what `ErrorPath` and `CausePath` need.
    /// `States.ArrayGetItem` may give one.
    pub fn gives_text(self) -> Option<bool> {
        match self {
            Self::Base64Encode
            | Self::Base64Decode
            | Self::Format
            | Self::JsonToString
            | Self::Hash
            | Self::Uuid => Some(true),
            Self::ArrayGetItem | Self::StringToJson => None,
            _ => Some(false),
        }
    }
}

impl fmt::Display for IntrinsicFunction {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_eighteen_functions_and_slips() {
        assert_eq!(IntrinsicFunction::ALL.len(), 18);
        assert_eq!(
            IntrinsicFunction::named("States.UUID"),
            Some(IntrinsicFunction::Uuid)
        );
        assert_eq!(IntrinsicFunction::named("States.Uuid"), None);
        assert_eq!(
            IntrinsicFunction::nearest("States.Uuid"),
            Some(IntrinsicFunction::Uuid)
        );
        assert_eq!(
            IntrinsicFunction::nearest("States.Fromat"),
            Some(IntrinsicFunction::Format)
        );
        assert_eq!(IntrinsicFunction::nearest("States.Default"), None);
    }
}
