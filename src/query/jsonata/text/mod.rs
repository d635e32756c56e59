//! Numbers, dates and integers as text, and back.

pub(super) mod calendar;
pub(super) mod datetime_format;
pub(super) mod datetime_parse;
pub(super) mod datetime_picture;
pub(super) mod format_number;
pub(super) mod integer_picture;
pub(super) mod iso;
pub(super) mod number;
pub(super) mod numerals;
pub(super) mod stringify;
