//! The companies that are there whatever the seed: one of each kind that a client must be able to read.

use super::company::{
    Activity, Address, Company, Director, Establishment, Form, activities, forms,
};
use super::places::{COUNTRIES, place};
use crate::numbers;

/// `EXEMPLE MUSIQUE (EXM)`: the ordinary case, with a closed second establishment and one VAT number.
pub const EXAMPLE: &str = "123456782";
/// `LA POSTE`: establishments whose SIRET fails Luhn's check but not the rule of its own.
pub const LA_POSTE: &str = "356000000";
/// A sole trader who is partly public: name, address and number of the street are `[ND]`.
pub const HIDDEN_PERSON: &str = "301000014";
/// A company that is partly public: its name is shown, its address is `[ND]`.
pub const HIDDEN_ADDRESS: &str = "301000022";
/// A company with its head office in Brussels and an establishment in Lille.
pub const FOREIGN_HEAD: &str = "301000030";
/// Closed since 2024, without a VAT number.
pub const CLOSED: &str = "301000048";
/// An association without a VAT number.
pub const WITHOUT_VAT: &str = "301000055";
/// Two VAT numbers, the second one with letters in its key.
pub const SEVERAL_VAT: &str = "301000063";
/// Led by another company: [`EXAMPLE`].
pub const LED_BY_COMPANY: &str = "301000071";

/// All of them.
pub(super) fn companies() -> Vec<Company> {
    vec![
        example(),
        la_poste(),
        hidden_person(),
        hidden_address(),
        foreign_head(),
        closed(),
        without_vat(),
        several_vat(),
        led_by_company(),
    ]
}

fn example() -> Company {
    let mut company = company(EXAMPLE, "EXEMPLE MUSIQUE", &forms::SAS, &activities::TRADE);
    company.sigle = Some("EXM".into());
    company.created = "2015-03-01".into();
    company.establishments = vec![
        establishment(
            "00010",
            address("1", "RUE", "DE LA PAIX", "75002"),
            "2015-03-01",
        ),
        Establishment {
            closed: Some("2021-06-30".into()),
            ..establishment(
                "00028",
                address("14", "QUAI", "SAINT VINCENT", "69001"),
                "2017-09-01",
            )
        },
    ];
    company.directors = vec![person("DUPONT", "ANNE", "1980", company.form.role)];
    company.finances = Some((2024, 1_200_000, 40_000));
    company
}

fn la_poste() -> Company {
    let mut company = company(LA_POSTE, "LA POSTE", &forms::SA, &activities::POST);
    company.created = "1991-01-01".into();
    company.category = Some("GE");
    company.staff = "53";
    company.establishments = vec![
        establishment(
            "00048",
            address("9", "RUE", "DU COLONEL PIERRE AVIA", "75015"),
            "1991-01-01",
        ),
        establishment(
            "49837",
            address("10", "PLACE", "ANTONIN PONCET", "69002"),
            "1991-01-01",
        ),
    ];
    company
}

fn hidden_person() -> Company {
    let mut company = company(
        HIDDEN_PERSON,
        "CAMILLE PERRIN",
        &forms::SOLE_TRADER,
        &activities::ARTISTS,
    );
    company.partial = true;
    company.category = None;
    company.staff = "NN";
    company.vat = Vec::new();
    company.establishments = vec![establishment("00011", hidden("69003"), "2019-05-02")];
    company
}

fn hidden_address() -> Company {
    let mut company = company(
        HIDDEN_ADDRESS,
        "LES NUITS DISCRETES",
        &forms::SASU,
        &activities::PUBLISHING,
    );
    company.partial = true;
    company.establishments = vec![establishment("00014", hidden("44000"), "2018-01-15")];
    company
}

fn foreign_head() -> Company {
    let mut company = company(
        FOREIGN_HEAD,
        "BRABANT DISQUES",
        &forms::FOREIGN,
        &activities::PUBLISHING,
    );
    let abroad = Address {
        number: Some("40".into()),
        street_kind: None,
        street: "RUE DU MIDI".into(),
        complement: None,
        place: None,
        country: Some(&COUNTRIES[0]),
        hidden: false,
    };
    company.establishments = vec![
        establishment("00017", abroad, "2016-10-01"),
        establishment(
            "00025",
            address("22", "RUE", "DE BETHUNE", "59000"),
            "2016-10-01",
        ),
    ];
    company
}

fn closed() -> Company {
    let mut company = company(
        CLOSED,
        "VINYLES DU PORT",
        &forms::SARL,
        &activities::ONLINE_SHOP,
    );
    company.close("2024-02-29");
    company
}

fn without_vat() -> Company {
    let mut company = company(
        WITHOUT_VAT,
        "LES AMIS DU KIOSQUE A MUSIQUE",
        &forms::ASSOCIATION,
        &activities::SHOWS,
    );
    company.vat = Vec::new();
    company.social = true;
    company.category = None;
    company.staff = "NN";
    company
}

fn several_vat() -> Company {
    let mut company = company(
        SEVERAL_VAT,
        "GROUPE ONDES ET SCENES",
        &forms::SA,
        &activities::SHOWS,
    );
    company.vat.push(format!("FRK7{SEVERAL_VAT}"));
    company.category = Some("ETI");
    company.staff = "32";
    company
}

fn led_by_company() -> Company {
    let mut company = company(
        LED_BY_COMPANY,
        "EXEMPLE MERCHANDISING",
        &forms::SASU,
        &activities::CLOTHES,
    );
    company.directors = vec![Director::Company {
        siren: EXAMPLE.into(),
        name: "EXEMPLE MUSIQUE".into(),
        role: company.form.role,
    }];
    company
}

/// An ordinary small company in Paris.
fn company(siren: &str, name: &str, form: &'static Form, activity: &'static Activity) -> Company {
    let nic = numbers::with_check_digit(&format!("{siren}0001")).split_off(9);
    Company {
        siren: siren.into(),
        name: name.into(),
        sigle: None,
        form,
        activity,
        establishments: vec![establishment(
            &nic,
            address("12", "RUE", "OBERKAMPF", "75011"),
            "2012-04-10",
        )],
        category: Some("PME"),
        staff: "03",
        created: "2012-04-10".into(),
        closed: None,
        partial: false,
        vat: vec![numbers::vat_number(siren)],
        directors: Vec::new(),
        finances: None,
        social: false,
    }
}

fn establishment(nic: &str, address: Address, opened: &str) -> Establishment {
    Establishment {
        nic: nic.into(),
        address,
        trade_name: None,
        opened: opened.into(),
        closed: None,
    }
}

fn address(number: &str, kind: &str, street: &str, postcode: &str) -> Address {
    Address {
        number: Some(number.into()),
        street_kind: Some(kind.into()),
        street: street.into(),
        complement: None,
        place: Some(place(postcode)),
        country: None,
        hidden: false,
    }
}

fn hidden(postcode: &str) -> Address {
    Address {
        hidden: true,
        ..address("3", "RUE", "CACHEE", postcode)
    }
}

fn person(name: &str, first_names: &str, born: &str, role: &'static str) -> Director {
    Director::Person {
        name: name.into(),
        first_names: first_names.into(),
        born: born.into(),
        role,
    }
}
