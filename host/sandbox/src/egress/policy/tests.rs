use std::path::Path;

use super::*;

fn policy(manifest_hosts: &str, grant: &str) -> Policy {
    let manifest = format!(
        "id = \"shop\"\nname = \"Shop\"\nversion = \"1\"\napi = \"1.0\"\ncomponent = \"a.wasm\"\nroles = []\n{manifest_hosts}"
    );
    let manifest = Manifest::parse(Path::new("plugin.toml"), &manifest).expect("a manifest");
    let grants = format!("[plugins.shop]\nsource = \"shop\"\n{grant}");
    let grants = Grant::parse(Path::new("plugins.toml"), &grants).expect("grants");
    Policy::new(&manifest, &grants["shop"])
}

const HOSTS: &str = r#"
[[hosts]]
base = "https://api.shop.example"
methods = ["GET"]
paths = ["/v1", "/files/"]
reason = { en = "orders" }
"#;
const GRANT: &str = "hosts = [\"https://api.shop.example\"]";

fn text(policy: &Policy, method: Method, url: &str) -> String {
    match policy.check(&method, &Url::parse(url).expect(url), None) {
        Err(Failure::Denied(text)) => text,
        Err(other) => panic!("{other:?}"),
        Ok(target) => format!("ok {}", target.address),
    }
}

#[test]
fn asked_and_granted_goes_out_without_its_fragment() {
    let policy = policy(HOSTS, GRANT);
    for (url, address) in [
        ("https://api.shop.example/v1", "https://api.shop.example/v1"),
        (
            "https://api.shop.example:443/v1/a?b=c#d",
            "https://api.shop.example/v1/a?b=c",
        ),
        (
            "https://API.shop.example/files/a",
            "https://api.shop.example/files/a",
        ),
    ] {
        assert_eq!(text(&policy, Method::GET, url), format!("ok {address}"));
    }
}

#[test]
fn a_denial_names_the_line_that_would_allow_it() {
    let asked_only = policy(HOSTS, "");
    assert_eq!(
        text(&asked_only, Method::GET, "https://api.shop.example/v1"),
        "https://api.shop.example is not granted: add \"https://api.shop.example\" to hosts below [plugins.shop] in plugins.toml"
    );
    let granted_only = policy("", GRANT);
    assert_eq!(
        text(&granted_only, Method::GET, "https://api.shop.example/v1"),
        "https://api.shop.example is not asked for: plugin.toml of `shop` needs a [[hosts]] with base = \"https://api.shop.example\""
    );
}

#[test]
fn what_differs_in_one_part_is_denied() {
    let policy = policy(HOSTS, GRANT);
    for (method, url) in [
        (Method::POST, "https://api.shop.example/v1"),
        (Method::GET, "http://api.shop.example/v1"),
        (Method::GET, "https://api.shop.example:444/v1"),
        (Method::GET, "https://api.shop.example.evil.example/v1"),
        (Method::GET, "https://api.shop.example/v10"),
        (Method::GET, "https://api.shop.example/"),
        (Method::GET, "https://api.shop.example/files"),
        (Method::GET, "https://user@api.shop.example/v1"),
        (Method::GET, "https://api.shop.example@evil.example/v1"),
        (Method::GET, "https://api.shop.example/v1/../admin"),
        (Method::GET, "https://api.shop.example/v1/%2e%2e/admin"),
        (Method::GET, "https://api.shop.example/v1/.%2E/admin"),
        (Method::GET, "https://api.shop.example/v1\\..\\admin"),
        (Method::GET, "https://api.shop.example/v1/..%2fadmin"),
        (Method::GET, "https://api.shop.example/v1/%252e%252e/admin"),
        (Method::GET, "https://api.shop.example/v1/..;/admin"),
        (Method::GET, "ftp://api.shop.example/v1"),
        (Method::GET, "file:///etc/passwd"),
    ] {
        let text = text(&policy, method, url);
        assert!(!text.starts_with("ok"), "{url}: {text}");
    }
}

#[test]
fn the_operators_address_replaces_the_base() {
    let grant = format!(
        "{GRANT}\nbase_urls = {{ \"https://api.shop.example\" = \"http://127.0.0.1:4010/sim\" }}\n"
    );
    let url = "https://api.shop.example/v1/a?b=c";
    assert_eq!(
        text(&policy(HOSTS, &grant), Method::GET, url),
        "127.0.0.1 is 127.0.0.1, a private address: add \"127.0.0.1:4010\" to private below [plugins.shop] in plugins.toml"
    );
    let grant = format!("{grant}private = [\"127.0.0.1:4010\"]");
    assert_eq!(
        text(&policy(HOSTS, &grant), Method::GET, url),
        "ok http://127.0.0.1:4010/sim/v1/a?b=c"
    );
}

#[test]
fn a_private_place_is_one_port_of_one_name() {
    let policy = policy(HOSTS, "private = [\"sim:4010\", \"[::1]:5000\"]");
    let check = |host, port, ip: &str| policy.check_ip(host, port, ip.parse().expect(ip));
    assert!(check("sim", 4010, "10.0.0.7").is_ok());
    assert!(check("sim", 22, "10.0.0.7").is_err());
    assert!(check("other", 4010, "10.0.0.7").is_err());
    assert!(check("[::1]", 5000, "::1").is_ok());
}
