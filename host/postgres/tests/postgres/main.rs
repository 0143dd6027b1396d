//! The private PostgreSQL, started and killed for real.

mod cluster;
mod common;
mod killed;
