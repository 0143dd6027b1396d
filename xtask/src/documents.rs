//! What documents say of the repository is so: the paths that they name are there.

#[cfg(test)]
mod tests {
    use crate::project::root;
    use std::{
        fs,
        path::{Path, PathBuf},
    };

    /// What is made beside the sources, and may be there or not.
    const GENERATED: [&str; 4] = ["data", "dist", "node_modules", "target"];

    /// What is in the project of a plugin's author, and not here.
    const THEIRS: [&str; 1] = ["wit/world.wit"];

    /// The documents, and below which folders the paths in each lie.
    fn documents() -> Vec<(PathBuf, Vec<PathBuf>)> {
        let root = root();
        let in_root = [root.to_owned(), root.join("host/src")];
        let in_web = [root.join("web"), root.join("web/src"), root.to_owned()];
        let mut documents = vec![
            (root.join("README.md"), in_root.to_vec()),
            (root.join("wit/README.md"), in_root.to_vec()),
            (root.join("web/README.md"), in_web.to_vec()),
            (root.join("web/locales/README.md"), in_web.to_vec()),
        ];
        let files = |folder: &str| fs::read_dir(root.join(folder)).expect("a folder");
        for folder in ["docs", "docs/conformance"] {
            let all = files(folder).map(|file| file.expect("a file").path());
            let pages = all.filter(|path| path.extension().is_some_and(|end| end == "md"));
            documents.extend(pages.map(|page| (page, in_root.to_vec())));
        }
        for plugin in files("plugins").map(|folder| folder.expect("a folder").path()) {
            let page = plugin.join("README.md");
            if page.is_file() {
                documents.push((
                    page,
                    vec![plugin.clone(), plugin.join("src"), root.to_owned()],
                ));
            }
        }
        documents
    }

    /// `orders/manual`, of a line's words in backticks and of those that maps begin with: what can be a path of several
    /// parts, without a pattern in it.
    fn paths(text: &str) -> impl Iterator<Item = &str> {
        let is_plain = |char: char| char.is_ascii_alphanumeric() || "._-/".contains(char);
        let blocks = text.split("```").skip(1).step_by(2);
        let maps = blocks
            .flat_map(str::lines)
            .filter_map(|line| line.split(' ').next());
        text.lines()
            .flat_map(|line| line.split('`').skip(1).step_by(2))
            .chain(maps)
            .filter(move |word| {
                word.trim_end_matches('/').contains('/') && word.chars().all(is_plain)
            })
            .filter(|word| !word.starts_with(['/', '.']))
    }

    /// Whether a path begins at something below one of these folders, and leads nowhere.
    fn is_lost(path: &str, folders: &[PathBuf]) -> bool {
        let first = path.split('/').next().unwrap_or_default();
        let begins = |folder: &&PathBuf| folder.join(first).is_dir();
        !GENERATED.contains(&first)
            && !THEIRS.contains(&path)
            && folders.iter().any(|folder| begins(&folder))
            && !folders.iter().any(|folder| folder.join(path).exists())
    }

    #[test]
    fn every_path_that_a_document_names_is_there() {
        let mut lost = Vec::new();
        let mut seen = 0;
        for (document, folders) in documents() {
            let text = fs::read_to_string(&document).expect("a document");
            let name = document.strip_prefix(root()).unwrap_or(&document);
            for path in paths(&text) {
                seen += 1;
                if is_lost(path, &folders) {
                    lost.push(format!("{}: {path}", Path::display(name)));
                }
            }
        }
        assert!(seen > 50, "documents name paths: {seen}");
        assert_eq!(lost, [""; 0]);
    }

    #[test]
    fn what_is_no_path_is_none() {
        let text = "`orders/manual` and `GET /order`, `text/csv`, `a/*`, `plugin.toml`, `/api/x`\n`list/`, `wit/http.wit`";
        assert_eq!(
            paths(text).collect::<Vec<_>>(),
            ["orders/manual", "text/csv", "wit/http.wit"]
        );
        let folders = [root().join("host/src")];
        assert!(is_lost("orders/nowhere", &folders));
        assert!(!is_lost("orders/manual", &folders) && !is_lost("text/csv", &folders));
    }
}
