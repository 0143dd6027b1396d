use crate::routing::Routes;

#[derive(Debug, Clone, Default)]
pub struct Live;

impl Live {
    /// Ends all streams.
    pub fn close(&self) {}
}

pub fn routes() -> Routes {
    Routes::new()
}
