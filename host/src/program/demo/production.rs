//! Apparel of the demo company: who makes it, the tags that say what, projects in every state with their products, files and
//! productions.

use std::collections::HashMap;

use anyhow::Context;
use chrono::{NaiveDate, TimeDelta};
use serde_json::{Value, json};
use uuid::Uuid;

use super::drawings::{self, pdf_of};
use super::portal::{Portal, text};
use crate::app::App;
use crate::list::day_of;

/// Tags by their type.
const TAGS: [(&str, &[&str]); 3] = [
    (
        "entity",
        &[
            "T-shirt",
            "Sweat",
            "Sweat à capuche",
            "Casquette",
            "Bonnet",
            "Sac en toile",
            "Chaussettes",
        ],
    ),
    (
        "composition",
        &[
            "Coton biologique",
            "Coton recyclé",
            "Polyester recyclé",
            "Jersey",
            "Molleton",
            "Laine mérinos",
            "Lin",
        ],
    ),
    (
        "personalization",
        &[
            "Sérigraphie",
            "Broderie",
            "Impression numérique",
            "Transfert",
            "Étiquette tissée",
            "Teinture",
        ],
    ),
];

struct DemoFactory {
    name: &'static str,
    country: &'static str,
    /// Pieces at a time, at least and at most.
    quantity: [i32; 2],
    weeks: i32,
    price: i32,
    description: &'static str,
    tags: &'static [&'static str],
}

/// The first is there already, as a name.
const FACTORIES: [DemoFactory; 6] = [
    DemoFactory {
        name: "Ege Tekstil",
        country: "TR",
        quantity: [200, 5_000],
        weeks: 5,
        price: 1,
        description: "Izmir. Jersey et molleton en coton biologique certifié, sérigraphie sur place.",
        tags: &[
            "T-shirt",
            "Sweat",
            "Sweat à capuche",
            "Coton biologique",
            "Jersey",
            "Molleton",
            "Sérigraphie",
            "Étiquette tissée",
        ],
    },
    DemoFactory {
        name: "Marmara Örme",
        country: "TR",
        quantity: [500, 10_000],
        weeks: 7,
        price: 0,
        description: "Bursa. Grandes séries, teinture à la pièce.",
        tags: &[
            "T-shirt",
            "Sweat à capuche",
            "Coton recyclé",
            "Polyester recyclé",
            "Jersey",
            "Teinture",
            "Transfert",
        ],
    },
    DemoFactory {
        name: "Malhas do Minho",
        country: "PT",
        quantity: [100, 2_000],
        weeks: 4,
        price: 2,
        description: "Guimarães. Maille lourde, finitions soignées.",
        tags: &[
            "T-shirt",
            "Sweat",
            "Coton biologique",
            "Molleton",
            "Sérigraphie",
            "Broderie",
            "Étiquette tissée",
        ],
    },
    DemoFactory {
        name: "Bordados do Douro",
        country: "PT",
        quantity: [50, 1_500],
        weeks: 3,
        price: 2,
        description: "Porto. Casquettes et bonnets brodés.",
        tags: &[
            "Casquette",
            "Bonnet",
            "Laine mérinos",
            "Coton recyclé",
            "Broderie",
        ],
    },
    DemoFactory {
        name: "Atelier de la Lys",
        country: "FR",
        quantity: [30, 400],
        weeks: 2,
        price: 3,
        description: "Roubaix. Petites séries et réassorts rapides.",
        tags: &[
            "T-shirt",
            "Sac en toile",
            "Coton biologique",
            "Lin",
            "Impression numérique",
            "Broderie",
        ],
    },
    DemoFactory {
        name: "Padma Knit",
        country: "BD",
        quantity: [2_000, 50_000],
        weeks: 12,
        price: 0,
        description: "Dacca. Très grandes séries, par conteneur.",
        tags: &[
            "T-shirt",
            "Chaussettes",
            "Coton biologique",
            "Polyester recyclé",
            "Jersey",
            "Sérigraphie",
        ],
    },
];

struct DemoProject {
    name: &'static str,
    /// Whose it is.
    of: &'static str,
    /// Weeks until it is to be done.
    weeks: i64,
    /// Where it went, step by step.
    path: &'static [&'static str],
    color: (&'static str, &'static str),
    factory: &'static str,
    /// Its productions: of which of its [`ARTICLES`], and where it stands.
    productions: &'static [(usize, &'static str)],
}

const BEGUN: &[&str] = &["PENDING", "IN_PROGRESS"];
const DONE: &[&str] = &["PENDING", "IN_PROGRESS", "COMPLETED"];

#[rustfmt::skip]
const PROJECTS: [DemoProject; 12] = [
    DemoProject { name: "Tournée d’été", of: "Label Aurore", weeks: 10, path: BEGUN, color: ("Noir", "#1a1a1a"), factory: "Ege Tekstil", productions: &[(0, "IN_PRODUCTION"), (1, "SAMPLING"), (2, "DRAFT"), (3, "QUALITY_CONTROL"), (0, "SHIPPED")] },
    DemoProject { name: "Aube, édition anniversaire", of: "Label Aurore", weeks: 6, path: BEGUN, color: ("Écru", "#f2ead8"), factory: "Malhas do Minho", productions: &[(0, "QUALITY_CONTROL"), (1, "SHIPPED"), (2, "IN_PRODUCTION")] },
    DemoProject { name: "Festival Estuaire", of: "Label Aurore", weeks: 16, path: &["PENDING"], color: ("Bleu nuit", "#1c2541"), factory: "Ege Tekstil", productions: &[(0, "DRAFT"), (3, "DRAFT")] },
    DemoProject { name: "Capsule d’hiver", of: "Studio Nova", weeks: 20, path: &[], color: ("Bordeaux", "#6d1a36"), factory: "Malhas do Minho", productions: &[] },
    DemoProject { name: "Réassort des essentiels", of: "Studio Nova", weeks: 3, path: BEGUN, color: ("Blanc", "#ffffff"), factory: "Atelier de la Lys", productions: &[(0, "SHIPPED"), (1, "IN_PRODUCTION"), (0, "QUALITY_CONTROL"), (3, "IN_PRODUCTION")] },
    DemoProject { name: "Collection graffiti", of: "Studio Nova", weeks: -8, path: DONE, color: ("Gris chiné", "#9a9a9a"), factory: "Marmara Örme", productions: &[(0, "DONE"), (1, "DONE")] },
    DemoProject { name: "Casquettes brodées", of: "Studio Nova", weeks: -1, path: BEGUN, color: ("Vert sapin", "#1f4d3a"), factory: "Bordados do Douro", productions: &[(2, "IN_PRODUCTION"), (2, "CANCELED"), (4, "SAMPLING")] },
    DemoProject { name: "Vinyle et textile", of: "Maison Lune", weeks: 12, path: &["PENDING"], color: ("Terracotta", "#c65d3b"), factory: "Ege Tekstil", productions: &[(0, "SAMPLING"), (3, "SAMPLING")] },
    DemoProject { name: "Île d’Yeu", of: "Maison Lune", weeks: -20, path: DONE, color: ("Bleu ciel", "#9cc4e4"), factory: "Ege Tekstil", productions: &[(0, "DONE")] },
    DemoProject { name: "Pop-up de Marseille", of: "Maison Lune", weeks: 5, path: &["CANCELED"], color: ("Jaune", "#f0c419"), factory: "Padma Knit", productions: &[(0, "CANCELED")] },
    DemoProject { name: "Bonnets de Noël", of: "Maison Lune", weeks: 26, path: &[], color: ("Rouge", "#b3202c"), factory: "Bordados do Douro", productions: &[] },
    DemoProject { name: "Fan-club", of: "Label Aurore", weeks: 14, path: &["PENDING", "DRAFT"], color: ("Lavande", "#b7a5d6"), factory: "Padma Knit", productions: &[(0, "DRAFT")] },
];

/// Articles of each project: name, its part of the SKU, grams per square metre, pieces, sizes with their shares, tags.
type Article = (
    &'static str,
    &'static str,
    i32,
    i32,
    &'static [(&'static str, i32)],
    &'static [&'static str],
);

const SIZES: &[(&str, i32)] = &[("S", 1), ("M", 2), ("L", 2), ("XL", 1)];
const ONE: &[(&str, i32)] = &[("Taille unique", 1)];

#[rustfmt::skip]
const ARTICLES: [Article; 5] = [
    ("T-shirt", "TEE", 180, 500, SIZES, &["T-shirt", "Coton biologique", "Jersey", "Sérigraphie"]),
    ("Sweat à capuche", "HOO", 350, 300, SIZES, &["Sweat à capuche", "Coton biologique", "Molleton", "Broderie"]),
    ("Casquette", "CAP", 260, 200, ONE, &["Casquette", "Coton recyclé", "Broderie"]),
    ("Sac en toile", "BAG", 300, 400, ONE, &["Sac en toile", "Coton biologique", "Sérigraphie"]),
    ("Bonnet", "BEA", 220, 150, ONE, &["Bonnet", "Laine mérinos", "Étiquette tissée"]),
];

/// Does it all, in the name of an admin and of somebody of the first factory. `organizations` are those of the company, by name.
pub async fn make(
    app: &App,
    (admin, factory): (Uuid, Uuid),
    organizations: &HashMap<&str, Uuid>,
) -> anyhow::Result<()> {
    let portal = Portal::of(app, admin).await?;
    let tags = tags(&portal).await?;
    let factories = factories(&portal, &tags).await?;
    let today = day_of(app.now());
    let mut productions = Vec::new();
    for (number, project) in (1..).zip(&PROJECTS) {
        let making = Making {
            portal: &portal,
            tags: &tags,
            number,
            project,
            due: today + TimeDelta::weeks(project.weeks),
        };
        let organization = organizations.get(project.of).context("no organization")?;
        let production = making
            .all(*organization, &factories[project.factory])
            .await?;
        productions.push(production);
    }
    let production = productions.first().and_then(Option::as_ref);
    let production = production.context("no production")?;
    let workshop = Portal::of(app, factory).await?;
    let proof = drawings::picture(drawings::Article::Shirt, PROJECTS[0].color.1);
    workshop
        .note(
            production,
            "Le premier échantillon est prêt. @Camille Martin, pouvez-vous valider la couleur ? Photo jointe.",
            &[admin],
            Some(("echantillon.svg", proof)),
        )
        .await?;
    portal
        .note(
            production,
            "@Emre Yılmaz, couleur validée. Merci de resserrer le col de 5 mm.",
            &[factory],
            None,
        )
        .await?;
    Ok(())
}

/// What puts a record there: it is said why where it is given up.
fn going(status: &str, given_up: &str) -> Value {
    match status {
        "CANCELED" => json!({ "status": status, "reason": given_up }),
        _ => json!({ "status": status }),
    }
}

/// One project as it is made.
struct Making<'a> {
    portal: &'a Portal,
    tags: &'a HashMap<&'static str, Value>,
    number: usize,
    project: &'static DemoProject,
    due: NaiveDate,
}

impl Making<'_> {
    /// Tells its first production.
    async fn all(&self, organization: Uuid, factory: &Value) -> anyhow::Result<Option<Value>> {
        let DemoProject { name, path, .. } = *self.project;
        let body = json!({ "name": name, "organizationId": organization, "estimatedAt": self.due });
        let project = self.portal.post("/projects", body).await?;
        let at = format!("/projects/{}", text(&project["id"]));
        let (title, swatch) = (["Moodboard", name], self.swatch());
        let mood: [(&[&str], &str); 2] = [(&title, &swatch), (&["Matières", "Palette"], &swatch)];
        let fields = [("type", "moodboard".to_owned())];
        let file = ("files", "moodboard.pdf", pdf_of(&mood));
        self.portal
            .upload(&format!("{at}/attachments"), &fields, Some(file))
            .await?;
        let mut products = Vec::new();
        for article in &ARTICLES {
            products.push(self.product(&project["id"], article).await?);
        }
        // What begins waits for the products' technical files; what is done has them all settled.
        for (place, (product, status)) in products.iter().zip(self.reached()).enumerate() {
            let at = format!("/project-products/{}", text(&product["id"]));
            if place < 2 {
                self.files(&at, ARTICLES[place].0).await?;
            }
            for status in status {
                let body = going(status, "Abandonné avec le projet");
                self.portal.patch(&at, body).await?;
            }
        }
        let mut first = None;
        // A lot every nine days, the last one two weeks before the project is to be done.
        let lots = self.project.productions;
        for (at, (article, status)) in (1_i64..).zip(lots) {
            let left = i64::try_from(lots.len())? - at;
            let body = json!({
                "projectId": project["id"], "name": format!("{} – lot {}", ARTICLES[*article].0, at),
                "productId": products[*article]["id"], "factoryId": factory, "quantity": ARTICLES[*article].3,
                "dueAt": self.due - TimeDelta::weeks(2) - TimeDelta::days(9 * left),
            });
            let production = self.portal.post("/project-productions", body).await?;
            let at = format!("/project-productions/{}", text(&production["id"]));
            self.portal.patch(&at, json!({ "status": status })).await?;
            first.get_or_insert(production["id"].clone());
        }
        for status in path {
            let body = going(status, "Budget reporté à l’année prochaine");
            self.portal.patch(&at, body).await?;
        }
        Ok(first)
    }

    /// Where its products went, in the order of [`ARTICLES`].
    fn reached(&self) -> [&'static [&'static str]; 5] {
        const READY: &[&str] = &["IN_PROGRESS", "READY"];
        const IN_PROGRESS: &[&str] = &["IN_PROGRESS"];
        match self.project.path.last() {
            Some(&"COMPLETED") => [READY; 5],
            Some(&"CANCELED") => [&["CANCELED"]; 5],
            Some(&"IN_PROGRESS") => [READY, READY, IN_PROGRESS, IN_PROGRESS, &[]],
            Some(&"PENDING") => [IN_PROGRESS, &[], &[], &[], &[]],
            _ => [&[]; 5],
        }
    }

    async fn product(&self, project: &Value, article: &Article) -> anyhow::Result<Value> {
        let (name, group, weight, quantity, sizes, tags) = *article;
        let variant = |(at, (size, share)): (usize, &(&str, i32))| {
            json!({
                "name": size, "sku": format!("CPSL-{group}{:03}-{:04}", self.number, at + 1), "ean": self.ean(group, at),
                "quantity": share, "weight": weight,
            })
        };
        let variants: Value = sizes.iter().enumerate().map(variant).collect();
        let (color, hex) = self.project.color;
        let tags: Vec<&Value> = tags.iter().filter_map(|tag| self.tags.get(tag)).collect();
        let body = json!({
            "projectId": project, "name": name, "color": format!("{color} {hex}"), "quantity": quantity, "tags": tags,
            "fabric": { "weight": weight.to_string(), "unit": "g/m²" }, "fit": "Coupe droite, taille normale",
            "variants": variants,
        });
        self.portal.post("/project-products", body).await
    }

    /// A number of the range that no company has (GS1: 2 begins what is used within one).
    fn ean(&self, group: &str, at: usize) -> String {
        let article = ARTICLES
            .iter()
            .position(|article| article.1 == group)
            .unwrap_or_default();
        let digits = format!("20{:04}{article:02}{at:04}", self.number);
        let weighed = digits.bytes().zip([1, 3].into_iter().cycle());
        let sum: u32 = weighed
            .map(|(digit, weight)| u32::from(digit - b'0') * weight)
            .sum();
        format!("{digits}{}", (10 - sum % 10) % 10)
    }

    /// A picture of it, and its technical file in two versions.
    async fn files(&self, product: &str, article: &str) -> anyhow::Result<()> {
        let path = format!("{product}/files");
        let add = async |kind: &str, name: &str, content: Vec<u8>| {
            let fields = [("type", kind.to_owned())];
            self.portal
                .upload(&path, &fields, Some(("files", name, content)))
                .await
        };
        let (_, hex) = self.project.color;
        let drawn = drawings::picture(drawings::Article::of(article), hex);
        add("image", "face.svg", drawn).await?;
        for version in ["Version 1", "Version 2 : col resserré de 5 mm"] {
            let measures = [
                "Tableau de mesures (cm)",
                "S : 50 x 70",
                "M : 53 x 72",
                "L : 56 x 74",
                "XL : 59 x 76",
            ];
            let front = [article, "Face", version];
            let pages: [(&[&str], &str); 3] = [
                (&front, &self.outline()),
                (&[article, "Dos"], &self.outline()),
                (&measures, ""),
            ];
            let added = add("technical", "fiche-technique.pdf", pdf_of(&pages)).await?;
            let labels = ["Face", "Dos", "Tableau de mesures"].iter().zip(1..);
            let labels: Value = labels
                .map(|(label, page)| json!({ "page": page, "label": label }))
                .collect();
            let file = format!("{path}/{}", text(&added[0]["id"]));
            self.portal
                .patch(&file, json!({ "data": { "metadata": labels } }))
                .await?;
        }
        Ok(())
    }

    /// A T-shirt in the project's colour, drawn in a PDF.
    fn outline(&self) -> String {
        let shirt = "200 560 m 90 505 l 125 415 l 172 435 l 172 190 l 423 190 l 423 435 l 470 415 l 505 505 l 395 560 l \
                     340 510 255 510 200 560 c";
        format!("q {} rg 2 w {shirt} B Q", self.ink())
    }

    /// The project's colour over half a page.
    fn swatch(&self) -> String {
        format!("q {} rg 72 200 451 420 re f Q", self.ink())
    }

    /// Red, green and blue as parts of one.
    fn ink(&self) -> String {
        let (_, hex) = self.project.color;
        let part = |at: usize| {
            u8::from_str_radix(&hex[at..at + 2], 16).map_or(0.0, |part| f64::from(part) / 255.0)
        };
        format!("{:.3} {:.3} {:.3}", part(1), part(3), part(5))
    }
}

/// The ids of the tags by their names.
async fn tags(portal: &Portal) -> anyhow::Result<HashMap<&'static str, Value>> {
    let mut ids = HashMap::new();
    for (kind, names) in TAGS {
        for name in names {
            let tag = json!({ "type": kind, "displayName": name });
            let tag = portal.post("/tags", tag).await?;
            ids.insert(*name, tag["id"].clone());
        }
    }
    Ok(ids)
}

/// The ids of the factories by their names.
async fn factories(
    portal: &Portal,
    tags: &HashMap<&'static str, Value>,
) -> anyhow::Result<HashMap<&'static str, Value>> {
    let known = portal.get("/factories").await?;
    let known = known.as_array().context("no factories")?;
    let mut ids = HashMap::new();
    for factory in &FACTORIES {
        let carried: Vec<&Value> = factory
            .tags
            .iter()
            .filter_map(|tag| tags.get(tag))
            .collect();
        let body = json!({
            "name": factory.name, "countryCode": factory.country, "quantityMin": factory.quantity[0],
            "quantityMax": factory.quantity[1], "delayInWeek": factory.weeks, "priceRange": factory.price,
            "description": factory.description, "tags": carried,
        });
        let there = known.iter().find(|known| known["name"] == factory.name);
        let saved = match there {
            Some(there) => {
                let path = format!("/factories/{}", text(&there["id"]));
                portal.patch(&path, body).await?
            }
            None => portal.post("/factories", body).await?,
        };
        ids.insert(factory.name, saved["id"].clone());
    }
    Ok(ids)
}
