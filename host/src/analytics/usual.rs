//! Days on which far more or far fewer orders came than on that day of the week as a rule.

use chrono::Days;

/// Weeks before a day that tell what is usual.
const WEEKS: u64 = 12;
/// Fewer such days tell nothing.
const LEAST: usize = 6;
/// Medians' deviations that are within the usual: three standard deviations, were the orders spread normally (1.4826 of a median
/// absolute deviation is one: Rousseeuw and Croux, Alternatives to the Median Absolute Deviation, 1993).
const DEVIATIONS: f64 = 3.0 * 1.4826;
/// Few orders spread by themselves.
const LEAST_DIFFERENCE: f64 = 5.0;

/// Days before the first that [`usual`] looks at.
pub const BEFORE: Days = Days::new(WEEKS * 7);

/// The median of the same weekday over twelve weeks before, of each day that is far from it. `orders`: day by day from
/// [`BEFORE`] the first on, without a gap.
///
/// A shop that has not sold yet before a day has no usual one: the days from its first order on count.
pub fn usual(orders: &[i64]) -> Vec<Option<i64>> {
    let week = 7;
    let before = WEEKS as usize * week;
    let began = orders.iter().position(|count| *count > 0);
    let began = began.unwrap_or(orders.len());
    let judged = orders.iter().enumerate().skip(before);
    let judge = |(day, count): (usize, &i64)| {
        let same = (1..=WEEKS as usize).map(|weeks| day - weeks * week);
        let mut same: Vec<i64> = same
            .filter(|day| *day >= began)
            .map(|day| orders[day])
            .collect();
        let middle = median(&mut same).filter(|_| same.len() >= LEAST)?;
        let mut apart: Vec<i64> = same.iter().map(|count| (count - middle).abs()).collect();
        let spread = median(&mut apart)? as f64 * DEVIATIONS;
        let is_far = (count - middle).abs() as f64 > spread.max(LEAST_DIFFERENCE);
        is_far.then_some(middle)
    };
    judged.map(judge).collect()
}

/// Of an even number the lower of both.
fn median(numbers: &mut [i64]) -> Option<i64> {
    numbers.sort_unstable();
    numbers.get(numbers.len().checked_sub(1)? / 2).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Twelve weeks of a shop that sells `weekday` orders on each, then these days.
    fn after(weekday: [i64; 7], days: &[i64]) -> Vec<Option<i64>> {
        let mut orders: Vec<i64> = (0..WEEKS).flat_map(|_| weekday).collect();
        orders.extend(days);
        usual(&orders)
    }

    #[test]
    fn a_day_is_held_against_its_own_weekday() {
        let week = [40, 40, 40, 40, 60, 120, 90];
        assert_eq!(after(week, &week), [None; 7]);
        assert_eq!(
            after(week, &[120, 41, 10, 40]),
            [Some(40), None, Some(40), None],
            "a Monday like a Saturday, a poor Wednesday"
        );
    }

    #[test]
    fn few_orders_and_few_weeks_tell_nothing() {
        assert_eq!(after([1, 0, 2, 0, 1, 0, 0], &[5, 5, 0]), [None; 3]);
        let mut young = vec![0; 7 * 8];
        young.extend([50; 7 * 4]);
        young.push(500);
        assert_eq!(usual(&young), [None], "four weeks old");
    }

    #[test]
    fn one_release_day_does_not_widen_what_is_usual() {
        let mut orders: Vec<i64> = vec![30; 7 * 12];
        orders[7 * 6] = 2_000;
        orders.push(90);
        assert_eq!(usual(&orders), [Some(30)]);
    }

    proptest! {
        /// As many answers as days are asked for, and none for a day like all others.
        #[test]
        fn what_never_changes_is_usual(count in 0..1_000_i64, days in 0..40_usize) {
            prop_assert_eq!(usual(&vec![count; 84 + days]), vec![None; days]);
        }

        /// What is named is a number that was sold on such a day.
        #[test]
        fn the_usual_is_one_of_the_weekdays_own(orders in prop::collection::vec(0..400_i64, 84..130)) {
            for (at, middle) in usual(&orders).into_iter().enumerate() {
                let same: Vec<i64> = (1..=12).map(|week| orders[84 + at - week * 7]).collect();
                prop_assert!(middle.is_none_or(|middle| same.contains(&middle) && middle != orders[84 + at]));
            }
        }
    }
}
