//! Which of the plugin's own calls a request is.

use crate::routes::{Request, Response};
use crate::{Error, Result};
use percent_encoding::percent_decode_str;
use serde::Serialize;

/// The values of a pattern's `{names}`, decoded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// The value of `{name}`; empty when the pattern has no such name.
    pub fn get(&self, name: &str) -> &str {
        self.0
            .iter()
            .find(|(known, _)| known == name)
            .map_or("", |(_, value)| value)
    }
}

/// Tries patterns in turn; the first that fits answers.
///
/// ```ignore
/// Router::new(request)
///     .on("GET", "/product", |_| self.products(host, request))
///     .on("GET", "/product/{sku}", |params| self.product(host, request, params.get("sku")))
///     .finish()
/// ```
#[derive(Debug)]
pub struct Router<'a> {
    request: &'a Request,
    answer: Option<Result<Response>>,
    /// Some pattern fitted the path, but not the method.
    path_known: bool,
}

impl<'a> Router<'a> {
    /// For this request.
    pub fn new(request: &'a Request) -> Self {
        Self {
            request,
            answer: None,
            path_known: false,
        }
    }

    /// Answers with `handler` when the method is `method` and the path fits `pattern`.
    pub fn on(
        mut self,
        method: &str,
        pattern: &str,
        handler: impl FnOnce(Params) -> Result<Response>,
    ) -> Self {
        if self.answer.is_none()
            && let Some(params) = fit(pattern, &self.request.path)
        {
            self.path_known = true;
            if self.request.method == method {
                self.answer = Some(handler(params));
            }
        }
        self
    }

    /// The answer: `unsupported` for a known path with another method, `not-found` for an unknown one.
    pub fn finish(self) -> Result<Response> {
        let Request { method, path, .. } = self.request;
        self.answer.unwrap_or_else(|| {
            Err(if self.path_known {
                Error::unsupported(&format!("{method} {path}"))
            } else {
                Error::not_found(format!("no call {path}"))
            })
        })
    }
}

fn fit(pattern: &str, path: &str) -> Option<Params> {
    let mut params = Params::default();
    let mut segments = path.split('/');
    for expected in pattern.split('/') {
        let segment = segments.next()?;
        match expected
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'))
        {
            Some(_) if segment.is_empty() => return None,
            Some(name) => params.0.push((
                name.into(),
                percent_decode_str(segment).decode_utf8().ok()?.into_owned(),
            )),
            None if expected == segment => {}
            None => return None,
        }
    }
    segments.next().is_none().then_some(params)
}

impl Request {
    /// The first query parameter of that name.
    pub fn query_value(&self, name: &str) -> Option<&str> {
        self.query
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }
}

impl Response {
    /// 200 with `data`.
    ///
    /// # Errors
    /// `internal` when it has no JSON form.
    pub fn data(data: &impl Serialize) -> Result<Self> {
        Ok(Self {
            status: 200,
            data: json(data)?,
            meta: None,
        })
    }

    /// The same with `meta` beside the data.
    ///
    /// # Errors
    /// `internal` when it has no JSON form.
    pub fn with_meta(self, meta: &impl Serialize) -> Result<Self> {
        Ok(Self {
            meta: Some(json(meta)?),
            ..self
        })
    }
}

fn json(value: &impl Serialize) -> Result<String> {
    serde_json::to_string(value)
        .map_err(|error| Error::internal(format!("the answer has no JSON form: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ErrorKind;

    fn ask(method: &str, path: &str) -> Result<String> {
        let request = Request {
            method: method.into(),
            path: path.into(),
            query: Vec::new(),
            body: None,
            language: "en".into(),
            connectors: Vec::new(),
        };
        let answer = Router::new(&request)
            .on("GET", "/product", |_| Response::data(&"all"))
            .on("GET", "/product/{sku}", |params| {
                Response::data(&params.get("sku"))
            })
            .finish();
        answer.map(|answer| answer.data)
    }

    #[test]
    fn the_fitting_pattern_answers() {
        assert_eq!(ask("GET", "/product"), Ok("\"all\"".into()));
        assert_eq!(ask("GET", "/product/A-1%2F2"), Ok("\"A-1/2\"".into()));
        for unknown in ["/product/", "/products", "/product/a/b", "product", "/"] {
            assert_eq!(
                ask("GET", unknown).map_err(|error| error.kind),
                Err(ErrorKind::NotFound),
                "{unknown}"
            );
        }
        assert_eq!(
            ask("POST", "/product").map_err(|error| error.kind),
            Err(ErrorKind::Unsupported)
        );
    }
}
