//! A simulator while it runs.

/// Declares `Simulator`, the server of a simulator's `router` over its `Shared` state, with what everybody asks of it.
/// Besides these two it needs `State` (of `Shared::state`) and `Trouble` (of the [`Troublemaker`](crate::Troublemaker)
/// under `Shared::lock`) beside it, and is given its provider's name and the type of `Shared::clock`, if there is one:
/// `simulator_kit::simulator!("bigblue", clock: SimClock)`.
#[macro_export]
macro_rules! simulator {
    ($name:literal $(, clock: $Clock:ty)?) => {
        /// A running simulator. Dropping it stops it too, without waiting.
        #[derive(Debug)]
        pub struct Simulator {
            shared: Shared,
            server: $crate::Server,
        }

        impl Simulator {
            async fn serve(port: u16, shared: Shared) -> ::std::io::Result<Self> {
                let server = $crate::Server::start($name, port, router(shared.clone())).await?;
                Ok(Self { shared, server })
            }

            /// `http://127.0.0.1:<port>`, without a slash at its end.
            pub fn base_url(&self) -> String {
                self.server.base_url()
            }

            /// Switches trouble on, or off with `None` of its kinds.
            ///
            /// # Panics
            /// When the share is not between 0 and 1.
            pub fn trouble(&self, trouble: Trouble) {
                let set = self.shared.lock().trouble.set(trouble);
                if let Err(message) = set {
                    panic!("{message}");
                }
            }

            /// What was asked so far and what there is now.
            pub fn state(&self) -> State {
                self.shared.state()
            }

            $(
                /// The clock that was given.
                pub fn clock(&self) -> &$Clock {
                    &self.shared.clock
                }
            )?

            /// Stops listening, lets calls under way finish within a second and closes what is open.
            pub async fn shutdown(self) {
                self.server.shutdown().await;
            }
        }
    };
}
