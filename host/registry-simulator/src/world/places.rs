//! Where companies are: towns with their codes, and head offices abroad.

/// A town, or an arrondissement.
#[derive(Debug)]
pub struct Place {
    /// As the registry writes it.
    pub city: &'static str,
    /// Five digits.
    pub postcode: &'static str,
    /// The commune's code, not the postcode.
    pub commune: &'static str,
    /// `75`.
    pub department: &'static str,
    /// `11`.
    pub region: &'static str,
    /// The group of communes.
    pub epci: &'static str,
    /// Decimal degrees.
    pub latitude: &'static str,
    /// Decimal degrees.
    pub longitude: &'static str,
}

/// A town abroad.
#[derive(Debug)]
pub struct Country {
    /// The registry's own code.
    pub code: &'static str,
    /// In French.
    pub name: &'static str,
    /// With its postcode.
    pub city: &'static str,
    /// Of its streets.
    pub streets: &'static [&'static str],
}

const PARIS: &str = "200054781";
const LYON: &str = "200046977";
const MARSEILLE: &str = "200054807";

macro_rules! places {
    ($($city:literal $postcode:literal $commune:literal $department:literal $region:literal $epci:expr, $latitude:literal $longitude:literal;)*) => {
        /// Paris and Lyon stand here several times: that is where most labels are.
        pub const PLACES: &[Place] = &[$(Place {
            city: $city, postcode: $postcode, commune: $commune, department: $department, region: $region, epci: $epci,
            latitude: $latitude, longitude: $longitude,
        }),*];
    };
}

places! {
    "PARIS" "75002" "75102" "75" "11" PARIS, "48.8690" "2.3320";
    "PARIS" "75003" "75103" "75" "11" PARIS, "48.8630" "2.3600";
    "PARIS" "75009" "75109" "75" "11" PARIS, "48.8770" "2.3370";
    "PARIS" "75010" "75110" "75" "11" PARIS, "48.8760" "2.3590";
    "PARIS" "75011" "75111" "75" "11" PARIS, "48.8590" "2.3800";
    "PARIS" "75015" "75115" "75" "11" PARIS, "48.8400" "2.2930";
    "PARIS" "75018" "75118" "75" "11" PARIS, "48.8920" "2.3440";
    "PARIS" "75020" "75120" "75" "11" PARIS, "48.8630" "2.4010";
    "MONTREUIL" "93100" "93048" "93" "11" PARIS, "48.8630" "2.4430";
    "PANTIN" "93500" "93055" "93" "11" PARIS, "48.8960" "2.4010";
    "LYON" "69001" "69381" "69" "84" LYON, "45.7690" "4.8290";
    "LYON" "69002" "69382" "69" "84" LYON, "45.7530" "4.8280";
    "LYON" "69003" "69383" "69" "84" LYON, "45.7530" "4.8690";
    "LYON" "69007" "69387" "69" "84" LYON, "45.7330" "4.8420";
    "VILLEURBANNE" "69100" "69266" "69" "84" LYON, "45.7710" "4.8900";
    "MARSEILLE" "13001" "13201" "13" "93" MARSEILLE, "43.2990" "5.3840";
    "MARSEILLE" "13006" "13206" "13" "93" MARSEILLE, "43.2870" "5.3800";
    "AIX-EN-PROVENCE" "13100" "13001" "13" "93" MARSEILLE, "43.5300" "5.4470";
    "NANTES" "44000" "44109" "44" "52" "244400404", "47.2180" "-1.5540";
    "BORDEAUX" "33000" "33063" "33" "75" "243300316", "44.8380" "-0.5790";
    "TOULOUSE" "31000" "31555" "31" "76" "243100518", "43.6040" "1.4440";
    "MONTPELLIER" "34000" "34172" "34" "76" "243400017", "43.6110" "3.8770";
    "LILLE" "59000" "59350" "59" "32" "200093201", "50.6320" "3.0570";
    "ROUBAIX" "59100" "59512" "59" "32" "200093201", "50.6900" "3.1740";
    "RENNES" "35000" "35238" "35" "53" "243500139", "48.1170" "-1.6780";
    "STRASBOURG" "67000" "67482" "67" "44" "246700488", "48.5840" "7.7450";
    "SAINT-ETIENNE" "42000" "42218" "42" "84" "244200770", "45.4400" "4.3870";
}

#[rustfmt::skip]
pub const COUNTRIES: &[Country] = &[
    Country { code: "99131", name: "BELGIQUE", city: "1000 BRUXELLES", streets: &["RUE DU MIDI", "AVENUE LOUISE"] },
    Country { code: "99109", name: "ALLEMAGNE", city: "10119 BERLIN", streets: &["TORSTRASSE", "KASTANIENALLEE"] },
    Country { code: "99132", name: "ROYAUME-UNI", city: "LONDON E8 2PB", streets: &["KINGSLAND ROAD", "MARE STREET"] },
    Country { code: "99137", name: "LUXEMBOURG", city: "1611 LUXEMBOURG", streets: &["AVENUE DE LA GARE"] },
];

/// The place with that postcode.
///
/// # Panics
/// When it is not one of ours.
pub fn place(postcode: &str) -> &'static Place {
    match PLACES.iter().find(|place| place.postcode == postcode) {
        Some(place) => place,
        None => panic!("no place has the postcode {postcode}"),
    }
}
