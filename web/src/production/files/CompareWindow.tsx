import {
  Dialog,
  Form,
  FormGrid,
  fieldsOf,
  IconButton,
  type Pdf,
  PdfDocument,
  type PdfDocumentProps,
  Quiet,
  Row,
  Stack,
  useContent,
  useForm,
  useFormats,
  useWidth,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProductFile } from "./api";
import classes from "./files.module.css";
import { labelOf } from "./values";

interface Compared {
  before: string;
  after: string;
  /** Beside each other, or the one over the other. */
  way: "beside" | "over";
}
const { SelectField } = fieldsOf<Compared>();

/** In pixels: two pages stand beside each other where there is room for both, and so far apart. */
const ROOM = 640;
const GAP = 12;

interface Opened {
  version: ProductFile;
  pdf: Pdf;
}

interface StageProps {
  before: Opened;
  after: Opened;
  way: Compared["way"];
  Page: Parameters<PdfDocumentProps["children"]>[1];
}

interface SheetsProps extends StageProps {
  page: number;
  width: number;
}

function Beside({ before, after, page, width, Page }: SheetsProps) {
  const { t } = useTranslation("productFiles");
  const isWide = width >= ROOM;
  const each = isWide ? Math.floor((width - GAP) / 2) : width;
  return (
    <div className={classes.beside} style={{ gap: GAP }} data-wide={isWide || undefined}>
      {[before, after].map(({ version, pdf }, at) => (
        <figure key={`${at}${version.id}`} className={classes.figure}>
          <figcaption>
            <strong>{t("version.name", { level: version.level })}</strong> {labelOf(version, page)}
          </figcaption>
          {page <= pdf.numPages ? (
            <Page pdf={pdf} number={page} width={each} />
          ) : (
            <Quiet>{t("compare.noPage", { level: version.level, page })}</Quiet>
          )}
        </figure>
      ))}
    </div>
  );
}

function Over({ before, after, page, width, Page }: SheetsProps) {
  const { t } = useTranslation("productFiles");
  const { number } = useFormats();
  const [share, setShare] = useState(50);
  const missing = [before, after].find(({ pdf }) => page > pdf.numPages);
  const names = { before: before.version.level, after: after.version.level };
  return (
    <>
      <label className={classes.share}>
        {t("compare.share", names)}
        <input
          type="range"
          min={0}
          max={100}
          value={share}
          aria-valuetext={t("compare.shared", { level: names.after, percent: number(share) })}
          onChange={({ currentTarget }) => setShare(currentTarget.valueAsNumber)}
        />
      </label>
      {missing && <Quiet>{t("compare.noPage", { level: missing.version.level, page })}</Quiet>}
      <div className={classes.over}>
        {[before, after].map(({ version, pdf }, at) => (
          <div key={`${at}${version.id}`} style={at === 1 ? { opacity: share / 100 } : undefined}>
            {page <= pdf.numPages && <Page pdf={pdf} number={page} width={width} />}
          </div>
        ))}
      </div>
    </>
  );
}

function Stage(props: StageProps) {
  const { t } = useTranslation(["productFiles", "kit"]);
  const { number } = useFormats();
  const [stage, width] = useWidth<HTMLElement>();
  const [page, setPage] = useState(1);
  const pages = Math.max(props.before.pdf.numPages, props.after.pdf.numPages);
  const goTo = (wanted: number) => setPage(Math.min(pages, Math.max(1, wanted)));
  const Sheets = props.way === "beside" ? Beside : Over;
  return (
    <>
      <Row>
        <IconButton icon="left" label={t("kit:files.previousPage")} onClick={() => goTo(page - 1)} />
        <output className={classes.number}>
          {t("kit:files.page", { page: number(page), pages: number(pages) })}
        </output>
        <IconButton icon="right" label={t("kit:files.nextPage")} onClick={() => goTo(page + 1)} />
      </Row>
      <section
        ref={stage}
        className={classes.stage}
        aria-label={t("compare.stage")}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
        tabIndex={0}
      >
        <Sheets {...props} page={page} width={width} />
      </section>
    </>
  );
}

function Documents(props: { before: ProductFile; after: ProductFile; way: Compared["way"] }) {
  const before = useContent(props.before.file);
  const after = useContent(props.after.file);
  return (
    <PdfDocument src={before}>
      {(older, Page) => (
        <PdfDocument src={after}>
          {(newer) => (
            <Stage
              before={{ version: props.before, pdf: older }}
              after={{ version: props.after, pdf: newer }}
              way={props.way}
              Page={Page}
            />
          )}
        </PdfDocument>
      )}
    </PdfDocument>
  );
}

interface CompareProps {
  versions: ProductFile[];
  /** The two that are shown first. */
  pair: [before: string, after: string];
}

function Comparison({ versions, pair: [before, after] }: CompareProps) {
  const { t } = useTranslation("productFiles");
  const form = useForm<Compared>({ defaultValues: { before, after, way: "beside" } });
  const shown = form.watch();
  const versionOf = (id: string) => versions.find((version) => version.id === id);
  const [older, newer] = [versionOf(shown.before), versionOf(shown.after)];
  const options = versions.map(({ id, level }) => ({ value: id, label: t("version.name", { level }) }));
  return (
    <Stack>
      <Form form={form} onSubmit={async () => {}} failure={t("compare.title")}>
        <FormGrid>
          <SelectField name="before" label={t("compare.before")} options={options} />
          <SelectField name="after" label={t("compare.after")} options={options} />
          <SelectField
            name="way"
            label={t("compare.way")}
            options={[
              { value: "beside", label: t("compare.beside") },
              { value: "over", label: t("compare.over") },
            ]}
          />
        </FormGrid>
      </Form>
      {older && newer && <Documents before={older} after={newer} way={shown.way} />}
    </Stack>
  );
}

/** Two versions page by page: beside each other, or the one over the other as far as one likes. */
export function CompareWindow({
  open,
  onClose,
  ...props
}: CompareProps & { open: boolean; onClose: () => void }) {
  const { t } = useTranslation("productFiles");
  return (
    <Dialog title={t("compare.title")} open={open} onClose={onClose} full>
      <Comparison {...props} />
    </Dialog>
  );
}
