import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { SkeletonLines } from "../display/states";
import { Dialog } from "../feedback/Dialog";
import type { Attachment } from "./Attachments";
import classes from "./Attachments.module.css";
import { isPdf } from "./fileTypes";
import { PdfView } from "./PdfView";
import { PictureView } from "./PictureView";
import { useAddress } from "./useAddress";
import { useContent } from "./useContent";

type Previewed = Pick<Attachment, "id" | "name" | "mediaType">;

interface PreviewProps<Of extends Previewed> {
  /** Null shows none. */
  file: Of | null;
  /** Its content or an address of it; without it that of the portal's file with its id. */
  load?: (file: Of) => Promise<Blob | string>;
  /** Of a PDF, the page that is seen first. */
  page?: number;
  /** It takes the whole window of the browser. */
  full?: boolean;
  /** What stands above it. */
  children?: ReactNode;
  onClose: () => void;
}

interface ContentProps {
  name: string;
  load: () => Promise<Blob | string>;
}

function Picture({ name, load }: ContentProps) {
  const { t } = useTranslation("kit");
  const { address, hasFailed, fail } = useAddress(load);
  if (hasFailed) return <p role="alert">{t("files.previewFailed")}</p>;
  if (!address) return <SkeletonLines lines={8} />;
  return <PictureView src={address} name={name} onError={fail} />;
}

function Content<Of extends Previewed>({ file, load, page }: PreviewProps<Of> & { file: Of }) {
  const loadIt = useContent(file, load);
  if (isPdf(file.mediaType)) return <PdfView src={loadIt} page={page} />;
  return <Picture name={file.name} load={loadIt} />;
}

/** A file's content in a window over the page. */
export function Preview<Of extends Previewed>({ children, ...props }: PreviewProps<Of>) {
  const { file, full, onClose } = props;
  // What was shown stays while the window closes.
  const [shown, setShown] = useState(file);
  if (file && file !== shown) setShown(file);
  return (
    <Dialog title={shown?.name ?? ""} open={file !== null} onClose={onClose} wide full={full}>
      {children}
      <div className={classes.content} data-below={children ? true : undefined} data-full={full || undefined}>
        {shown && <Content key={shown.id} {...props} file={shown} />}
      </div>
    </Dialog>
  );
}
