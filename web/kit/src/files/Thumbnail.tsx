import { Suspense, useEffect } from "react";
import { useWasSeen } from "../layout/useWasSeen";
import { useWidth } from "../layout/useWidth";
import type { Attachment } from "./Attachments";
import classes from "./FileBoard.module.css";
import { isPdf } from "./fileTypes";
import { lazyPdf } from "./lazyPdf";
import { useAddress } from "./useAddress";
import { useContent } from "./useContent";

const PdfThumbnail = lazyPdf(() => import("./PdfThumbnail"));

/** A file is fetched when it comes so near. */
const NEAR = "300px";

/** How far a file is to be seen. */
export interface Look {
  state: "waiting" | "shown" | "broken";
  /** Of a PDF. */
  pages?: number;
}

export interface ThumbnailProps {
  file: Attachment;
  /** Its content; without it that of the portal's file with its id. */
  load?: (file: Attachment) => Promise<Blob>;
  /** It has to stay the same. */
  onLook: (look: Look) => void;
}

function Picture({ load, onLook }: { load: () => Promise<Blob | string>; onLook: ThumbnailProps["onLook"] }) {
  const { address, hasFailed, fail } = useAddress(load);
  useEffect(() => {
    if (hasFailed) onLook({ state: "broken" });
  }, [hasFailed, onLook]);
  if (!address || hasFailed) return null;
  return (
    <img
      src={address}
      alt=""
      decoding="async"
      // What is dragged over the board is a file to be added.
      draggable={false}
      onLoad={() => onLook({ state: "shown" })}
      onError={fail}
    />
  );
}

/** A picture, or the first page of a PDF, whole and as large as its square: fetched when it comes near. */
export function Thumbnail({ file, load, onLook }: ThumbnailProps) {
  const [place, size] = useWidth<HTMLSpanElement>();
  const wasNear = useWasSeen(place, NEAR);
  const content = useContent(file, load);
  return (
    <span ref={place} className={classes.thumbnail}>
      {wasNear && (
        <Suspense fallback={null}>
          {isPdf(file.mediaType) ? (
            <PdfThumbnail src={content} size={size} onLook={onLook} />
          ) : (
            <Picture load={content} onLook={onLook} />
          )}
        </Suspense>
      )}
    </span>
  );
}
