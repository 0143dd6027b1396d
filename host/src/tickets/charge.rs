//! F6: what answering a ticket is charged. No I/O.

use rust_decimal::Decimal;

use super::model::TicketStatus;
use crate::stores::TicketBasis;

/// A ticket, as far as its charge depends on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answered {
    pub status: TicketStatus,
    /// Messages by agents that the consumer can read, so far.
    pub agent_messages: i32,
    /// Those of them that were charged already.
    pub invoiced_messages_count: i32,
}

/// What is to be charged now.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Charge {
    /// Messages that are charged with it: afterwards `invoiced_messages_count` is this much more.
    pub messages: i32,
    /// Euros without VAT.
    pub amount: Decimal,
}

/// F6: of closed tickets only, (public messages by agents − messages charged already) × the store's ticket cost; by the
/// ticket, the cost once. Charging what was charged brings nothing, and a message that the desk took away again is not
/// paid back.
pub fn charge(ticket: Answered, ticket_cost: Decimal, basis: TicketBasis) -> Charge {
    let messages = ticket
        .agent_messages
        .saturating_sub(ticket.invoiced_messages_count);
    if ticket.status != TicketStatus::Closed || messages <= 0 {
        return Charge::default();
    }
    let times = match basis {
        TicketBasis::Message => messages,
        TicketBasis::Ticket if ticket.invoiced_messages_count == 0 => 1,
        TicketBasis::Ticket => 0,
    };
    Charge {
        messages,
        amount: ticket_cost * Decimal::from(times),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn closed(agent_messages: i32, invoiced_messages_count: i32) -> Answered {
        Answered {
            status: TicketStatus::Closed,
            agent_messages,
            invoiced_messages_count,
        }
    }

    /// The default of a store: 2.60.
    fn cost() -> Decimal {
        Decimal::new(260, 2)
    }

    #[test]
    fn the_decision_s_example() {
        let first = charge(closed(3, 0), cost(), TicketBasis::Message);
        assert_eq!((first.messages, first.amount), (3, Decimal::new(780, 2)));
        let again = charge(closed(3, 3), cost(), TicketBasis::Message);
        assert_eq!(again, Charge::default());
        let one_more = charge(closed(4, 3), cost(), TicketBasis::Message);
        assert_eq!((one_more.messages, one_more.amount), (1, cost()));
    }

    #[test]
    fn by_the_ticket_it_is_charged_once() {
        assert_eq!(
            charge(closed(3, 0), cost(), TicketBasis::Ticket).amount,
            cost()
        );
        let more = charge(closed(4, 3), cost(), TicketBasis::Ticket);
        assert_eq!((more.messages, more.amount), (1, Decimal::ZERO));
    }

    #[test]
    fn what_is_not_closed_is_not_charged() {
        for status in TicketStatus::ALL {
            let ticket = Answered {
                status: *status,
                ..closed(3, 0)
            };
            let is_charged = charge(ticket, cost(), TicketBasis::Message) != Charge::default();
            assert_eq!(is_charged, *status == TicketStatus::Closed, "{status:?}");
        }
    }

    proptest! {
        /// However often and whenever a ticket is charged, it is charged for as many messages as it had at most, each once.
        #[test]
        fn every_message_is_charged_once(counts in prop::collection::vec(0..200_i32, 1..20)) {
            let (mut invoiced, mut paid) = (0, Decimal::ZERO);
            for agent_messages in &counts {
                let now = charge(closed(*agent_messages, invoiced), cost(), TicketBasis::Message);
                invoiced += now.messages;
                paid += now.amount;
                let again = charge(closed(*agent_messages, invoiced), cost(), TicketBasis::Message);
                prop_assert_eq!(again, Charge::default());
            }
            let most = counts.iter().max().copied().unwrap_or_default();
            prop_assert_eq!(invoiced, most);
            prop_assert_eq!(paid, cost() * Decimal::from(most));
        }

        #[test]
        fn by_the_ticket_it_never_costs_more_than_once(counts in prop::collection::vec(0..200_i32, 1..20)) {
            let (mut invoiced, mut paid) = (0, Decimal::ZERO);
            for agent_messages in counts {
                let now = charge(closed(agent_messages, invoiced), cost(), TicketBasis::Ticket);
                invoiced += now.messages;
                paid += now.amount;
            }
            let once = if invoiced > 0 { cost() } else { Decimal::ZERO };
            prop_assert_eq!(paid, once);
        }
    }
}
