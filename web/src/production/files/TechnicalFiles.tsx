import {
  Button,
  DateTime,
  FILE_TYPES,
  Form,
  fieldsOf,
  formatSize,
  IconButton,
  Preview,
  Quiet,
  Row,
  Section,
  Stack,
  UploadDrop,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { adding, type FilesProps, type ProductFile } from "./api";
import { CompareWindow } from "./CompareWindow";
import { FilePages } from "./FilePages";
import { SeenBy } from "./SeenBy";
import { useFileActions } from "./useFileActions";
import { pairOf } from "./values";

interface Looked {
  version: string;
}
const { SelectField } = fieldsOf<Looked>();

interface VersionProps extends FilesProps {
  version: ProductFile;
}

function About({ version: { file } }: { version: ProductFile }) {
  const { i18n } = useTranslation();
  return (
    <Row gap={12}>
      <span>{file.name}</span>
      <Quiet>{formatSize(file.size, i18n.resolvedLanguage ?? "fr")}</Quiet>
      <Quiet>
        <DateTime at={file.createdAt} />
      </Quiet>
      {file.author && <Quiet>{file.author}</Quiet>}
    </Row>
  );
}

function Actions({ version, onOpen, ...props }: VersionProps & { onOpen: () => void }) {
  const { t } = useTranslation(["productFiles", "kit"]);
  const { level } = version;
  const { download, remove } = useFileActions(props.productId);
  const name = t("version.name", { level });
  return (
    <Row gap={4}>
      <IconButton icon="preview" label={t("kit:files.preview", { name })} onClick={onOpen} />
      <IconButton
        icon="download"
        label={t("kit:files.download", { name })}
        onClick={() => void download(version)}
      />
      {props.isEditable && !props.isSettled && (
        <IconButton
          icon="delete"
          label={t("kit:files.delete", { name })}
          onClick={() => void remove(version, t("version.deleteTitle", { level }))}
        />
      )}
    </Row>
  );
}

function Versions({ versions, ...props }: FilesProps & { versions: [ProductFile, ...ProductFile[]] }) {
  const { t } = useTranslation("productFiles");
  const [newest] = versions;
  const form = useForm<Looked>({ values: { version: newest.id } });
  const looked = form.watch("version");
  const version = versions.find(({ id }) => id === looked) ?? newest;
  const [page, setPage] = useState<number | null>(null);
  const [isComparing, setComparing] = useState(false);
  return (
    <Stack>
      <Row align="end" justify="between">
        <Form form={form} onSubmit={async () => {}} failure={t("version.label")}>
          <SelectField
            name="version"
            label={t("version.label")}
            options={versions.map(({ id, level }) => ({ value: id, label: t("version.name", { level }) }))}
          />
        </Form>
        <Row>
          {versions.length > 1 && <Button onClick={() => setComparing(true)}>{t("compare.action")}</Button>}
          <Actions {...props} version={version} onOpen={() => setPage(1)} />
        </Row>
      </Row>
      <About version={version} />
      <FilePages {...props} key={version.id} version={version} onOpen={setPage} />
      <SeenBy productId={props.productId} version={version} seeing={props.seeing} />
      <Preview
        file={page === null ? null : version.file}
        page={page ?? 1}
        full
        onClose={() => setPage(null)}
      />
      <CompareWindow
        versions={versions}
        pair={pairOf(versions, version)}
        open={isComparing}
        onClose={() => setComparing(false)}
      />
    </Stack>
  );
}

/** The technical file of a product: one of its versions with its pages, who has seen it, and what changed between two. */
export function TechnicalFiles(props: FilesProps) {
  const { t } = useTranslation("productFiles");
  const [newest, ...older] = props.files.filter(({ type }) => type === "technical");
  return (
    <Section title={t("technical.title")}>
      <Stack>
        {newest ? (
          <Versions {...props} versions={[newest, ...older]} />
        ) : (
          <Quiet>{t("technical.none")}</Quiet>
        )}
        {props.isEditable && !props.isSettled && (
          <UploadDrop
            upload={adding(props.productId, "technical")}
            label={newest ? t("technical.next") : t("technical.add")}
            hint={t("technical.hint")}
            accept={FILE_TYPES.pdf}
          />
        )}
      </Stack>
    </Section>
  );
}
