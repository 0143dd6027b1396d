import {
  act,
  DateTime,
  FILE_TYPES,
  formatSize,
  Icon,
  IconButton,
  Preview,
  Quiet,
  Row,
  Section,
  Sortable,
  Stack,
  UploadDrop,
  useAddress,
  useContent,
  useWasSeen,
} from "@comptoir/kit";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { adding, type FilesProps, orderPictures, type ProductFile } from "./api";
import classes from "./files.module.css";
import { useFileActions } from "./useFileActions";

/** A picture, small; it is fetched when it comes so near. */
const NEAR = "300px";

type StoredPicture = ProductFile["file"];

function Shown({ file }: { file: StoredPicture }) {
  const { address, hasFailed, fail } = useAddress(useContent(file));
  if (!address || hasFailed) return <Icon name="image" />;
  return <img src={address} alt="" onError={fail} />;
}

function Thumbnail({ file }: { file: StoredPicture }) {
  const place = useRef<HTMLSpanElement>(null);
  const wasNear = useWasSeen(place, NEAR);
  return (
    <span ref={place} className={classes.thumbnail}>
      {wasNear ? <Shown file={file} /> : <Icon name="image" />}
    </span>
  );
}

interface PictureProps extends FilesProps {
  picture: ProductFile;
  onOpen: () => void;
}

function Picture({ productId, isEditable, picture, onOpen }: PictureProps) {
  const { t, i18n } = useTranslation("kit");
  const { file } = picture;
  const { name } = file;
  const { download, remove } = useFileActions(productId);
  return (
    <div className={classes.picture}>
      <button
        type="button"
        className={classes.sheet}
        aria-label={t("files.preview", { name })}
        onClick={onOpen}
      >
        <Thumbnail file={file} />
      </button>
      <div className={classes.about}>
        <span>{name}</span>
        <Row gap={12}>
          <Quiet>{formatSize(file.size, i18n.resolvedLanguage ?? "fr")}</Quiet>
          <Quiet>
            <DateTime at={file.createdAt} />
          </Quiet>
        </Row>
      </div>
      <Row gap={4} wrap="nowrap">
        <IconButton
          icon="download"
          label={t("files.download", { name })}
          onClick={() => void download(picture)}
        />
        {isEditable && (
          <IconButton
            icon="delete"
            label={t("files.delete", { name })}
            onClick={() => void remove(picture)}
          />
        )}
      </Row>
    </div>
  );
}

interface ViewerProps {
  pictures: ProductFile[];
  /** Which of them is seen; null for none. */
  shown: number | null;
  onShow: (at: number | null) => void;
}

function Viewer({ pictures, shown, onShow }: ViewerProps) {
  const { t } = useTranslation("productFiles");
  const at = shown ?? 0;
  const step = (by: number) => onShow((at + by + pictures.length) % pictures.length);
  return (
    <Preview file={shown === null ? null : (pictures[shown]?.file ?? null)} full onClose={() => onShow(null)}>
      {pictures.length > 1 && (
        <Row>
          <IconButton icon="left" label={t("image.previous")} onClick={() => step(-1)} />
          <output className={classes.number}>
            {t("image.place", { place: at + 1, total: pictures.length })}
          </output>
          <IconButton icon="right" label={t("image.next")} onClick={() => step(1)} />
        </Row>
      )}
    </Preview>
  );
}

/** The pictures of a product in their order, each seen as large as can be on demand. */
export function Pictures(props: FilesProps) {
  const { t } = useTranslation("productFiles");
  const { productId, files, isEditable } = props;
  const pictures = files.filter(({ type }) => type === "image");
  const [shown, setShown] = useState<number | null>(null);
  const order = (ordered: ProductFile[]) =>
    void act({
      run: () => orderPictures(productId, files, ordered),
      failed: t("image.notOrdered"),
    });
  const row = (picture: ProductFile) => (
    <Picture {...props} picture={picture} onOpen={() => setShown(pictures.indexOf(picture))} />
  );
  const label = t("image.list");
  return (
    <Section title={t("image.title")}>
      <Stack>
        {pictures.length === 0 && <Quiet>{t("image.none")}</Quiet>}
        {pictures.length > 0 && isEditable && (
          <Sortable
            label={label}
            items={pictures}
            itemKey={({ id }) => id}
            itemLabel={({ file }) => file.name}
            onOrder={order}
          >
            {row}
          </Sortable>
        )}
        {pictures.length > 0 && !isEditable && (
          <ol className={classes.pictures} aria-label={label}>
            {pictures.map((picture) => (
              <li key={picture.id}>{row(picture)}</li>
            ))}
          </ol>
        )}
        {isEditable && (
          <UploadDrop
            upload={adding(productId, "image")}
            label={t("image.add")}
            hint={t("image.hint")}
            accept={FILE_TYPES.images}
            multiple
            pastes
          />
        )}
        <Viewer pictures={pictures} shown={shown} onShow={setShown} />
      </Stack>
    </Section>
  );
}
