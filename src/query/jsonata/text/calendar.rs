//! Days, months and weeks of the Gregorian calendar, without time zones.

/// Milliseconds of a day.
pub(crate) const DAY: i64 = 86_400_000;

/// Furthest instant from 1970 that JavaScript's dates reach.
pub(crate) const FURTHEST: f64 = 8.64e15;

/// A date and time taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Moment {
    /// Milliseconds since 1970.
    pub(crate) millis: i64,
    pub(crate) year: i64,
    /// From 1.
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    pub(crate) milli: i64,
}

impl Moment {
    pub(crate) fn new(millis: i64) -> Self {
        let days = millis.div_euclid(DAY);
        let rest = millis.rem_euclid(DAY);
        let (year, month, day) = civil(days);
        Self {
            millis,
            year,
            month,
            day,
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1000 % 60,
            milli: rest % 1000,
        }
    }

    /// The component that a letter of a date picture names.
    pub(crate) fn component(&self, letter: char) -> Option<i64> {
        Some(match letter {
            'Y' => self.year,
            'M' => self.month,
            'D' => self.day,
            'd' => self.millis.div_euclid(DAY) - days(self.year, 1, 1) + 1,
            'F' => weekday(self.millis.div_euclid(DAY)),
            'W' => self.week_in_year(),
            'w' => self.week_in_month(),
            'X' => self.week_year(),
            'x' => self.week_month(),
            'H' => self.hour,
            'h' => (self.hour + 11) % 12 + 1,
            'm' => self.minute,
            's' => self.second,
            'f' => self.milli,
            _ => return None,
        })
    }

    fn week_in_year(&self) -> i64 {
        let today = self.millis.div_euclid(DAY);
        let week = weeks(first_week(self.year, 1), today);
        if week > 52 && today >= first_week(self.year + 1, 1) {
            1
        } else if week < 1 {
            weeks(first_week(self.year - 1, 1), today)
        } else {
            week
        }
    }

    fn week_in_month(&self) -> i64 {
        let today = self.millis.div_euclid(DAY);
        let week = weeks(first_week(self.year, self.month), today);
        let (next_year, next_month) = next(self.year, self.month);
        let (last_year, last_month) = previous(self.year, self.month);
        if week > 4 && today >= first_week(next_year, next_month) {
            1
        } else if week < 1 {
            weeks(first_week(last_year, last_month), today)
        } else {
            week
        }
    }

    fn week_year(&self) -> i64 {
        let today = self.millis.div_euclid(DAY);
        if today < first_week(self.year, 1) {
            self.year - 1
        } else if today >= first_week(self.year + 1, 1) {
            self.year + 1
        } else {
            self.year
        }
    }

    fn week_month(&self) -> i64 {
        let today = self.millis.div_euclid(DAY);
        let (next_year, next_month) = next(self.year, self.month);
        if today < first_week(self.year, self.month) {
            previous(self.year, self.month).1
        } else if today >= first_week(next_year, next_month) {
            next_month
        } else {
            self.month
        }
    }
}

fn next(year: i64, month: i64) -> (i64, i64) {
    if month == 12 {
        (year + 1, 1)
    } else {
        (year, month + 1)
    }
}

fn previous(year: i64, month: i64) -> (i64, i64) {
    if month == 1 {
        (year - 1, 12)
    } else {
        (year, month - 1)
    }
}

/// Number of the week that `day` is in, where week 1 starts at `start`.
fn weeks(start: i64, day: i64) -> i64 {
    (day - start).div_euclid(7) + 1
}

/// The Monday of the first week of a month: the week that has a Thursday of the month.
fn first_week(year: i64, month: i64) -> i64 {
    let first = days(year, month, 1);
    let weekday = weekday(first);
    if weekday > 4 {
        first + 8 - weekday
    } else {
        first - (weekday - 1)
    }
}

/// 1 for Monday to 7 for Sunday.
fn weekday(days: i64) -> i64 {
    (days + 3).rem_euclid(7) + 1
}

/// Days from 1970-01-01 to a date. The month may be out of range: it carries over.
pub(crate) fn days(year: i64, month: i64, day: i64) -> i64 {
    let months = year * 12 + month - 1;
    let (year, month) = (months.div_euclid(12), months.rem_euclid(12) + 1);
    // Years that begin in March put the leap day at the end.
    let (year, month) = if month > 2 {
        (year, month - 3)
    } else {
        (year - 1, month + 9)
    };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let day_of_year = (153 * month + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Year, month and day of a number of days since 1970.
fn civil(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let day_of_era = days.rem_euclid(146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let year = year_of_era + era * 400;
    if month < 10 {
        (year, month + 3, day)
    } else {
        (year + 1, month - 9, day)
    }
}

/// `Date.UTC`: milliseconds of year, month (from 0), day, hour, minute, second, millisecond. Not a number where one of
/// them is not, or the date is out of reach.
pub(crate) fn utc(parts: [f64; 7]) -> f64 {
    const REACH: f64 = 1e9;
    if parts
        .iter()
        .any(|part| !part.is_finite() || part.abs() > REACH)
    {
        return f64::NAN;
    }
    let [year, month, day, hour, minute, second, milli] = parts.map(f64::trunc);
    let year = if (0.0..=99.0).contains(&year) {
        year + 1900.0
    } else {
        year
    };
    let days = days(year as i64, month as i64 + 1, 1) as f64 + day - 1.0;
    let millis =
        days * DAY as f64 + hour * 3_600_000.0 + minute * 60_000.0 + second * 1000.0 + milli;
    if millis.abs() > FURTHEST {
        f64::NAN
    } else {
        millis
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_and_back() {
        assert_eq!(days(1970, 1, 1), 0);
        assert_eq!(days(2000, 3, 1), 11_017);
        for day in [-1_000_000, -719_468, -1, 0, 11_016, 11_017, 20_000] {
            let (year, month, of_month) = civil(day);
            assert_eq!(days(year, month, of_month), day);
        }
    }

    #[test]
    fn weeks_by_iso_8601() {
        // 2018-12-31 is in week 1 of 2019 (ISO 8601).
        let moment = Moment::new(days(2018, 12, 31) * DAY);
        assert_eq!(
            (moment.component('W'), moment.component('X')),
            (Some(1), Some(2019))
        );
        // 2021-01-03 is in week 53 of 2020.
        let moment = Moment::new(days(2021, 1, 3) * DAY);
        assert_eq!(
            (moment.component('W'), moment.component('X')),
            (Some(53), Some(2020))
        );
        assert_eq!(moment.component('F'), Some(7));
    }
}
