use serde_json::json;
use sqlx::PgPool;
use uuid::Uuid;

use crate::access::Permission::{ReadProject, ReadProjectProduct};
use crate::production::tests::Studio;
use crate::testing::Answer;

const HEADINGS: &str = "Product,Tags,Quantity,Variant,SKU,Variant quantity\n";

fn path(project: Uuid) -> String {
    format!("/project-products/import-products?projectId={project}")
}

impl Studio {
    async fn look_at(&self, project: Uuid, file: &[u8]) -> Answer {
        let path = format!("{}&preview=true", path(project));
        self.admin
            .upload(&path, &[], &[("file", "products.csv", file)])
            .await
    }

    async fn import(&self, project: Uuid, file: &[u8]) -> Answer {
        let files = [("file", "products.csv", file)];
        self.admin.upload(&path(project), &[], &files).await
    }

    async fn named_tag(&self, kind: &str, name: &str) -> Uuid {
        let input = json!({ "type": kind, "displayName": name });
        self.admin.post("/tags", input).await.id()
    }

    async fn count_products(&self) -> Option<usize> {
        let all = self.admin.get("/project-products").await;
        all.data().as_array().map(Vec::len)
    }
}

/// What an answer says is wrong: line, column and code.
fn faults_of(answer: &Answer) -> Vec<String> {
    let faults = answer.data()["faults"].as_array().expect("faults");
    let lines = faults.iter().map(|fault| {
        format!(
            "{}:{} {}",
            fault["line"],
            fault["column"],
            fault["code"].as_str().unwrap_or_default()
        )
    });
    lines.collect()
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_is_looked_at_and_then_made(db: PgPool) {
    let studio = Studio::new(db).await;
    studio.named_tag("composition", "Coton biologique").await;
    studio.named_tag("personalization", "Brodé").await;
    let french = "Produit;Couleur;Grammage;Unité;Coupe;Étiquettes;Quantité;Variante;SKU;EAN;Quantité variante;Poids (g)\r\n\
        Tee-shirt;Écru;180,5;g/m²;Ample;Coton biologique | BRODÉ;500;S;CPSL-1S;3760000000017;1;180\r\n\
        Tee-shirt;;;;;;;M;CPSL-1M;;2;\r\n\
        Sac;;;;;;;Unique;CPSL-2;;50;\r\n";
    let english = "Product,Colour,Fabric weight,Fabric unit,Fit,Tags,Quantity,Variant,SKU,EAN,Variant quantity,Weight (g)\n\
        Tee-shirt,Écru,180.5,g/m²,Ample,Coton biologique | BRODÉ,500,S,CPSL-1S,3760000000017,1,180\n\
        Tee-shirt,,,,,,,M,CPSL-1M,,2,\n\
        Sac,,,,,,,Unique,CPSL-2,,50,\n";
    let latin: Vec<u8> = french
        .chars()
        .map(|letter| u8::try_from(letter).expect("a letter of Latin-1"))
        .collect();
    for (at, file) in [french.as_bytes(), english.as_bytes(), &latin]
        .into_iter()
        .enumerate()
    {
        let project = studio.project().await;
        let seen = studio.look_at(project, file).await;
        let products = json!([
            { "line": 2, "name": "Tee-shirt", "variants": 2, "pieces": 500 },
            { "line": 4, "name": "Sac", "variants": 1, "pieces": 50 },
        ]);
        let whole = json!({
            "preview": true, "rows": 3, "created": 0, "products": products, "faults": [], "faultCount": 0, "ignored": [],
        });
        assert_eq!(seen.data(), &whole, "{}", seen.json);
        assert_eq!(
            studio.count_products().await,
            Some(2 * at),
            "nothing is kept"
        );

        let imported = studio.import(project, file).await;
        assert_eq!(
            (&imported.data()["created"], &imported.data()["products"]),
            (&json!(2), &products)
        );
        assert_eq!(studio.count_products().await, Some(2 * at + 2));
    }
    let sorted = crate::testing::cursor(json!({ "search": "Tee-shirt" }));
    let found = studio
        .admin
        .get(&format!("/project-products?cursor={sorted}"))
        .await;
    let id = found.data()[0]["id"].as_str().expect("an id").to_owned();
    let shirt = studio.admin.get(&format!("/project-products/{id}")).await;
    let shirt = shirt.data();
    assert_eq!(
        (&shirt["status"], &shirt["color"], &shirt["fit"]),
        (&json!("IMPORTED"), &json!("Écru"), &json!("Ample"))
    );
    assert_eq!(
        shirt["fabric"],
        json!({ "weight": "180.5", "unit": "g/m²" })
    );
    assert_eq!(shirt["organization"]["id"], json!(studio.organization));
    let tags: Vec<_> = shirt["tags"]
        .as_array()
        .expect("tags")
        .iter()
        .map(|tag| &tag["displayName"])
        .collect();
    assert_eq!(tags, ["Coton biologique", "Brodé"]);
    let variants = &shirt["variants"];
    assert_eq!(
        (&variants[0]["ean"], &variants[0]["weight"]),
        (&json!("3760000000017"), &json!(180))
    );
    assert_eq!(
        (&variants[0]["units"], &variants[1]["units"]),
        (&json!(167), &json!(333))
    );
    let history = studio
        .admin
        .get(&format!("/history?entity=project-product&id={id}"))
        .await;
    assert_eq!(history.data()[0]["action"], "create");
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn with_anything_wrong_nothing_is_made(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    for (kind, name) in [
        ("entity", "Shirt"),
        ("entity", "Bag"),
        ("composition", "Cotton"),
        ("composition", "Denim"),
        ("personalization", "Denim"),
    ] {
        studio.named_tag(kind, name).await;
    }
    let first = studio
        .import(project, format!("{HEADINGS}Tote,,,M,CPSL-0,1\n").as_bytes())
        .await;
    assert_eq!(first.data()["created"], 1, "{}", first.json);
    for (rows, expected) in [
        ("Bag,Cotton|Silk,,M,CPSL-1,1\n", "2:2 option"),
        ("Bag,Denim,,M,CPSL-1,1\n", "2:2 ambiguous"),
        ("Bag,cotton | Cotton,,M,CPSL-1,1\n", "2:2 unique"),
        (
            "Cap,,,M,CPSL-1,1\nBag,,,M,CPSL-2,1\nBag,Shirt|Bag,,L,CPSL-3,1\n",
            "4:2 max",
        ),
        ("Bag,,,M,CPSL-1,1\ntote,,,M,CPSL-2,1\n", "3:1 taken"),
        ("Bag,,,M,C,1\n", "2:5 min"),
        ("Bag,,,M,CPSL-1,some\n", "2:6 whole"),
    ] {
        let file = format!("{HEADINGS}Cup,,,M,CPSL-9,1\n{rows}");
        let moved = expected.split_once(':').map(|(line, rest)| {
            let line: u64 = line.parse().expect("a line");
            format!("{}:{rest}", line + 1)
        });
        let expected: Vec<String> = moved.into_iter().collect();
        assert_eq!(
            faults_of(&studio.look_at(project, file.as_bytes()).await),
            expected
        );
        let refused = studio.import(project, file.as_bytes()).await;
        assert_eq!(
            (faults_of(&refused), &refused.data()["created"]),
            (expected, &json!(0))
        );
        assert_eq!(studio.count_products().await, Some(1), "{rows}");
    }
    let unknown = studio
        .look_at(
            project,
            format!("{HEADINGS}Bag,Silk|Wool,,M,CPSL-1,1\n").as_bytes(),
        )
        .await;
    let fault = json!({ "line": 2, "column": 2, "heading": "Tags", "code": "option", "message": "Unknown tags: Silk, Wool." });
    assert_eq!(unknown.data()["faults"], json!([fault]));
    let headings = studio
        .look_at(project, b"Produit;Variante;SKU\nSac;M;CPSL-1\n")
        .await;
    let fault = json!({
        "line": 1, "column": null, "heading": "Variant quantity", "code": "missing", "message": "This required column is missing.",
    });
    assert_eq!(headings.data()["faults"], json!([fault]));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn the_same_key_imports_once(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let form = format!(
        "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"products.csv\"\r\n\r\n\
         {HEADINGS}Bag,,,M,CPSL-1,1\n\r\n--b--\r\n"
    );
    let send = async |project, key| {
        let kind = "multipart/form-data; boundary=b";
        let headers = [("idempotency-key", key)];
        studio
            .admin
            .body(&path(project), kind, form.as_bytes(), &headers)
            .await
    };
    let first = send(project, "k").await;
    assert_eq!(first.data()["created"], 1, "{}", first.json);
    let again = send(project, "k").await;
    assert_eq!(again.json, first.json);
    assert!(again.headers.contains_key("idempotency-replayed"));
    assert_eq!(studio.count_products().await, Some(1));
    assert_eq!(faults_of(&send(project, "another").await), ["2:1 taken"]);
    let elsewhere = send(studio.project().await, "k").await;
    assert_eq!(elsewhere.summary(), "409 ConflictIdempotencyKeyException");
    assert_eq!(studio.count_products().await, Some(1));
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_is_text_and_no_larger_than_it_may_be(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let large = [HEADINGS.as_bytes(), &vec![b' '; 1 << 20]].concat();
    assert_eq!(
        studio.import(project, &large).await.summary(),
        "413 BadRequestSchemaException"
    );
    assert_eq!(
        studio.import(project, b"%PDF-1.7").await.issues(),
        ["file fileType"]
    );
    assert_eq!(
        studio.import(project, b"").await.issues(),
        ["file fileEmpty"]
    );
    let file = ("file", "products.csv", HEADINGS.as_bytes());
    let twice = studio
        .admin
        .upload(&path(project), &[], &[file, file])
        .await;
    assert_eq!(twice.issues(), ["file max"]);
    let other = studio
        .admin
        .upload(&path(project), &[("project", "x")], &[file])
        .await;
    assert_eq!(other.issues(), ["project unknown"]);
    let nowhere = studio
        .admin
        .upload("/project-products/import-products", &[], &[file])
        .await;
    assert_eq!(nowhere.issues(), ["projectId required"]);
    let rows: String = (0..=1_000)
        .map(|at| format!("Bag {},,,M,CPSL-{at},1\n", at / 100))
        .collect();
    let long = studio
        .look_at(project, format!("{HEADINGS}{rows}").as_bytes())
        .await;
    assert_eq!(faults_of(&long), ["1002:null tooManyRows"]);
    let most = rows
        .trim_end()
        .rsplit_once('\n')
        .map_or("", |(most, _)| most);
    let most = studio
        .import(project, format!("{HEADINGS}{most}").as_bytes())
        .await;
    assert_eq!(
        (&most.data()["rows"], &most.data()["created"]),
        (&json!(1_000), &json!(10))
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_project_that_has_ended_takes_no_file(db: PgPool) {
    let studio = Studio::new(db).await;
    let project = studio.project().await;
    let file = format!("{HEADINGS}Bag,,,M,CPSL-1,1\n");
    let reader = studio.app.admin(&[ReadProject, ReadProjectProduct]).await;
    let refused = reader
        .upload(
            &path(project),
            &[],
            &[("file", "products.csv", file.as_bytes())],
        )
        .await;
    assert_eq!(refused.summary(), "403 ForbiddenPermissionException");
    assert_eq!(
        studio.import(Uuid::nil(), file.as_bytes()).await.issues(),
        ["projectId option"]
    );
    let end = json!({ "status": "CANCELED", "reason": "No budget" });
    studio
        .admin
        .patch(&format!("/projects/{project}"), end)
        .await;
    let ended = "409 ConflictProjectStatusException";
    assert_eq!(
        studio.look_at(project, file.as_bytes()).await.summary(),
        ended
    );
    assert_eq!(
        studio.import(project, file.as_bytes()).await.summary(),
        ended
    );
    assert_eq!(studio.count_products().await, Some(0));
}
