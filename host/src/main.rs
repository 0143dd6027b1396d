//! The program `comptoir`: reads its command line, does what it says.

fn main() -> std::process::ExitCode {
    comptoir::program::cli::main()
}
