//! What can go wrong, once: the specification's error catalogue (document 2, section 8), its HTTP statuses (decision
//! 28) and its words in both languages.
//!
//! A handler returns [`Error`]; [`crate::http::server`] renders it in the caller's language, with the request's id, and logs
//! what is a fault of ours. The text of an unexpected error never leaves the server.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::Permission;
use crate::words::language::Language;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Things that may be missing. `Resource` stands for what the catalogue has no name for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Entity {
    User,
    Organization,
    File,
    Log,
    Factory,
    Connector,
    Product,
    Resource(&'static str),
}

/// Rules of uniqueness and of order that a change may break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conflict {
    UserEmail,
    StoreName,
    ConnectorType,
    FactoryName,
    /// Another record covers these days already.
    DateRange,
    /// Another audit product of the store has this value in the field named.
    AuditUnique(&'static str),
    /// A SKU that the store has already.
    ProductUnique,
    /// The order is at its provider already.
    OrderStatus,
    /// A record that others need: it can be archived, not deleted (decision 23).
    InUse,
    /// An `Idempotency-Key` that was used for another request, or whose first request still runs.
    IdempotencyKey,
}

/// What is refused whatever permissions one holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The request comes from another site.
    ForeignOrigin,
    /// Nobody deletes themselves (decision 5).
    OwnAccount,
    /// An organization's or factory's last owner stays (decision 5).
    LastOwner,
    /// The portal's last administrator stays.
    LastAdministrator,
    /// Only owners and admins say who is an owner.
    OwnerOnly,
    /// Only its author, or an admin, may (decision 24).
    AuthorOnly,
    /// A deletion can no longer be undone.
    TooLate,
    /// An event does not prove that its provider sent it, or did so long ago.
    Unproven,
    /// What a provider holds is deleted there.
    Providers,
    /// The operator has not said where reports of faults go.
    ReportsDisabled,
}

/// Every error that leaves a handler.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("the request does not fit its schema")]
    Invalid(Vec<Issue>),
    /// A list's cursor; an empty field stands for the whole.
    #[error("the cursor is malformed: {} ({})", .0.field, .0.code)]
    BadCursor(Issue),
    #[error("not signed in")]
    Unauthorized,
    #[error("lacks the permission {0}")]
    ForbiddenPermission(Permission),
    #[error("the role may not do this")]
    ForbiddenRole,
    /// A user grants only what they hold (decision 5).
    #[error("grants what they do not hold: {0}")]
    ForbiddenEscalation(Permission),
    #[error("refused: {0:?}")]
    Refused(Refusal),
    #[error("not found: {0:?}")]
    NotFound(Entity),
    #[error("no such call")]
    NoSuchRoute,
    #[error("method not allowed")]
    MethodNotAllowed,
    #[error("conflict: {0:?}")]
    Conflict(Conflict),
    /// Somebody else changed the record since the caller read it.
    #[error("changed by {by} at {at} since it was read")]
    Edited { by: String, at: DateTime<Utc> },
    #[error("the body is too large")]
    TooLarge,
    #[error("too many requests")]
    TooManyRequests { retry_after: Duration },
    /// A plugin or the provider behind it did not do what was asked; `text` is meant for people.
    #[error("plugin {plugin}: {text}")]
    Plugin {
        plugin: String,
        status: StatusCode,
        text: String,
    },
    /// The company register failed or is too busy.
    #[error("the company register does not answer")]
    RegistryUnavailable,
    #[error("took too long")]
    Timeout,
    #[error(transparent)]
    Internal(#[from] anyhow::Error),
}

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Issue {
    /// Path of the field in the body or query: `shippingAddress.zip`, `lines[2].quantity`. Empty: the whole.
    pub field: String,
    /// Stable, for the client to translate: `required`, `min`, `max`, `email`, `type`, `option`, `unknown`, …
    pub code: String,
    /// The same in words, in the caller's language.
    pub message: String,
}

impl Issue {
    /// An issue whose words follow from its code.
    pub fn new(field: impl Into<String>, code: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            code: code.into(),
            message: String::new(),
        }
    }

    fn described(&self, language: Language) -> serde_json::Value {
        let message = if self.message.is_empty() {
            issue_words(&self.code, language)
        } else {
            self.message.as_str()
        };
        serde_json::json!({ "field": self.field, "code": self.code, "message": message })
    }
}

/// The body of an error answer: `{ "error": … }`.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    pub error: Problem,
}

/// What the caller is told of an error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// From the specification's catalogue: `BadRequestSchemaException`.
    pub name: String,
    /// The HTTP status again.
    pub code: u16,
    pub message: String,
    #[schema(value_type = Option<Payload>)]
    pub payload: serde_json::Value,
    /// Names this request in the server's log.
    pub request_id: String,
}

/// What belongs to an error: for 400 the wrong fields, for others what its name needs.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = ProblemPayload)]
#[allow(dead_code, reason = "only described")]
enum Payload {
    Issues(Vec<Issue>),
    Details(std::collections::HashMap<String, serde_json::Value>),
}

impl Error {
    /// One wrong field.
    pub fn field(field: impl Into<String>, code: impl Into<String>) -> Self {
        Error::Invalid(vec![Issue::new(field, code)])
    }

    /// A thing the catalogue has no name of its own for: `Error::missing("Order")`.
    pub const fn missing(what: &'static str) -> Self {
        Error::NotFound(Entity::Resource(what))
    }

    pub fn status(&self) -> StatusCode {
        match self {
            Error::Invalid(_) | Error::BadCursor(_) => StatusCode::BAD_REQUEST,
            Error::Unauthorized => StatusCode::UNAUTHORIZED,
            Error::ForbiddenPermission(_)
            | Error::ForbiddenRole
            | Error::ForbiddenEscalation(_)
            | Error::Refused(_) => StatusCode::FORBIDDEN,
            Error::NotFound(_) | Error::NoSuchRoute => StatusCode::NOT_FOUND,
            Error::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Error::Conflict(_) | Error::Edited { .. } => StatusCode::CONFLICT,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::Plugin { status, .. } => *status,
            Error::RegistryUnavailable => StatusCode::SERVICE_UNAVAILABLE,
            Error::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The catalogue's name.
    pub fn name(&self) -> String {
        match self {
            Error::Invalid(_) | Error::TooLarge => "BadRequestSchemaException".into(),
            Error::BadCursor(_) => "BadRequestCursorException".into(),
            Error::Unauthorized => "UnauthorizedException".into(),
            Error::ForbiddenPermission(_) => "ForbiddenPermissionException".into(),
            Error::ForbiddenRole => "ForbiddenRoleException".into(),
            Error::ForbiddenEscalation(_) => "ForbiddenEscalationException".into(),
            Error::Refused(_) => "ForbiddenResourceException".into(),
            Error::Edited { .. } => "ConflictEditException".into(),
            Error::NotFound(Entity::Resource(_)) | Error::NoSuchRoute | Error::MethodNotAllowed => {
                "NotFoundResourceException".into()
            }
            Error::NotFound(entity) => format!("NotFound{entity:?}Exception"),
            Error::Conflict(Conflict::AuditUnique(_)) => "ConflictProductUniqueException".into(),
            Error::Conflict(conflict) => format!("Conflict{conflict:?}Exception"),
            Error::TooManyRequests { .. } => "TooManyRequestsException".into(),
            Error::Plugin { .. } => "ConnectorException".into(),
            Error::RegistryUnavailable => "RegistryUnavailableException".into(),
            Error::Timeout | Error::Internal(_) => "UnknowException".into(),
        }
    }

    /// What to tell the caller, in their language.
    pub fn message(&self, language: Language) -> String {
        let (french, english) = match self {
            Error::Invalid(_) => (
                "La demande contient des valeurs incorrectes.",
                "The request holds wrong values.",
            ),
            Error::BadCursor(_) => (
                "Le curseur de la liste est illisible.",
                "The list's cursor cannot be read.",
            ),
            Error::Unauthorized => ("Vous n’êtes pas connecté.", "You are not signed in."),
            Error::ForbiddenPermission(permission) => {
                return match language {
                    Language::Fr => format!("Il vous manque l’autorisation {permission}."),
                    Language::En => format!("You lack the permission {permission}."),
                };
            }
            Error::ForbiddenRole => (
                "Votre profil ne permet pas cette action.",
                "Your role does not allow this.",
            ),
            Error::ForbiddenEscalation(permission) => {
                return match language {
                    Language::Fr => format!(
                        "Vous ne détenez pas l’autorisation {permission} : vous ne pouvez ni l’accorder ni la retirer."
                    ),
                    Language::En => format!(
                        "You do not hold the permission {permission}: you can neither grant nor remove it."
                    ),
                };
            }
            Error::Refused(refusal) => refusal.words(),
            Error::Edited { by, .. } => {
                return match language {
                    Language::Fr => format!(
                        "Modifié par {by} depuis que vous l’avez ouvert. Rien n’a été enregistré."
                    ),
                    Language::En => {
                        format!("Changed by {by} since you opened it. Nothing was saved.")
                    }
                };
            }
            Error::NotFound(_) => ("Introuvable.", "Not found."),
            Error::NoSuchRoute => ("Cet appel n’existe pas.", "There is no such call."),
            Error::MethodNotAllowed => (
                "Cette méthode n’est pas prévue ici.",
                "This method is not allowed here.",
            ),
            Error::Conflict(conflict) => conflict.words(),
            Error::TooLarge => ("L’envoi est trop volumineux.", "The request is too large."),
            Error::TooManyRequests { retry_after } => {
                let wait = match retry_after.as_secs() {
                    seconds if seconds < 120 => format!("{}\u{a0}s", seconds.max(1)),
                    seconds => format!("{}\u{a0}min", seconds.div_ceil(60)),
                };
                return match language {
                    Language::Fr => format!("Trop de demandes. Réessayez dans {wait}."),
                    Language::En => format!("Too many requests. Try again in {wait}."),
                };
            }
            Error::Plugin { plugin, text, .. } => {
                return match language {
                    Language::Fr => format!("Le connecteur {plugin} a répondu : {text}"),
                    Language::En => format!("The connector {plugin} answered: {text}"),
                };
            }
            Error::RegistryUnavailable => (
                "Le registre des entreprises ne répond pas. Vous pouvez saisir la société à la main.",
                "The company register does not answer. You can fill in the company by hand.",
            ),
            Error::Timeout => (
                "La demande a pris trop de temps.",
                "The request took too long.",
            ),
            Error::Internal(_) => (
                "Une erreur inattendue s’est produite. Rien n’a été enregistré.",
                "Something unexpected went wrong. Nothing was saved.",
            ),
        };
        language.pick(french, english).to_owned()
    }

    /// What belongs to the name: the issues of a 400, the missing permission, the kind of thing not found.
    pub fn payload(&self, language: Language) -> serde_json::Value {
        match self {
            Error::Invalid(issues) => issues
                .iter()
                .map(|issue| issue.described(language))
                .collect(),
            Error::BadCursor(issue) => vec![issue.described(language)].into(),
            Error::ForbiddenPermission(permission) | Error::ForbiddenEscalation(permission) => {
                serde_json::json!({ "permission": permission })
            }
            Error::Edited { by, at } => serde_json::json!({ "by": by, "at": at }),
            Error::NotFound(Entity::Resource(resource)) => {
                serde_json::json!({ "resource": resource })
            }
            Error::Plugin { plugin, .. } => serde_json::json!({ "plugin": plugin }),
            Error::Conflict(Conflict::AuditUnique(field)) => {
                serde_json::json!({ "field": field })
            }
            Error::TooManyRequests { retry_after } => {
                serde_json::json!({ "retryAfterSeconds": retry_after.as_secs().max(1) })
            }
            _ => serde_json::Value::Null,
        }
    }
}

impl Refusal {
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Refusal::ForeignOrigin => (
                "La demande ne vient pas de ce site.",
                "The request does not come from this site.",
            ),
            Refusal::Unproven => (
                "La signature de cet événement n’est pas valable.",
                "This event’s signature is not valid.",
            ),
            Refusal::OwnAccount => (
                "Vous ne pouvez pas supprimer votre propre compte.",
                "You cannot delete your own account.",
            ),
            Refusal::LastOwner => (
                "C’est le dernier propriétaire : désignez-en d’abord un autre.",
                "This is the last owner: name another one first.",
            ),
            Refusal::LastAdministrator => (
                "C’est le dernier super-administrateur : désignez-en d’abord un autre.",
                "This is the last super administrator: name another one first.",
            ),
            Refusal::OwnerOnly => (
                "Seul un propriétaire ou un administrateur peut le faire.",
                "Only an owner or an administrator can do this.",
            ),
            Refusal::AuthorOnly => (
                "Seul son auteur ou un administrateur peut le supprimer.",
                "Only its author or an administrator can delete it.",
            ),
            Refusal::ReportsDisabled => ("Sentry n’est pas activé.", "Sentry is not enabled."),
            Refusal::Providers => (
                "Cet élément vient du prestataire : supprimez-le chez lui.",
                "This comes from the provider: delete it there.",
            ),
            Refusal::TooLate => (
                "Il est trop tard pour annuler cette suppression.",
                "It is too late to undo this deletion.",
            ),
        }
    }
}

impl Conflict {
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Conflict::UserEmail => (
                "Un utilisateur a déjà cette adresse e-mail.",
                "A user with this e-mail address exists already.",
            ),
            Conflict::StoreName => (
                "Une boutique porte déjà ce nom.",
                "A store of this name exists already.",
            ),
            Conflict::ConnectorType => (
                "Cette boutique a déjà un connecteur de ce type.",
                "This store has a connector of this type already.",
            ),
            Conflict::FactoryName => (
                "Une usine porte déjà ce nom.",
                "A factory of this name exists already.",
            ),
            Conflict::DateRange => (
                "Cette période est déjà couverte autrement.",
                "This period is covered already, in another way.",
            ),
            Conflict::AuditUnique("barcode") => (
                "Un produit de cette boutique a déjà ce code-barres.",
                "A product of this store has this barcode already.",
            ),
            Conflict::AuditUnique(_) => (
                "Un produit de cette boutique a déjà cette référence (SKU).",
                "A product of this store has this SKU already.",
            ),
            Conflict::ProductUnique => (
                "Cette boutique a déjà un article de cette référence (SKU).",
                "This store has an article of this SKU already.",
            ),
            Conflict::OrderStatus => (
                "Le prestataire a déjà cette commande.",
                "The provider has this order already.",
            ),
            Conflict::InUse => (
                "D’autres données en dépendent : archivez plutôt que de supprimer.",
                "Other records depend on it: archive it instead of deleting it.",
            ),
            Conflict::IdempotencyKey => (
                "Cette clé d’idempotence a servi pour une autre demande.",
                "This idempotency key was used for another request.",
            ),
        }
    }
}

/// The words of an issue's code (specification, document 1, section 5).
fn issue_words(code: &str, language: Language) -> &'static str {
    let (french, english) = match code {
        "required" => ("Ce champ est obligatoire.", "This field is required."),
        "min" => ("Trop court ou trop petit.", "Too short or too small."),
        "max" => ("Trop long ou trop grand.", "Too long or too large."),
        "email" => ("Adresse e-mail incorrecte.", "Invalid e-mail address."),
        "decimals" => ("Deux décimales au plus.", "At most two decimals."),
        "option" => (
            "Cette valeur n’est pas admise.",
            "You can't use this option.",
        ),
        "date" => (
            "Date incorrecte (aaaa-mm-jj).",
            "Invalid date (yyyy-mm-dd).",
        ),
        "phone" => ("Numéro de téléphone incorrect.", "Invalid phone number."),
        "ean" => ("EAN incorrect.", "Invalid EAN."),
        "sku" => (
            "Référence (SKU) incorrecte : respectez le préfixe et le format indiqués.",
            "Invalid SKU: keep to the prefix and the format shown.",
        ),
        "url" => (
            "Adresse incorrecte (https://…).",
            "Invalid address (https://…).",
        ),
        "barcode" => (
            "Code-barres incorrect : 13 chiffres, dont la clé de contrôle.",
            "Invalid barcode: 13 digits with their check digit.",
        ),
        "timeZone" => ("Fuseau horaire inconnu.", "Unknown time zone."),
        "country" => (
            "Code pays incorrect (2 lettres).",
            "Invalid country code (2 letters).",
        ),
        "sum" => (
            "La somme des parts doit être 100.",
            "The shares must sum to 100.",
        ),
        "invalid" => (
            "Le prestataire n’accepte pas cette valeur.",
            "The provider does not accept this value.",
        ),
        "credentials" => (
            "Le prestataire les refuse : vérifiez-les, puis réessayez.",
            "The provider does not accept them: check them, then try again.",
        ),
        "multipart" => (
            "L’envoi n’est pas un formulaire lisible.",
            "The request is not a readable form.",
        ),
        "fixed" => (
            "Cette valeur ne peut plus changer.",
            "This value can no longer change.",
        ),
        "range" => (
            "Le maximum doit dépasser le minimum.",
            "The maximum must exceed the minimum.",
        ),
        "dateOrder" => (
            "La fin doit suivre le début.",
            "The end must come after the start.",
        ),
        "dateSpan" => (
            "Une période compte un an au plus.",
            "A period is a year at most.",
        ),
        "fileType" => (
            "Ce type de fichier n’est pas admis.",
            "This type of file is not accepted.",
        ),
        "fileEmpty" => ("Le fichier est vide.", "The file is empty."),
        "unknown" => ("Ce champ n’existe pas.", "There is no such field."),
        "unique" => (
            "Les valeurs doivent être uniques.",
            "Array must have unique values.",
        ),
        "taken" => ("Cette valeur existe déjà.", "This value exists already."),
        "expression" => (
            "Lettres, chiffres, - _ . / + et * seulement.",
            "Letters, digits, - _ . / + and * only.",
        ),
        _ => ("Valeur incorrecte.", "Invalid value."),
    };
    language.pick(french, english)
}

/// An error on its way to the edge, where it is rendered and logged.
#[derive(Debug, Clone)]
pub struct Pending(pub Arc<Error>);

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = self.status().into_response();
        if let Error::TooManyRequests { retry_after } = &self {
            response
                .headers_mut()
                .insert("retry-after", retry_after.as_secs().max(1).into());
        }
        response.extensions_mut().insert(Pending(Arc::new(self)));
        response
    }
}

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Self {
        Error::Internal(error.into())
    }
}

/// Turns a broken constraint into the answer that it means, where the query is made.
pub trait IfBroken<T> {
    /// `insert.if_broken("stores_name_key", Error::Conflict(Conflict::StoreName))?`
    fn if_broken(self, constraint: &str, error: Error) -> Result<T>;
}

impl<T> IfBroken<T> for Result<T, sqlx::Error> {
    fn if_broken(self, constraint: &str, error: Error) -> Result<T> {
        self.map_err(|cause| {
            match cause
                .as_database_error()
                .and_then(|database| database.constraint())
            {
                Some(broken) if broken == constraint => error,
                _ => cause.into(),
            }
        })
    }
}
