//! Each error as its caller is told of it, in both languages; and that no code of an issue is without words.

use std::path::Path;

use super::*;

static TAKEN: Conflict =
    Conflict::new("StoreName", "Ce nom est pris.", "This name is taken.").of("name");
static NEVER: Refusal = Refusal::new("Jamais.", "Never.");

/// One of each.
fn all() -> Vec<(Error, u16, &'static str)> {
    let wait = |seconds| Error::TooManyRequests {
        retry_after: Duration::from_secs(seconds),
    };
    let plugin = Error::Plugin {
        plugin: "acme".into(),
        status: StatusCode::GATEWAY_TIMEOUT,
        text: "closed".into(),
        retry_after: Some(Duration::from_secs(7)),
    };
    let edited = Error::Edited {
        by: "Ada".into(),
        at: DateTime::UNIX_EPOCH,
    };
    let internal = Error::Internal(anyhow::anyhow!("s3cret").context("at s3cret.example"));
    vec![
        (
            Error::field("name", "required"),
            400,
            "BadRequestSchemaException",
        ),
        (
            Error::BadCursor(Issue::new("", "json")),
            400,
            "BadRequestCursorException",
        ),
        (Error::Unauthorized, 401, "UnauthorizedException"),
        (
            Error::ForbiddenPermission(Permission::ReadFee),
            403,
            "ForbiddenPermissionException",
        ),
        (Error::ForbiddenRole, 403, "ForbiddenRoleException"),
        (
            Error::ForbiddenEscalation(Permission::ReadFee),
            403,
            "ForbiddenEscalationException",
        ),
        (Error::Refused(&NEVER), 403, "ForbiddenResourceException"),
        (
            Error::NotFound(Resource::Factory),
            404,
            "NotFoundFactoryException",
        ),
        (Error::missing("Bundle"), 404, "NotFoundResourceException"),
        (Error::NoSuchRoute, 404, "NotFoundResourceException"),
        (Error::MethodNotAllowed, 405, "NotFoundResourceException"),
        (Error::Conflict(&TAKEN), 409, "ConflictStoreNameException"),
        (Error::Conflict(&IN_USE), 409, "ConflictInUseException"),
        (edited, 409, "ConflictEditException"),
        (Error::TooLarge, 413, "BadRequestSchemaException"),
        (wait(30), 429, "TooManyRequestsException"),
        (plugin, 504, "ConnectorException"),
        (
            Error::RegistryUnavailable,
            503,
            "RegistryUnavailableException",
        ),
        (Error::Timeout, 504, "UnknowException"),
        (internal, 500, "UnknowException"),
    ]
}

#[test]
fn each_error_has_its_status_its_name_and_words_of_its_own_in_both_languages() {
    for (error, status, name) in all() {
        assert_eq!(
            (error.status().as_u16(), error.name().as_str()),
            (status, name)
        );
        let (french, english) = (error.message(Language::Fr), error.message(Language::En));
        assert_ne!(french, english, "{name}");
        for words in [french, english] {
            assert!(!words.contains("s3cret") && !words.is_empty(), "{words}");
        }
        let payload = error.payload(Language::En).to_string();
        assert!(!payload.contains("s3cret"), "{payload}");
        let answer = error.into_response();
        assert_eq!(answer.status().as_u16(), status);
        let waits = answer.headers().contains_key("retry-after");
        assert_eq!(waits, payload.contains("retryAfterSeconds"), "{name}");
    }
}

#[test]
fn what_belongs_to_an_error_is_told_beside_its_words() {
    use serde_json::json;
    let payloads = all()
        .into_iter()
        .map(|(error, _, name)| (name, error.payload(Language::Fr)));
    let payloads: Vec<_> = payloads.filter(|(_, payload)| !payload.is_null()).collect();
    let required =
        json!({ "field": "name", "code": "required", "message": "Ce champ est obligatoire." });
    let json = json!({ "field": "", "code": "json", "message": "Valeur incorrecte." });
    assert_eq!(
        payloads,
        [
            ("BadRequestSchemaException", json!([required])),
            ("BadRequestCursorException", json!([json])),
            (
                "ForbiddenPermissionException",
                json!({ "permission": "READ_FEE" })
            ),
            (
                "ForbiddenEscalationException",
                json!({ "permission": "READ_FEE" })
            ),
            ("NotFoundResourceException", json!({ "resource": "Bundle" })),
            ("ConflictStoreNameException", json!({ "field": "name" })),
            (
                "ConflictEditException",
                json!({ "by": "Ada", "at": "1970-01-01T00:00:00Z" })
            ),
            (
                "TooManyRequestsException",
                json!({ "retryAfterSeconds": 30 })
            ),
            (
                "ConnectorException",
                json!({ "plugin": "acme", "retryAfterSeconds": 7 })
            ),
        ]
    );
}

#[test]
fn a_wait_is_told_in_seconds_then_in_minutes_and_never_as_none() {
    for (milliseconds, header, french) in [
        (0, "1", "1\u{a0}s"),
        (1_900, "1", "1\u{a0}s"),
        (119_999, "119", "119\u{a0}s"),
        (120_000, "120", "2\u{a0}min"),
        (121_000, "121", "3\u{a0}min"),
        (3_600_000, "3600", "60\u{a0}min"),
    ] {
        let error = Error::TooManyRequests {
            retry_after: Duration::from_millis(milliseconds),
        };
        let words = error.message(Language::Fr);
        assert_eq!(words, format!("Trop de demandes. Réessayez dans {french}."));
        let payload = error.payload(Language::En);
        assert_eq!(payload["retryAfterSeconds"].to_string(), header);
        assert_eq!(error.into_response().headers()["retry-after"], header);
    }
}

/// The code that a call in a source gives: `field("name", "max")` with `max`, where that is a text.
fn codes(source: &str, call: &str) -> Vec<String> {
    let mut codes = Vec::new();
    for rest in source.split(call).skip(1) {
        let mut depth = 1;
        let end = rest.find(|letter| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        });
        let inside = &rest[..end.unwrap_or(0)];
        let inside = match call {
            "Issue::of_items(" => {
                &inside[..inside.match_indices(',').nth(1).map_or(0, |(at, _)| at)]
            }
            _ => inside,
        };
        let inside = inside.trim_end().trim_end_matches(',');
        let last = inside
            .strip_suffix('"')
            .and_then(|text| text.rsplit('"').next());
        codes.extend(last.map(str::to_owned));
    }
    codes
}

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        } else if name.ends_with(".rs") && name != "tests.rs" {
            found.push(path);
        }
    }
}

#[test]
fn what_others_find_wrong_is_in_our_words_where_we_have_some() {
    let said = |code, given| words_of_another(code, given, "not a moon", Language::Fr);
    assert_eq!(
        said("decimal", "n/a"),
        "Un nombre est attendu. Il y a\u{a0}: «\u{a0}n/a\u{a0}»."
    );
    // What stands there is never what may.
    assert_eq!(
        said("option", "lune"),
        "Cette valeur n’est pas admise. Il y a\u{a0}: «\u{a0}lune\u{a0}»."
    );
    assert_eq!(said("required", ""), "Ce champ est obligatoire.");
    assert_eq!(said("", "lune"), "not a moon");
    assert_eq!(said("moonless", "lune"), "not a moon");
}

/// Whatever is wrong with a field is told in words that say what, but for what is not of its type at all.
#[test]
fn every_code_of_an_issue_has_words() {
    let mut files = Vec::new();
    sources(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("src"),
        &mut files,
    );
    let (mut count, mut without) = (0, Vec::new());
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a source");
        let calls = [
            "Error::field(",
            "Issue::new(",
            "Issue::of_items(",
            "ValidationError::new(",
        ];
        for call in calls {
            for code in codes(&source, call) {
                count += 1;
                let general = words::issue_words("", Language::En);
                let plain = ["type", "json"].contains(&&*code);
                if !plain && words::issue_words(&code, Language::En) == general {
                    without.push(format!("{code}: {}", file.display()));
                }
            }
        }
    }
    assert!(count > 50, "{count}");
    assert_eq!(without, [""; 0]);
}
