//! What is derived from the master key: the seal on secrets at rest, the signature of access tokens; and random tokens.

use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::Context;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use hmac::{Hmac, Mac};
use secrecy::ExposeSecret;
use sha2::{Digest, Sha256};

use crate::program::config;

/// The master key's derivatives; while it is being changed, those of the one before as well.
pub struct Keys {
    now: Derived,
    before: Option<Derived>,
}

struct Derived {
    seal: XChaCha20Poly1305,
    sign: [u8; 32],
}

impl std::fmt::Debug for Keys {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Keys")
    }
}

const NONCE: usize = 24;

impl Keys {
    /// From the configured keys; without one from `<data>/master.key`, which is made when it is missing.
    ///
    /// # Errors
    /// A key is not 32 bytes in base64, or its file cannot be read or made; one before is set where there is none now.
    pub fn load(security: &config::Security, data: &Path) -> anyhow::Result<Self> {
        let text = match &security.master_key {
            Some(key) => key.expose_secret().to_owned(),
            None => read_or_make(&data.join("master.key"))?,
        };
        let mut keys = Self::from_master(&decoded("security.master_key", &text)?);
        if let Some(before) = &security.previous_master_key {
            anyhow::ensure!(
                security.master_key.is_some(),
                "security.previous_master_key stands beside a security.master_key only"
            );
            let before = decoded("security.previous_master_key", before.expose_secret())?;
            keys = keys.after(&before);
        }
        Ok(keys)
    }

    /// From 32 random bytes.
    pub fn from_master(master: &[u8]) -> Self {
        Self {
            now: Derived::of(master),
            before: None,
        }
    }

    /// The same, which also take what was made with the key before.
    pub fn after(self, before: &[u8]) -> Self {
        Self {
            before: Some(Derived::of(before)),
            ..self
        }
    }

    /// Encrypts `plain` so that it opens only for the same `owner` (a row's id): a ciphertext moved to another row is
    /// refused.
    pub fn seal(&self, owner: &[u8], plain: &[u8]) -> anyhow::Result<Vec<u8>> {
        let nonce: [u8; NONCE] = rand::random();
        let sealed = self
            .now
            .seal
            .encrypt(
                &XNonce::from(nonce),
                Payload {
                    msg: plain,
                    aad: owner,
                },
            )
            .map_err(|_| anyhow::anyhow!("cannot seal"))?;
        Ok([nonce.as_slice(), &sealed].concat())
    }

    /// The plain text of [`Keys::seal`].
    ///
    /// # Errors
    /// Another master key or owner, or a damaged text.
    pub fn open(&self, owner: &[u8], sealed: &[u8]) -> anyhow::Result<Vec<u8>> {
        self.all()
            .find_map(|keys| keys.open(owner, sealed))
            .context("cannot open a sealed secret: was the master key changed?")
    }

    /// The same text sealed with the present key; none when it is already.
    ///
    /// # Errors
    /// As [`Keys::open`].
    pub fn reseal(&self, owner: &[u8], sealed: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        match self.now.open(owner, sealed) {
            Some(_) => Ok(None),
            None => self.seal(owner, &self.open(owner, sealed)?).map(Some),
        }
    }

    /// A signature of `message`, in base64url.
    pub fn sign(&self, message: &str) -> String {
        self.now.sign(message)
    }

    /// Whether `signature` is that of `message`; takes the same time whatever the answer.
    pub fn verify(&self, message: &str, signature: &str) -> bool {
        let one = |keys: &Derived| {
            subtle::ConstantTimeEq::ct_eq(keys.sign(message).as_bytes(), signature.as_bytes())
        };
        let none = subtle::Choice::from(0);
        self.all().fold(none, |any, keys| any | one(keys)).into()
    }

    fn all(&self) -> impl Iterator<Item = &Derived> {
        std::iter::once(&self.now).chain(&self.before)
    }
}

impl Derived {
    fn of(master: &[u8]) -> Self {
        let derive = |purpose: &str| mac(master, purpose.as_bytes());
        Self {
            seal: XChaCha20Poly1305::new(&derive("comptoir seal 1").into()),
            sign: derive("comptoir sign 1"),
        }
    }

    fn open(&self, owner: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
        let (nonce, body) = sealed.split_first_chunk::<NONCE>()?;
        let payload = Payload {
            msg: body,
            aad: owner,
        };
        self.seal.decrypt(&XNonce::from(*nonce), payload).ok()
    }

    fn sign(&self, message: &str) -> String {
        URL_SAFE_NO_PAD.encode(mac(&self.sign, message.as_bytes()))
    }
}

fn decoded(key: &str, text: &str) -> anyhow::Result<Vec<u8>> {
    let bytes = STANDARD.decode(text.trim()).ok();
    bytes
        .filter(|bytes| bytes.len() == 32)
        .with_context(|| format!("{key} must be 32 bytes in base64"))
}

fn mac(key: &[u8], message: &[u8]) -> [u8; 32] {
    // HMAC takes keys of any length.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).expect("any length is a key");
    mac.update(message);
    mac.finalize().into_bytes().into()
}

fn read_or_make(path: &Path) -> anyhow::Result<String> {
    match std::fs::OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
    {
        Ok(mut file) => {
            let key = STANDARD.encode(rand::random::<[u8; 32]>());
            file.write_all(key.as_bytes())
                .and_then(|()| file.sync_all())
                .context("cannot write the master key")?;
            Ok(key)
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
        }
        Err(error) => Err(error).with_context(|| format!("cannot make {}", path.display())),
    }
}

/// 256 random bits in base64url: what a link, a refresh token or the like carries.
pub fn random_token() -> String {
    URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>())
}

/// SHA-256 of a token: what is kept of it.
pub fn token_hash(token: &str) -> Vec<u8> {
    Sha256::digest(token.as_bytes()).to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sealed_secret_opens_for_its_owner_only() {
        let keys = Keys::from_master(&[7; 32]);
        let sealed = keys.seal(b"a", b"secret").unwrap();
        assert_eq!(keys.open(b"a", &sealed).unwrap(), b"secret");
        assert!(keys.open(b"b", &sealed).is_err());
        assert!(Keys::from_master(&[8; 32]).open(b"a", &sealed).is_err());
        assert!(!sealed.windows(6).any(|window| window == b"secret"));
    }

    #[test]
    fn a_signature_holds_for_its_message_only() {
        let keys = Keys::from_master(&[7; 32]);
        assert!(keys.verify("message", &keys.sign("message")));
        assert!(!keys.verify("massage", &keys.sign("message")));
    }

    #[test]
    fn what_the_key_before_made_holds_until_it_is_taken_away() {
        let (old, new) = (Keys::from_master(&[7; 32]), Keys::from_master(&[8; 32]));
        let (sealed, signature) = (old.seal(b"a", b"secret").unwrap(), old.sign("message"));
        let both = Keys::from_master(&[8; 32]).after(&[7; 32]);
        assert_eq!(both.open(b"a", &sealed).unwrap(), b"secret");
        assert!(both.verify("message", &signature) && !both.verify("massage", &signature));
        let resealed = both.reseal(b"a", &sealed).unwrap().unwrap();
        assert_eq!(new.open(b"a", &resealed).unwrap(), b"secret");
        assert!(old.open(b"a", &resealed).is_err());
        assert!(
            both.reseal(b"a", &resealed).unwrap().is_none(),
            "it is done"
        );
        assert!(both.reseal(b"b", &sealed).is_err(), "another's");
    }

    #[test]
    fn the_key_is_made_once_and_private() {
        let folder = tempfile::tempdir().unwrap();
        let sealed = Keys::load(&config::Security::default(), folder.path())
            .unwrap()
            .seal(b"a", b"x")
            .unwrap();
        assert_eq!(
            Keys::load(&config::Security::default(), folder.path())
                .unwrap()
                .open(b"a", &sealed)
                .unwrap(),
            b"x"
        );
        let mode = std::os::unix::fs::PermissionsExt::mode(
            &std::fs::metadata(folder.path().join("master.key"))
                .unwrap()
                .permissions(),
        );
        assert_eq!(mode & 0o777, 0o600);
    }

    fn loaded(now: Option<&str>, before: Option<&str>, folder: &Path) -> anyhow::Result<Keys> {
        let secret = |text: &str| secrecy::SecretString::from(text.to_owned());
        let security = config::Security {
            master_key: now.map(secret),
            previous_master_key: before.map(secret),
            ..Default::default()
        };
        Keys::load(&security, folder)
    }

    #[test]
    fn a_key_that_is_none_is_told_by_its_setting_and_not_shown() {
        let good = STANDARD.encode([7; 32]);
        let folder = tempfile::tempdir().unwrap();
        for (now, before, expected) in [
            (Some("s3cret"), None, "security.master_key must be 32 bytes"),
            (Some(""), None, "security.master_key must be 32 bytes"),
            (
                Some(&*STANDARD.encode([7; 31])),
                None,
                "security.master_key must be",
            ),
            (
                Some(&*STANDARD.encode([7; 33])),
                None,
                "security.master_key must be",
            ),
            (
                Some(&*good),
                Some("s3cret"),
                "security.previous_master_key must be 32 bytes",
            ),
            (
                None,
                Some(&*good),
                "security.previous_master_key stands beside",
            ),
        ] {
            let refused = loaded(now, before, folder.path()).unwrap_err();
            let refused = format!("{refused:#}");
            assert!(refused.contains(expected), "{refused}");
            assert!(!refused.contains("s3cret"), "{refused}");
        }
        let spaced = format!(" {good}\n");
        let keys = loaded(Some(&spaced), None, folder.path()).unwrap();
        let sealed = Keys::from_master(&[7; 32]).seal(b"a", b"x").unwrap();
        assert_eq!(keys.open(b"a", &sealed).unwrap(), b"x");
        // The file of a host that made its own, cut short by hand.
        let own = tempfile::tempdir().unwrap();
        std::fs::write(own.path().join("master.key"), "AAAA").unwrap();
        assert!(loaded(None, None, own.path()).is_err());
        let kept = std::fs::read_to_string(own.path().join("master.key")).unwrap();
        assert_eq!(kept, "AAAA", "a key is never made in place of another");
        let nowhere = loaded(None, None, &own.path().join("gone")).unwrap_err();
        assert!(format!("{nowhere:#}").contains("master.key"));
    }

    proptest::proptest! {
        /// Whatever is changed, cut or added, a sealed text does not open; nor does a signature hold.
        #[test]
        fn what_was_tampered_with_stays_closed(plain: Vec<u8>, owner: [u8; 16], at: usize, bit in 0..8_u32, cut: usize) {
            let keys = Keys::from_master(&[7; 32]).after(&[8; 32]);
            let sealed = keys.seal(&owner, &plain).unwrap();
            proptest::prop_assert_eq!(&keys.open(&owner, &sealed).unwrap(), &plain);
            proptest::prop_assert_ne!(&keys.seal(&owner, &plain).unwrap(), &sealed, "twice is not the same");
            let mut changed = sealed.clone();
            let at = at % changed.len();
            changed[at] ^= 1 << bit;
            proptest::prop_assert!(keys.open(&owner, &changed).is_err());
            proptest::prop_assert!(keys.open(&owner, &sealed[..cut % sealed.len()]).is_err());
            proptest::prop_assert!(keys.open(&owner, &[&sealed[..], &[0]].concat()).is_err());
            let message = hex::encode(&plain);
            let signature = keys.sign(&message);
            let cut = &signature[..cut % signature.len()];
            proptest::prop_assert!(keys.verify(&message, &signature) && !keys.verify(&message, cut));
            proptest::prop_assert!(!keys.verify(&(message + "0"), &signature));
        }
    }
}
