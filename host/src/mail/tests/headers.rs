//! What strangers wrote stays inside a mail's words.

use mail_parser::HeaderValue;

use super::*;

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_name_adds_no_header_no_reader_and_no_markup(db: PgPool) {
    let receiver = server(Mode::None).await;
    let app = TestApp::with_mail(db, receiver.address()).await;
    let name = "Zo\r\nBcc: evil@ex.test\r\n\r\n<b>x</b>";
    let admin = app.admin(&[Permission::SuperAdmin]).await;
    let guest = json!({
        "email": "Guest@Example.test", "displayName": name, "role": "admin", "permissions": [], "locale": "fr",
    });
    assert_eq!(admin.post("/user", guest).await.summary(), "201");
    app.run_jobs().await;
    let received = receiver.received();
    assert_eq!(received.len(), 1);
    let message = MessageParser::default()
        .parse(&received[0])
        .expect("a mail");
    assert!(message.bcc().is_none() && message.cc().is_none());
    let to = message
        .to()
        .and_then(|to| to.first())
        .and_then(|to| to.address());
    assert_eq!(to, Some("guest@example.test"));
    assert_eq!(message.subject(), Some("Votre accès à Comptoir"));
    assert!(!matches!(
        message.header("Date"),
        None | Some(HeaderValue::Empty)
    ));
    let (text, html) = (
        message.body_text(0).expect("a text"),
        message.body_html(0).expect("HTML"),
    );
    assert!(!html.contains("<b>"), "{html}");
    assert!(html.contains("lang=\"fr\""), "{html}");
    // The same address in both forms.
    let link = text
        .lines()
        .find(|line| line.starts_with("http"))
        .expect("a link")
        .trim();
    assert!(
        html.contains(&link.replace('&', "&#38;")),
        "{link} in {html}"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn each_language_says_all_of_it_in_its_own_words(db: PgPool) {
    let app = TestApp::new(db.clone()).await;
    for (language, subject, words) in [
        (
            "fr",
            "Votre lien de connexion à Comptoir",
            [
                "Bonjour",
                "15 minutes",
                "Se connecter\u{a0}:",
                "ignorez ce message",
            ],
        ),
        (
            "en",
            "Your sign-in link for Comptoir",
            ["Hello", "15 minutes", "Sign in:", "ignore this message"],
        ),
    ] {
        user(&app).await;
        sqlx::query("update users set locale = $1, email = $1 || '@example.test' where email = $2")
            .bind(language)
            .bind(ADDRESS)
            .execute(&db)
            .await
            .expect("a user");
        let email = format!("{language}@example.test");
        let headers = [("accept-language", "de")];
        let body = Some(json!({ "email": email }));
        let asked = app
            .nobody()
            .send("POST", "/auth/link", body, &headers)
            .await;
        assert_eq!(asked.summary(), "202");
        let mail: (String, String) =
            sqlx::query_as("select subject, body_text from mails where recipient = $1")
                .bind(email)
                .fetch_one(&db)
                .await
                .expect("a mail");
        assert_eq!(mail.0, subject, "the reader's language, not the browser's");
        for part in words {
            assert!(mail.1.contains(part), "{part} in {}", mail.1);
        }
    }
}
