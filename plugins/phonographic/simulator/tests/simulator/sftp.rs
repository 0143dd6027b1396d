//! The simulator as a client over SFTP meets it.

use phonographic_simulator::{Mode, Simulator, SimulatorConfig, Trouble};
use russh::client::{self, AuthResult, Handle};
use russh::keys::ssh_key::private::Ed25519Keypair;
use russh::keys::{PrivateKey, PrivateKeyWithHashAlg, PublicKeyOrCertificate};
use russh_sftp::client::SftpSession;
use russh_sftp::protocol::OpenFlags;
use std::sync::Arc;
use tokio::io::AsyncWriteExt;

const NAME: &str = "FR_PORTAL_191126.csv";
const EMPTY: &str =
    "\"date\",\"postcode\",\"barcode\",\"value\",\"quantity\",\"title\",\"artist_name\"\r\n";

/// Takes the one host key.
struct Pinned(String);

impl client::Handler for Pinned {
    type Error = russh::Error;

    async fn check_server_key(
        &mut self,
        server: &PublicKeyOrCertificate,
    ) -> Result<bool, russh::Error> {
        let key = server.public_key();
        Ok(key.fingerprint(russh::keys::HashAlg::Sha256).to_string() == self.0)
    }
}

async fn connect(simulator: &Simulator) -> Handle<Pinned> {
    let pinned = Pinned(simulator.fingerprint());
    client::connect(Arc::default(), simulator.address(), pinned)
        .await
        .unwrap()
}

async fn sftp(simulator: &Simulator) -> (Handle<Pinned>, SftpSession) {
    let mut handle = connect(simulator).await;
    let outcome = handle
        .authenticate_password("charts", "demo-password")
        .await
        .unwrap();
    assert_eq!(outcome, AuthResult::Success);
    let channel = handle.channel_open_session().await.unwrap();
    channel.request_subsystem(true, "sftp").await.unwrap();
    let session = SftpSession::new(channel.into_stream()).await.unwrap();
    (handle, session)
}

async fn put(sftp: &SftpSession, name: &str, text: &str) -> Result<(), String> {
    let flags = OpenFlags::CREATE | OpenFlags::WRITE | OpenFlags::EXCLUDE;
    let file = sftp.open_with_flags(name, flags).await;
    let mut file = file.map_err(|error| error.to_string())?;
    let written = file.write_all(text.as_bytes()).await;
    written.map_err(|error| error.to_string())?;
    file.close().await.map_err(|error| error.to_string())
}

#[tokio::test]
async fn a_file_arrives_under_its_temporary_name_and_is_read_when_it_is_renamed() {
    let simulator = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let (_handle, sftp) = sftp(&simulator).await;
    let part = format!("{NAME}.part");
    put(&sftp, &part, EMPTY).await.unwrap();
    assert_eq!(simulator.state().files[0].content, None);
    sftp.rename(&part, NAME).await.unwrap();
    let listed = sftp.read_dir("/").await.unwrap();
    let listed: Vec<_> = listed
        .map(|entry| (entry.file_name(), entry.metadata().size))
        .collect();
    assert_eq!(listed, [(NAME.to_owned(), Some(EMPTY.len() as u64))]);
    let state = simulator.state();
    assert_eq!(state.files[0].content.unwrap().layout, "fr-occ");
    assert_eq!(sftp.read(NAME).await.unwrap(), EMPTY.as_bytes());

    put(&sftp, &part, EMPTY).await.unwrap();
    let refusal = sftp.rename(&part, NAME).await.unwrap_err().to_string();
    assert!(refusal.contains("exists"), "{refusal}");
    sftp.remove_file(NAME).await.unwrap();
    sftp.rename(&part, NAME).await.unwrap();
}

#[tokio::test]
async fn unknown_names_and_broken_files_are_refused_and_gone() {
    let simulator = Simulator::start(SimulatorConfig::default()).await.unwrap();
    let (_handle, sftp) = sftp(&simulator).await;
    let refusal = put(&sftp, "sales.csv", EMPTY).await.unwrap_err();
    assert!(refusal.contains("no layout"), "{refusal}");
    let refusal = put(&sftp, NAME, "date\r\n").await.unwrap_err();
    assert!(refusal.contains("heading"), "{refusal}");
    let state = simulator.state();
    assert_eq!((state.files.len(), state.refused.len()), (0, 2));
}

#[tokio::test]
async fn only_the_account_comes_in_by_password_or_key_and_only_to_the_right_host() {
    let key: PrivateKey = Ed25519Keypair::from_seed(&[7; 32]).into();
    let config = SimulatorConfig {
        key: key.public_key().to_openssh().ok(),
        ..SimulatorConfig::default()
    };
    let simulator = Simulator::start(config).await.unwrap();
    let mut handle = connect(&simulator).await;
    for (user, password) in [("charts", "wrong"), ("other", "demo-password")] {
        let outcome = handle.authenticate_password(user, password).await.unwrap();
        assert!(!outcome.success(), "{user}");
    }
    let key = PrivateKeyWithHashAlg::new(Arc::new(key), None);
    let outcome = handle.authenticate_publickey("charts", key).await.unwrap();
    assert!(outcome.success());
    assert_eq!(simulator.state().logins, 1);
    let other = Pinned("SHA256:other".into());
    let address = simulator.address();
    assert!(
        client::connect(Arc::default(), address, other)
            .await
            .is_err()
    );
}

#[tokio::test]
async fn trouble_refuses_the_login_the_bytes_or_the_new_name() {
    let simulator = Simulator::start(SimulatorConfig::default()).await.unwrap();
    simulator.trouble(Trouble::times(Mode::Refuse, 1));
    let mut handle = connect(&simulator).await;
    let outcome = handle.authenticate_password("charts", "demo-password");
    assert!(!outcome.await.unwrap().success());

    let (_handle, sftp) = sftp(&simulator).await;
    simulator.trouble(Trouble::of(Mode::Quota));
    let part = format!("{NAME}.part");
    let refusal = put(&sftp, &part, EMPTY).await.unwrap_err();
    assert!(refusal.contains("quota"), "{refusal}");
    simulator.trouble(Trouble::of(Mode::RenameDenied));
    sftp.remove_file(&part).await.unwrap();
    put(&sftp, &part, EMPTY).await.unwrap();
    let refusal = sftp.rename(&part, NAME).await.unwrap_err().to_string();
    assert!(refusal.contains("not allowed"), "{refusal}");
    simulator.trouble(Trouble::of(Mode::None));
    sftp.rename(&part, NAME).await.unwrap();
}
