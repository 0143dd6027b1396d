use crate::routing::Routes;

pub fn routes() -> Routes {
    Routes::new()
}
