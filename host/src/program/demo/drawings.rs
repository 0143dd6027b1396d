//! What the demo company's files show: documents, and pictures of what is sold, drawn in one colour.

/// A PDF of one page with these lines.
pub(super) fn pdf(lines: &[&str]) -> Vec<u8> {
    pdf_of(&[(lines, "")])
}

/// A PDF of pages: their lines at the top, and what is drawn below by operators of the format (ISO 32000, 8.5).
pub(super) fn pdf_of(pages: &[(&[&str], &str)]) -> Vec<u8> {
    let page = |at: usize| 4 + 2 * at;
    let kids: String = (0..pages.len())
        .map(|at| format!("{} 0 R ", page(at)))
        .collect();
    let mut objects = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        format!("<< /Type /Pages /Kids [{kids}] /Count {} >>", pages.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"
            .to_owned(),
    ];
    for (at, (lines, drawing)) in pages.iter().enumerate() {
        let shown: String = lines
            .iter()
            .map(|line| format!("({}) Tj T*\n", escaped(line)))
            .collect();
        let text = format!("{drawing}\nBT /F1 14 Tf 20 TL 72 760 Td\n{shown}ET");
        objects.push(format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents {} 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            page(at) + 1
        ));
        objects.push(format!(
            "<< /Length {} >>\nstream\n{text}\nendstream",
            text.len()
        ));
    }
    let (mut pdf, mut places) = ("%PDF-1.4\n".to_owned(), String::new());
    for (number, object) in (1..).zip(&objects) {
        places += &format!("{:010} 00000 n \n", pdf.len());
        pdf += &format!("{number} 0 obj\n{object}\nendobj\n");
    }
    let (start, size) = (pdf.len(), objects.len() + 1);
    pdf += &format!(
        "xref\n0 {size}\n0000000000 65535 f \n{places}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    pdf.into_bytes()
}

/// A text as a PDF writes it, in plain ASCII.
fn escaped(line: &str) -> String {
    let letters = line.chars().map(|letter| match letter {
        '’' => "'".to_owned(),
        '(' | ')' | '\\' => format!("\\{letter}"),
        ' '..='~' => letter.to_string(),
        other => format!("\\{:03o}", u8::try_from(other).unwrap_or(b'?')),
    });
    letters.collect()
}

/// What is sold, as the catalogues name it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Article {
    Vinyl,
    Cd,
    Shirt,
    Hoodie,
    Cap,
    Bag,
    Poster,
    Mug,
}

impl Article {
    /// By what its name says: `Les Marées – Estuaire (Hoodie) M`.
    pub(super) fn of(name: &str) -> Self {
        let said = |words: &[&str]| words.iter().any(|word| name.contains(word));
        match () {
            () if said(&["(LP)", "Vinyle"]) => Self::Vinyl,
            () if said(&["(CD)"]) => Self::Cd,
            () if said(&["Hoodie", "Sweat", "Coupe-vent"]) => Self::Hoodie,
            () if said(&["Cap)", "Casquette", "Bonnet"]) => Self::Cap,
            () if said(&["Tote", "Sac"]) => Self::Bag,
            () if said(&["Poster", "Affiche", "Badge"]) => Self::Poster,
            () if said(&["Mug"]) => Self::Mug,
            () => Self::Shirt,
        }
    }

    /// Its outline on 400 by 400; `C` stands for its colour.
    const fn outline(self) -> &'static str {
        match self {
            Self::Vinyl => {
                r##"<circle cx="200" cy="200" r="165" fill="#1b1b1e"/><g fill="none" stroke="#3a3a40" stroke-width="3"><circle cx="200" cy="200" r="140"/><circle cx="200" cy="200" r="115"/><circle cx="200" cy="200" r="90"/></g><circle cx="200" cy="200" r="62" fill="C"/><circle cx="200" cy="200" r="8" fill="#eeeae2"/>"##
            }
            Self::Cd => {
                r##"<circle cx="200" cy="200" r="160" fill="#d4d7de"/><path d="M200 200 90 84A160 160 0 0 1 310 84Z" fill="C" opacity=".75"/><circle cx="200" cy="200" r="52" fill="#f6f6f8" stroke="#aab" stroke-width="3"/><circle cx="200" cy="200" r="20" fill="#eeeae2"/>"##
            }
            Self::Shirt => {
                r##"<path d="M140 70 60 110 85 175 120 160V340H280V160L315 175 340 110 260 70Q200 120 140 70Z" fill="C" stroke="#333" stroke-width="3"/>"##
            }
            Self::Hoodie => {
                r##"<path d="M145 80 65 125 60 300H110L120 190V345H280V190L290 300H340L335 125 255 80Q200 10 145 80Z" fill="C" stroke="#333" stroke-width="3"/><path d="M150 82Q200 150 250 82Q200 40 150 82Z" fill="#0003"/><path d="M150 265H250L270 320H130Z" fill="none" stroke="#0006" stroke-width="4"/>"##
            }
            Self::Cap => {
                r##"<path d="M90 235Q95 110 205 110T315 235Z" fill="C" stroke="#333" stroke-width="3"/><path d="M90 235H315Q375 240 380 275Q230 225 90 250Z" fill="C" stroke="#333" stroke-width="3"/><circle cx="205" cy="108" r="9" fill="#333"/>"##
            }
            Self::Bag => {
                r##"<path d="M140 150V110Q140 55 200 55T260 110V150" fill="none" stroke="#333" stroke-width="12"/><path d="M95 145H305L290 345H110Z" fill="C" stroke="#333" stroke-width="3"/>"##
            }
            Self::Poster => {
                r##"<path d="M95 45H305V355H95Z" fill="#fff" stroke="#333" stroke-width="3"/><path d="M115 65H285V270H115Z" fill="C"/><path d="M115 295H285M115 320H230" stroke="#555" stroke-width="9"/>"##
            }
            Self::Mug => {
                r##"<path d="M270 140H315Q355 140 355 200T310 262H270" fill="none" stroke="#333" stroke-width="16"/><path d="M80 100H280V310Q280 335 255 335H105Q80 335 80 310Z" fill="C" stroke="#333" stroke-width="3"/>"##
            }
        }
    }
}

/// A picture of an article in this colour (`#rrggbb`).
pub(super) fn picture(article: Article, colour: &str) -> Vec<u8> {
    let outline = article.outline().replace("\"C\"", &format!("\"{colour}\""));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 400 400\"><rect width=\"400\" height=\"400\" fill=\"#eeeae2\"/>{outline}</svg>"
    )
    .into_bytes()
}
