//! A week's figures, by mail.

use std::cmp::Ordering;

use chrono::{Days, NaiveDate};
use comptoir_document::{money, number, percent};
use rust_decimal::Decimal;
use url::Url;

use super::goals::Reached;
use super::model::Figures;
use crate::mail::{Action, Letter, Mail, Stop, greeting};
use crate::words::language::Language;

/// What the stores of somebody came to in a week, beside the week before.
#[derive(Debug)]
pub struct Week {
    pub name: String,
    pub monday: NaiveDate,
    pub figures: Figures,
    pub before: Figures,
    /// None: no store has a goal.
    pub goal: Option<Reached>,
    /// Articles that were sold best, with their units.
    pub best: Vec<(String, i64)>,
    /// The report of that week.
    pub link: Url,
    pub stop: Stop,
}

/// How a figure compares with the one before, in whole percent; nothing can be said of what was nothing.
fn change(now: Decimal, before: Decimal, language: Language) -> String {
    let share = (now - before)
        .checked_mul(Decimal::ONE_HUNDRED)
        .and_then(|change| change.checked_div(before.abs()));
    let Some(share) = share else {
        return String::new();
    };
    let share = share.round();
    let text = percent(share, language.of_documents());
    match share.cmp(&Decimal::ZERO) {
        Ordering::Greater => format!(" (+{text})"),
        Ordering::Less => format!(" ({text})"),
        Ordering::Equal => String::new(),
    }
}

impl Mail for Week {
    const NAME: &'static str = "week";

    fn letter(&self, language: Language) -> Letter {
        let words = language.of_documents();
        let day = |day: NaiveDate| day.format("%d/%m/%Y").to_string();
        let (first, last) = (day(self.monday), day(self.monday + Days::new(6)));
        let colon = language.pick("\u{a0}:", ":");
        let (now, before) = (&self.figures, &self.before);
        let count = |label: &str, now: i64, before: i64| {
            let (now, before) = (Decimal::from(now), Decimal::from(before));
            format!(
                "{label}{colon} {}{}",
                number(now, words),
                change(now, before, language)
            )
        };
        let amount = |label: &str, now: Decimal, before: Decimal| {
            format!(
                "{label}{colon} {}{}",
                money(now, words),
                change(now, before, language)
            )
        };
        let lead = match language {
            Language::Fr => format!(
                "Voici votre semaine du {first} au {last}. Entre parenthèses, l’écart avec la semaine précédente."
            ),
            Language::En => format!(
                "Here is your week from {first} to {last}. In brackets, the change from the week before."
            ),
        };
        let goal = self.goal.as_ref().map(|goal| {
            let label = language.pick("Objectif de ventes HT", "Sales goal excl. VAT");
            let (sold, due) = (money(goal.net_sales, words), money(goal.due, words));
            let of = language.pick("sur", "of");
            let share = (goal.net_sales * Decimal::ONE_HUNDRED).checked_div(goal.due);
            let share = share.map_or(String::new(), |share| {
                format!(" ({})", percent(share.round(), words))
            });
            format!("{label}{colon} {sold} {of} {due}{share}")
        });
        let best = self
            .best
            .iter()
            .map(|(name, units)| format!("{name} ({})", number(Decimal::from(*units), words)));
        let best: Vec<String> = best.collect();
        let best = (!best.is_empty()).then(|| {
            let label = language.pick("Meilleurs articles", "Best products");
            format!("{label}{colon} {}", best.join(", "))
        });
        let figures = [
            count(
                language.pick("Commandes", "Orders"),
                now.commerce_orders,
                before.commerce_orders,
            ),
            count(
                language.pick("Articles", "Items"),
                now.articles,
                before.articles,
            ),
            amount(
                language.pick("Ventes nettes HT", "Net sales excl. VAT"),
                now.net_sales,
                before.net_sales,
            ),
            count(
                language.pick("Tickets ouverts", "Tickets opened"),
                now.tickets,
                before.tickets,
            ),
            amount(
                language.pick("Frais HT", "Fees excl. VAT"),
                now.fees,
                before.fees,
            ),
        ];
        Letter {
            subject: match language {
                Language::Fr => format!("Votre semaine du {first}"),
                Language::En => format!("Your week of {first}"),
            }
            .into(),
            greeting: greeting(language, &self.name),
            paragraphs: [lead].into_iter().chain(figures).chain(goal).chain(best).collect(),
            action: Some(Action {
                label: language.pick("Ouvrir le rapport", "Open the report"),
                link: self.link.clone(),
            }),
            note: language.pick(
                "Vous recevez ce message chaque lundi parce que vous l’avez demandé dans votre profil.",
                "You get this message each Monday because you asked for it in your profile.",
            ),
        }
    }

    fn stop(&self) -> Option<Stop> {
        Some(self.stop.clone())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_change_is_told_in_whole_percent_of_what_was_before() {
        let changed = |now: i64, before: i64, language| change(now.into(), before.into(), language);
        for (now, before, text) in [
            (120, 100, " (+20\u{a0}%)"),
            (80, 100, " (−20\u{a0}%)"),
            (100, 100, ""),
            (5, 0, ""),
            (-50, -100, " (+50\u{a0}%)"),
            (3, 1, " (+200\u{a0}%)"),
        ] {
            assert_eq!(
                changed(now, before, Language::Fr),
                text,
                "{now} after {before}"
            );
        }
        assert_eq!(changed(1, 2, Language::En), " (−50%)");
    }

    proptest! {
        /// Whatever figures come, there is a text.
        #[test]
        fn no_figures_are_too_large(now in any::<i64>(), before in any::<i64>(), scale in 0..20_u32) {
            let (now, before) = (Decimal::from_i128_with_scale(now.into(), scale), Decimal::from(before));
            change(now, before, Language::Fr);
        }
    }
}
