//! Files on their way out and in: parts, links, names and kinds.

use super::*;

async fn part(app: &TestApp, url: &str, headers: &[(&str, &str)]) -> (u16, String, String) {
    let answer = app.nobody().raw("GET", url, None, headers).await;
    let status = answer.status().as_u16();
    let range = answer.headers().get("content-range");
    let range = range.map_or(String::new(), |range| range.to_str().unwrap().to_owned());
    let body = axum::body::to_bytes(answer.into_body(), 1 << 20)
        .await
        .unwrap();
    (status, range, String::from_utf8_lossy(&body).into_owned())
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_download_is_resumed_where_it_broke_off_and_only_of_the_same_file(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let content = b"GIF89a0123456789";
    let uploaded = upload(&admin, "a.gif", content).await;
    let url = link(&admin, &uploaded).await.data()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let whole = app.nobody().get(&url).await;
    assert_eq!(whole.headers["accept-ranges"], "bytes");
    assert_eq!(whole.headers["content-length"], "16");
    assert_eq!(whole.headers["cache-control"], "private, no-store");
    let tag = whole.headers["etag"].to_str().unwrap().to_owned();
    let text = "GIF89a0123456789";
    for (range, status, shown, of) in [
        ("bytes=6-9", 206, "bytes 6-9/16", "0123"),
        ("bytes=12-", 206, "bytes 12-15/16", "6789"),
        ("bytes=-3", 206, "bytes 13-15/16", "789"),
        ("bytes=0-99", 206, "bytes 0-15/16", text),
        ("bytes=15-15", 206, "bytes 15-15/16", "9"),
        ("bytes=16-", 416, "bytes */16", ""),
        ("bytes=-0", 416, "bytes */16", ""),
        ("bytes=5-1", 200, "", text),
        ("bytes=0-1,3-4", 200, "", text),
        ("bytes=--1", 200, "", text),
        ("pages=1-2", 200, "", text),
    ] {
        let got = part(&app, &url, &[("range", range)]).await;
        assert_eq!(got, (status, shown.to_owned(), of.to_owned()), "{range}");
    }
    let same = [("range", "bytes=0-2"), ("if-range", tag.as_str())];
    assert_eq!(part(&app, &url, &same).await.0, 206);
    let other = [("range", "bytes=0-2"), ("if-range", "\"another\"")];
    assert_eq!(
        part(&app, &url, &other).await.2,
        text,
        "of another content all is sent"
    );
    let twin = upload(&admin, "b.gif", content).await;
    let twin = link(&admin, &twin).await.data()["url"]
        .as_str()
        .unwrap()
        .to_owned();
    let twin = app.nobody().get(&twin).await;
    assert_eq!(
        twin.headers["etag"].to_str().unwrap(),
        tag,
        "the tag is of what it holds"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_link_opens_its_own_file_for_its_own_minute(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let (one, other) = (
        upload(&admin, "a.png", PNG).await,
        upload(&admin, "b.png", PNG).await,
    );
    let given = link(&admin, &one).await;
    let url = given.data()["url"].as_str().unwrap().to_owned();
    let token = url.rsplit('/').next().unwrap().to_owned();
    let parts: Vec<&str> = token.split('.').collect();
    assert_eq!(parts.len(), 3);
    let later = parts[1].parse::<i64>().unwrap() + 3_600;
    let missing = "404 NotFoundFileException";
    for forged in [
        format!("{}.{}.{}", other.id().simple(), parts[1], parts[2]),
        format!("{}.{later}.{}", parts[0], parts[2]),
        format!("{}.{}.", parts[0], parts[1]),
        format!("{}.{}", parts[0], parts[1]),
        token.to_uppercase(),
        format!("{token}A"),
        one.id().to_string(),
        "x".into(),
    ] {
        let answer = app.nobody().get(&format!("/download/{forged}")).await;
        assert_eq!(answer.summary(), missing, "{forged}");
    }
    let expires: chrono::DateTime<chrono::Utc> =
        given.data()["expiresAt"].as_str().unwrap().parse().unwrap();
    assert_eq!(expires, app.app.now() + chrono::TimeDelta::minutes(1));
    app.app.clock.advance(Duration::from_secs(59));
    assert_eq!(app.nobody().get(&url).await.status.as_u16(), 200);
    app.app.clock.advance(Duration::from_secs(1));
    assert_eq!(app.nobody().get(&url).await.summary(), missing);
    // Whoever may read it gets another.
    let again = link(&admin, &one).await;
    let again = again.data()["url"].as_str().unwrap();
    assert_eq!(app.nobody().get(again).await.status.as_u16(), 200);
    assert_eq!(
        app.nobody()
            .send("POST", &format!("/file/{}/link", one.id()), None, &[])
            .await
            .summary(),
        "401 UnauthorizedException"
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_file_is_what_it_holds_and_its_name_promises_nothing_else(db: PgPool) {
    let app = TestApp::new(db).await;
    let admin = app.admin(&[]).await;
    let zip = b"PK\x03\x04\x14\0\0\0\0\0[Content_Types].xml".as_slice();
    for (name, content, media_type, shown) in [
        ("a.pdf", PNG, "image/png", "a.pdf.png"),
        (
            "Pochette \u{1F3B5}.PNG",
            PNG,
            "image/png",
            "Pochette \u{1F3B5}.PNG",
        ),
        (
            "C:\\Users\\z\\plan.pdf",
            b"%PDF-1.7",
            "application/pdf",
            "plan.pdf",
        ),
        ("..", b"%PDF-1.7", "application/pdf", "...pdf"),
        ("b.jpeg", b"\xff\xd8\xff\xe0 jpeg", "image/jpeg", "b.jpeg"),
        (
            "c.xls",
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old",
            "application/vnd.ms-excel",
            "c.xls",
        ),
        (
            "d.docx",
            zip,
            "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
            "d.docx",
        ),
        (
            "e.svg",
            b"\xef\xbb\xbf <svg xmlns='http://www.w3.org/2000/svg'/>",
            "image/svg+xml",
            "e.svg",
        ),
    ] {
        let uploaded = upload(&admin, name, content).await;
        assert_eq!(uploaded.summary(), "201", "{name}: {}", uploaded.json);
        assert_eq!(uploaded.data()["mediaType"], media_type, "{name}");
        assert_eq!(uploaded.data()["name"], shown, "{name}");
        assert_eq!(uploaded.data()["size"], content.len());
        let path = uploaded.data()["path"].as_str().unwrap();
        assert!(
            path.starts_with("uploads/") && !path.contains(".."),
            "{path}"
        );
        let url = link(&admin, &uploaded).await.data()["url"]
            .as_str()
            .unwrap()
            .to_owned();
        let read = app.nobody().get(&url).await;
        let disposition = read.headers["content-disposition"].to_str().unwrap();
        assert!(
            disposition.starts_with("attachment;"),
            "never a page of ours: {disposition}"
        );
        assert_eq!(read.headers["content-type"], media_type);
    }
    for (name, content) in [
        ("a.png", b"<html><svg></svg></html>".as_slice()),
        ("a.zip", b"PK\x03\x04 an archive"),
        ("a.csv", b"a;b"),
        ("a.js", b"alert(1)"),
        ("a.doc", b"not old office"),
    ] {
        assert_eq!(
            upload(&admin, name, content).await.issues(),
            ["file fileType"],
            "{name}"
        );
    }
    assert_eq!(
        upload(&admin, "a.png", b"").await.issues(),
        ["file fileEmpty"]
    );
}

#[sqlx::test(migrator = "crate::program::database::MIGRATOR")]
async fn a_form_that_breaks_off_or_is_none_leaves_nothing(db: PgPool) {
    let folder = tempfile::tempdir().unwrap();
    let files = config::Files {
        folder: Some(folder.path().to_owned()),
        ..config::Files::default()
    };
    let app = TestApp::with_files(db, files).await;
    let admin = app.admin(&[]).await;
    let head = "--b\r\ncontent-disposition: form-data; name=\"file\"; filename=\"a.png\"\r\n\r\n";
    let broken = [head.as_bytes(), PNG, &[7; 20_000]].concat();
    let kind = "multipart/form-data; boundary=b";
    for (kind, body, issue) in [
        (kind, broken.as_slice(), " multipart"),
        (kind, b"", " multipart"),
        (kind, b"--b--\r\n", "file required"),
        ("multipart/form-data", b"--b--\r\n", " multipart"),
        ("application/json", b"{}", " multipart"),
        ("text/plain", b"x", " multipart"),
    ] {
        let refused = admin.body("/file", kind, body, &[]).await;
        assert_eq!(
            refused.issues(),
            [issue],
            "{kind} {}",
            String::from_utf8_lossy(&body[..body.len().min(20)])
        );
    }
    let text = [("note", "x".repeat(65 << 10))];
    let text = text.each_ref().map(|(name, value)| (*name, value.as_str()));
    assert_eq!(
        admin.upload("/file", &text, &[]).await.issues(),
        ["note max"]
    );
    assert_eq!(contents(folder.path()), 0);
}
