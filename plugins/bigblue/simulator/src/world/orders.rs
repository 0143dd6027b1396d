//! The calls about orders and their trackings.

use super::draw::draw_parcel;
use super::{Entry, Merchant, invalid, missing, page};
use crate::clock::Now;
use crate::error::{ApiError, Code};
use crate::status::Status;
use crate::time;
use crate::wire::{Address, Answer, Order, Request, StatusMessage, Tracking, TrackingEvent};
use rand::rngs::StdRng;
use rust_decimal::Decimal;

/// What the order costs: `Σ(quantity × (unit_price + unit_tax) − discount) + shipping_price + shipping_tax +
/// additional_tax − additional_discount`, where a line's discount counts once. Says which amount cannot be read.
pub(super) fn total(order: &Order) -> Result<String, ApiError> {
    let mut sum = Decimal::ZERO;
    for line in &order.line_items {
        let unit = decimal("order.line_items.unit_price", &line.unit_price)?
            + decimal("order.line_items.unit_tax", &line.unit_tax)?;
        sum += unit * Decimal::from(line.quantity)
            - decimal("order.line_items.discount", &line.discount)?;
    }
    sum += decimal("order.shipping_price", &order.shipping_price)?
        + decimal("order.shipping_tax", &order.shipping_tax)?;
    sum += decimal("order.additional_tax", &order.additional_tax)?;
    sum -= decimal("order.additional_discount", &order.additional_discount)?;
    Ok(sum.to_string())
}

fn decimal(field: &str, text: &str) -> Result<Decimal, ApiError> {
    if text.is_empty() {
        Ok(Decimal::ZERO)
    } else {
        text.parse()
            .map_err(|_| invalid(field, "is not a decimal number"))
    }
}

fn order_answer(order: Order) -> Answer {
    Answer {
        order: Some(order),
        ..Answer::default()
    }
}

impl Entry {
    /// The order as it is now.
    fn view(&self, now: Now) -> Order {
        let status = self.walk.status(now.work);
        let parcel = self.parcel.as_ref().filter(|_| status.is_shipped());
        let mut order = self.order.clone();
        order.status = Some(StatusMessage {
            code: status.code().into(),
            message: status.message().into(),
        });
        if let Some(parcel) = parcel {
            order.tracking_number.clone_from(&parcel.number);
            if parcel.url_in_order {
                order.tracking_url = tracking_url(&parcel.number);
            }
        }
        order
    }
}

fn tracking_url(number: &str) -> String {
    if number.is_empty() {
        String::new()
    } else {
        format!("https://track.example/{number}")
    }
}

impl Merchant {
    /// Orders submitted from `date_range.from` (included) to `date_range.to` (excluded), oldest first.
    pub(super) fn list_orders(&self, request: &Request, now: Now) -> Result<Answer, ApiError> {
        let range = request.date_range.clone().unwrap_or_default();
        let bound = |field: &str, text: &str, default: usize| match text {
            "" => Ok(default),
            text => time::parse(text)
                .map(|at| self.orders.partition_point(|entry| entry.submitted < at))
                .ok_or_else(|| invalid(field, "is not an RFC 3339 time")),
        };
        let start = bound("date_range.from", &range.from, 0)?;
        let end = bound("date_range.to", &range.to, self.orders.len())?;
        let (range, next_page_token) = page(start..end.max(start), request)?;
        let orders = self.orders[range]
            .iter()
            .map(|entry| entry.view(now))
            .collect();
        Ok(Answer {
            orders,
            next_page_token,
            ..Answer::default()
        })
    }

    pub(super) fn latest(&self, most: usize, now: Now) -> Vec<Order> {
        let from = self.orders.len().saturating_sub(most);
        let latest = self.orders[from..].iter();
        latest.map(|entry| entry.view(now)).collect()
    }

    pub(super) fn get_order(&self, id: &str, now: Now) -> Result<Answer, ApiError> {
        Ok(order_answer(
            self.orders[self.order_position(id)?].view(now),
        ))
    }

    pub(super) fn create_order(
        &mut self,
        rng: &mut StdRng,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        let order = request.order.ok_or_else(|| missing("order"))?;
        let order = self.accept(order, "api".into())?;
        let position = self.place(rng, order, now.work, now);
        Ok(order_answer(self.orders[position].view(now)))
    }

    /// Replaces the whole order. One that stood still goes on, unless its goods are still missing.
    pub(super) fn update_order(
        &mut self,
        rng: &mut StdRng,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        let order = request.order.ok_or_else(|| missing("order"))?;
        let position = self.order_position(&order.id)?;
        let walk = &self.orders[position].walk;
        let status = walk.status(now.work);
        if !status.is_editable() || walk.has_shipped(now.work) {
            return Err(ApiError::new(
                Code::FailedPrecondition,
                format!("order {} is {}", order.id, status.code()),
            ));
        }
        let Order {
            id,
            store,
            submit_time,
            ..
        } = self.orders[position].order.clone();
        let accepted = self.accept(order, store)?;
        let in_stock = self.exchange_reserved(position, &accepted.line_items);
        let entry = &mut self.orders[position];
        entry.order = Order {
            id,
            submit_time,
            ..accepted
        };
        let goes_on = match status {
            Status::Exception | Status::ActionRequired => true,
            Status::Backorder => in_stock,
            _ => false,
        };
        if goes_on {
            entry.walk.resume(rng, now.work);
            if entry.parcel.is_none() && entry.walk.ships() {
                entry.parcel = Some(draw_parcel(rng));
            }
        }
        Ok(order_answer(entry.view(now)))
    }

    /// The same, and a store connector imports the order again right away: the change is lost.
    pub(super) fn lose_update(
        &mut self,
        rng: &mut StdRng,
        request: Request,
        now: Now,
    ) -> Result<Answer, ApiError> {
        let id = request.order.as_ref().map(|order| order.id.as_str());
        let position = self.order_position(id.unwrap_or_default())?;
        let entry = &self.orders[position];
        let (order, walk) = (entry.order.clone(), entry.walk.clone());
        let answer = self.update_order(rng, request, now)?;
        self.exchange_reserved(position, &order.line_items);
        let entry = &mut self.orders[position];
        (entry.order, entry.walk) = (order, walk);
        Ok(answer)
    }

    pub(super) fn cancel_order(&mut self, id: &str, now: Now) -> Result<Answer, ApiError> {
        let position = self.order_position(id)?;
        let walk = &mut self.orders[position].walk;
        let status = walk.status(now.work);
        if !status.is_cancellable() {
            return Err(ApiError::new(
                Code::FailedPrecondition,
                format!("order {id} is {}", status.code()),
            ));
        }
        walk.cancel(now.work);
        Ok(Answer::default())
    }

    pub(super) fn list_trackings(&self, id: &str, now: Now) -> Result<Answer, ApiError> {
        let entry = &self.orders[self.order_position(id)?];
        let status = entry.walk.status(now.work);
        let Some(parcel) = entry.parcel.as_ref().filter(|_| status.is_shipped()) else {
            return Ok(Answer::default());
        };
        let events = entry
            .walk
            .until(now.work)
            .iter()
            .filter(|step| step.status.is_shipped());
        let tracking = Tracking {
            carrier_service: parcel.carrier_service.into(),
            tracking_number: parcel.number.clone(),
            tracking_url: tracking_url(&parcel.number),
            status: Some(StatusMessage {
                code: status.code().into(),
                message: status.message().into(),
            }),
            events: events
                .map(|step| TrackingEvent {
                    time: time::text(now.calendar_of(step.at)),
                    code: step.status.code().into(),
                    message: step.status.message().into(),
                    location: String::new(),
                })
                .collect(),
        };
        Ok(Answer {
            trackings: vec![tracking],
            ..Answer::default()
        })
    }

    fn order_position(&self, id: &str) -> Result<usize, ApiError> {
        let position = self.order_positions.get(id).copied();
        position.ok_or_else(|| ApiError::new(Code::NotFound, format!("order {id} not found")))
    }

    /// Checks what a merchant sent and clears what only the provider writes.
    fn accept(&self, order: Order, store: String) -> Result<Order, ApiError> {
        check_address(
            order
                .shipping_address
                .as_ref()
                .ok_or_else(|| missing("order.shipping_address"))?,
        )?;
        if order.line_items.is_empty() {
            return Err(missing("order.line_items"));
        }
        for line in &order.line_items {
            if line.quantity == 0 {
                return Err(missing("order.line_items.quantity"));
            }
            let bundle = self.bundles.iter().any(|bundle| bundle.id == line.product);
            if !bundle && !self.product_positions.contains_key(&line.product) {
                return Err(invalid(
                    "order.line_items.product",
                    &format!("{} does not exist", line.product),
                ));
            }
        }
        Ok(Order {
            total: total(&order)?,
            store,
            status: None,
            tracking_number: String::new(),
            tracking_url: String::new(),
            ..order
        })
    }
}

fn check_address(address: &Address) -> Result<(), ApiError> {
    for (field, value, most) in [
        ("order.shipping_address.company", &address.company, 35),
        ("order.shipping_address.line1", &address.line1, 35),
        ("order.shipping_address.line2", &address.line2, 35),
        ("order.shipping_address.postal", &address.postal, 12),
    ] {
        if value.chars().count() > most {
            return Err(invalid(field, &format!("has more than {most} characters")));
        }
    }
    let country = &address.country;
    if country.len() != 2 || !country.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Err(invalid(
            "order.shipping_address.country",
            "is not an ISO alpha-2 code",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::LineItem;

    fn line(quantity: u32, unit_price: &str, unit_tax: &str, discount: &str) -> LineItem {
        let [unit_price, unit_tax, discount] = [unit_price, unit_tax, discount].map(String::from);
        LineItem {
            product: "MUSI-000042-0001".into(),
            quantity,
            unit_price,
            unit_tax,
            discount,
        }
    }

    #[test]
    fn the_total_follows_the_formula() {
        let documented = Order {
            line_items: vec![line(1, "24.90", "0", "0")],
            shipping_price: "7.90".into(),
            ..Order::default()
        };
        assert_eq!(total(&documented), Ok("32.80".into()));
        let full = Order {
            line_items: vec![line(3, "10.00", "2.00", "5.00"), line(1, "1.50", "", "")],
            shipping_price: "4.00".into(),
            shipping_tax: "0.80".into(),
            additional_tax: "0.25".into(),
            additional_discount: "1.05".into(),
            ..Order::default()
        };
        assert_eq!(total(&full), Ok("36.50".into()));
        let broken = Order {
            shipping_price: "a lot".into(),
            ..Order::default()
        };
        assert!(
            total(&broken).is_err_and(|error| error.message.starts_with("order.shipping_price"))
        );
    }
}
