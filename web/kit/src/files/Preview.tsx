import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { Dialog } from "../feedback/Dialog";
import type { Attachment } from "./Attachments";
import classes from "./Attachments.module.css";
import { isPdf } from "./fileTypes";
import { PdfView } from "./PdfView";

interface PreviewProps {
  /** Null shows none. */
  file: Attachment | null;
  load: (file: Attachment) => Promise<Blob | string>;
  onClose: () => void;
}

function Picture(props: { content: Blob | string; name: string; onError: () => void }) {
  const { content } = props;
  const [address, setAddress] = useState("");
  useEffect(() => {
    const url = typeof content === "string" ? content : URL.createObjectURL(content);
    setAddress(url);
    return () => {
      if (url.startsWith("blob:")) URL.revokeObjectURL(url);
    };
  }, [content]);
  if (!address) return null;
  return <img className={classes.image} src={address} alt={props.name} onError={props.onError} />;
}

function Content({ file, load }: { file: Attachment; load: PreviewProps["load"] }) {
  const { t } = useTranslation("kit");
  const [content, setContent] = useState<Blob | string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once a file, however often `load` is made anew
  useEffect(() => {
    let isHere = true;
    load(file).then(
      (loaded) => isHere && setContent(loaded),
      () => isHere && setHasFailed(true),
    );
    return () => {
      isHere = false;
    };
  }, [file.id]);

  if (hasFailed) return <p role="alert">{t("files.previewFailed")}</p>;
  if (!content) return <SkeletonLines lines={8} />;
  if (isPdf(file.mediaType)) return <PdfView src={content} />;
  return <Picture content={content} name={file.name} onError={() => setHasFailed(true)} />;
}

/** A file's content in a window over the page. */
export function Preview({ file, load, onClose }: PreviewProps) {
  // What was shown stays while the window closes.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  return (
    <Dialog title={shown?.name ?? ""} open={file !== null} onClose={onClose} wide>
      {shown && <Content key={shown.id} file={shown} load={load} />}
    </Dialog>
  );
}
