import {
  act,
  type Pdf,
  PdfDocument,
  type PdfDocumentProps,
  SuggestBox,
  useContent,
  useWasSeen,
  useWidth,
} from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { type FilesProps, labelPage, type ProductFile } from "./api";
import classes from "./files.module.css";
import { labelOf } from "./values";

/** What is so near is fetched and drawn. */
const NEAR = "600px";
/** In pixels: a page is at least so wide, and so far from the next. */
const WIDTH = 180;
const GAP = 12;

interface PagesProps extends FilesProps {
  version: ProductFile;
  /** Shows a page as large as can be. */
  onOpen: (page: number) => void;
}

interface PageProps extends PagesProps {
  page: number;
  width: number;
  pdf: Pdf;
  Page: Parameters<PdfDocumentProps["children"]>[1];
}

/** What is often on the page of a technical file. */
function useSuggestions() {
  const { t } = useTranslation("productFiles");
  return [
    t("label.front"),
    t("label.back"),
    t("label.detail"),
    t("label.tag"),
    t("label.packaging"),
    t("label.measures"),
    t("label.embroidery"),
    t("label.print"),
  ];
}

function Label({ productId, files, version, page, isEditable }: PageProps) {
  const { t } = useTranslation("productFiles");
  const suggestions = useSuggestions();
  const label = labelOf(version, page);
  if (!isEditable) return label && <strong className={classes.label}>{label}</strong>;
  return (
    <SuggestBox
      label={t("label.of", { page })}
      placeholder={t("label.none")}
      value={label}
      suggestions={suggestions}
      maxLength={255}
      onKeep={(text) =>
        void act({
          run: () => labelPage(productId, files, version, page, text),
          failed: t("label.failed", { page }),
        })
      }
    />
  );
}

function PageCard(props: PageProps) {
  const { t } = useTranslation("productFiles");
  const { page, width, pdf, Page, version, onOpen } = props;
  const card = useRef<HTMLLIElement>(null);
  const wasNear = useWasSeen(card, NEAR);
  const label = labelOf(version, page);
  return (
    <li ref={card} className={classes.page}>
      <button
        type="button"
        className={classes.sheet}
        aria-label={label ? t("page.openLabelled", { page, label }) : t("page.open", { page })}
        onClick={() => onOpen(page)}
      >
        <Page pdf={pdf} number={page} width={width} isPicture />
      </button>
      <span className={classes.number}>{t("page.number", { page })}</span>
      {wasNear && <Label {...props} />}
    </li>
  );
}

function PageGrid({ pdf, ...props }: Omit<PageProps, "page" | "width">) {
  const { t } = useTranslation("productFiles");
  const [grid, whole] = useWidth<HTMLOListElement>();
  const columns = Math.max(2, Math.floor((whole + GAP) / (WIDTH + GAP)));
  const width = Math.max(0, Math.floor((whole - GAP * (columns - 1)) / columns));
  return (
    <ol
      ref={grid}
      className={classes.pages}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`, gap: GAP }}
      aria-label={t("page.list", { level: props.version.level })}
    >
      {Array.from({ length: pdf.numPages }, (_, index) => (
        <PageCard key={index} {...props} pdf={pdf} page={index + 1} width={width} />
      ))}
    </ol>
  );
}

/** The pages of a version, each with what it shows: those in sight are read and drawn. */
export function FilePages(props: PagesProps) {
  const place = useRef<HTMLDivElement>(null);
  const wasNear = useWasSeen(place, NEAR);
  const src = useContent(props.version.file);
  return (
    <div ref={place} className={classes.document}>
      {wasNear && (
        <PdfDocument src={src}>{(pdf, Page) => <PageGrid {...props} pdf={pdf} Page={Page} />}</PdfDocument>
      )}
    </div>
  );
}
