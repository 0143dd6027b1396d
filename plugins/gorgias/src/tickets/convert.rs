//! Reading tickets by themselves, and telling them in the contract's words.

use crate::api::{Desk, LARGEST_PAGE};
use crate::listing::{self, Page, rejected};
use crate::wire;
use comptoir_plugin_sdk::commerce::{Ticket, TicketStatus};
use comptoir_plugin_sdk::prelude::*;
use comptoir_plugin_sdk::{ErrorKind, Host, RejectedItem, Response, Result, time};
use serde_json::value::RawValue;

/// The tickets of these ids with their messages counted, as they are now; those that are gone by now are left out.
pub fn read(
    host: &impl Host,
    desk: &Desk,
    ids: &[u64],
) -> Result<Vec<Result<Ticket, RejectedItem>>> {
    let requests = ids
        .iter()
        .map(|id| desk.get(&format!("/tickets/{id}"), &[]))
        .collect();
    let mut tickets = Vec::with_capacity(ids.len());
    for answer in host.answer_all(requests) {
        let answer = match answer {
            Err(error) if error.kind == ErrorKind::NotFound => continue,
            other => other?,
        };
        tickets.push(answered(host, desk, &answer)?);
    }
    Ok(tickets)
}

/// The ticket that an answer holds, as it is now.
pub fn answered(
    host: &impl Host,
    desk: &Desk,
    answer: &Response,
) -> Result<Result<Ticket, RejectedItem>> {
    let raw: Box<RawValue> = answer.json()?;
    Ok(match serde_json::from_str::<wire::Ticket>(raw.get()) {
        Ok(ticket) => Ok(ticket_of(desk, whole(host, desk, ticket)?)),
        Err(error) => Err(rejected(&raw, error.to_string())),
    })
}

/// The ticket with all of its messages: a long conversation may come cut.
fn whole(host: &impl Host, desk: &Desk, mut ticket: wire::Ticket) -> Result<wire::Ticket> {
    if ticket.messages.len() >= ticket.messages_count {
        return Ok(ticket);
    }
    let path = format!("/tickets/{}/messages", ticket.id);
    let limit = LARGEST_PAGE.to_string();
    let mut cursor: Option<String> = None;
    ticket.messages.clear();
    loop {
        let mut query = vec![("limit", limit.as_str())];
        query.extend(cursor.as_deref().map(|cursor| ("cursor", cursor)));
        let page: Page<wire::Message> = listing::page(host, desk.get(&path, &query))?;
        ticket.messages.extend(page.items);
        cursor = page.next;
        if cursor.is_none() {
            return Ok(ticket);
        }
    }
}

fn ticket_of(desk: &Desk, ticket: wire::Ticket) -> Ticket {
    let status = status_of(&ticket);
    let count = |messages: usize| u32::try_from(messages).unwrap_or(u32::MAX);
    let messages = ticket.messages.iter();
    let charged = messages
        .clone()
        .filter(|message| message.is_charged())
        .count();
    let standing = messages.filter(|message| message.stands()).count();
    let extra = [
        ("priority", ticket.priority),
        ("language", ticket.language),
        ("external_id", ticket.external_id),
        (
            "spam",
            if ticket.spam {
                "true".into()
            } else {
                String::new()
            },
        ),
        (
            "snooze_datetime",
            ticket.snooze_datetime.unwrap_or_default(),
        ),
    ];
    Ticket {
        id: ticket.id.to_string(),
        subject: ticket.subject,
        status,
        customer_email: ticket.customer.email.clone(),
        customer_name: ticket.customer.name,
        assignee: ticket.assignee_user.label(),
        tags: ticket.tags.into_iter().map(|tag| tag.name).collect(),
        channel: ticket.channel,
        url: desk.ticket_url(ticket.id),
        agent_messages: count(charged),
        messages: count(standing),
        created_at: time::format(ticket.created_datetime),
        closed_at: ticket.closed_datetime.map(time::format),
        as_of: time::format_millis(ticket.updated_datetime),
        extra: extra
            .into_iter()
            .filter(|(_, value)| !value.is_empty())
            .map(|(name, value)| (name.to_owned(), value))
            .collect(),
    }
}

/// The provider knows open and closed only: the rest follows from its dates and the spam mark.
fn status_of(ticket: &wire::Ticket) -> TicketStatus {
    if ticket.spam || ticket.trashed_datetime.is_some() {
        return TicketStatus::Trashed;
    }
    match ticket.status.as_str() {
        "closed" if ticket.snooze_datetime.is_some() => TicketStatus::Snoozed,
        "closed" => TicketStatus::Closed,
        "open" => TicketStatus::Open,
        other => TicketStatus::Other(other.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use comptoir_plugin_sdk::Connector;

    fn ticket(json: &str) -> Ticket {
        let connector = Connector {
            id: "c".into(),
            settings: r#"{"account":"aurore","email":"ops@aurore.example","tag":"aurore-records"}"#
                .into(),
        };
        let desk = Desk::of(&connector).expect("valid settings");
        ticket_of(&desk, serde_json::from_str(json).expect("a ticket"))
    }

    fn with(fields: &str) -> Ticket {
        ticket(&format!(
            r#"{{"id":7,"created_datetime":"2026-11-18T13:56:16.494726+00:00",
            "updated_datetime":"2026-11-20T08:10:01+00:00",{fields}}}"#
        ))
    }

    #[test]
    fn the_documented_ticket_is_understood_field_by_field() {
        let ticket = ticket(
            r##"{"id":153006867,"uri":"/api/tickets/153006867/","external_id":null,"language":"fr","status":"open",
            "priority":"normal","channel":"email","via":"email","from_agent":false,"spam":false,"is_unread":true,
            "subject":"Colis non reçu #1042","excerpt":"Bonjour","meta":null,
            "customer":{"id":400746613,"email":"ana@example.com","name":"Ana B","firstname":"Ana","meta":{}},
            "assignee_user":{"id":400746608,"email":"lea@shop.example","name":"Léa","bio":null},"assignee_team":null,
            "tags":[{"id":1151716,"name":"livraison","decoration":{"color":"#ff5500"}}],"messages_count":1,
            "messages":[{"id":441571080,"public":true,"from_agent":true,"sender":{"name":"Léa"},"body_text":"Oui",
            "stripped_text":null,"created_datetime":"2026-11-20T08:10:00+00:00","failed_datetime":null,
            "deleted_datetime":null}],"created_datetime":"2026-11-18T13:56:16.494726+00:00","opened_datetime":null,
            "updated_datetime":"2026-11-20T08:10:01.123456+00:00","closed_datetime":null,"snooze_datetime":null,
            "trashed_datetime":null}"##,
        );
        assert_eq!(
            (ticket.id.as_str(), &ticket.status),
            ("153006867", &TicketStatus::Open)
        );
        assert_eq!(
            (
                ticket.customer_name.as_str(),
                ticket.customer_email.as_str(),
                ticket.assignee.as_str()
            ),
            ("Ana B", "ana@example.com", "Léa")
        );
        assert_eq!((ticket.agent_messages, ticket.messages), (1, 1));
        assert_eq!(
            ticket.url,
            "https://aurore.gorgias.com/app/ticket/153006867"
        );
        assert_eq!(ticket.as_of, "2026-11-20T08:10:01.123Z");
        assert_eq!(ticket.tags, ["livraison"]);
    }

    #[test]
    fn the_status_follows_from_marks_and_dates() {
        let at = "2026-11-20T08:10:00+00:00";
        for (fields, status) in [
            (r#""status":"open""#.to_owned(), TicketStatus::Open),
            (r#""status":"closed""#.to_owned(), TicketStatus::Closed),
            (
                format!(r#""status":"closed","snooze_datetime":"{at}""#),
                TicketStatus::Snoozed,
            ),
            (
                format!(r#""status":"closed","trashed_datetime":"{at}""#),
                TicketStatus::Trashed,
            ),
            (
                r#""status":"open","spam":true"#.to_owned(),
                TicketStatus::Trashed,
            ),
            (
                r#""status":"merged""#.to_owned(),
                TicketStatus::Other("merged".into()),
            ),
        ] {
            assert_eq!(with(&fields).status, status, "{fields}");
        }
    }

    #[test]
    fn only_what_the_consumer_got_from_an_agent_is_counted_to_be_charged() {
        let message = |public: bool, from_agent: bool, more: &str| {
            format!(
                r#"{{"id":1,"public":{public},"from_agent":{from_agent},
                "created_datetime":"2026-11-20T08:10:00Z"{more}}}"#
            )
        };
        let at = r#""2026-11-20T08:10:00Z""#;
        let messages = [
            message(true, true, ""),
            message(true, false, ""),
            message(false, true, ""),
            message(true, true, &format!(r#","failed_datetime":{at}"#)),
            message(true, true, &format!(r#","deleted_datetime":{at}"#)),
        ];
        let ticket = with(&format!(
            r#""status":"open","messages_count":5,"messages":[{}]"#,
            messages.join(",")
        ));
        assert_eq!((ticket.agent_messages, ticket.messages), (1, 4));
    }
}
