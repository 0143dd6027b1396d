import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormats } from "../i18n/format";
import { IconButton } from "../layout/ActionMenu";
import { Button, Quiet, Row } from "../layout/parts";
import type { Attachment } from "./Attachments";
import { Preview } from "./Preview";

interface ViewerProps {
  /** Those that can be looked at, in their order. */
  files: Attachment[];
  /** Which of them is seen; null for none. */
  shown: Attachment | null;
  /** A file's content; without it that of the portal's file with its id. */
  load?: (file: Attachment) => Promise<Blob>;
  onShow: (file: Attachment | null) => void;
}

/** There the arrows are for what is seen nearer. */
const scrollsAside = (target: EventTarget | null) =>
  target instanceof Element && target.scrollWidth > target.clientWidth;

/** The arrows to the left and the right while `isHeard`. */
function useArrows(step: (by: 1 | -1) => void, isHeard: boolean) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : null;
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    if (!isHeard || by === null || !isPlain || scrollsAside(event.target)) return;
    event.preventDefault();
    step(by);
  });
  useEffect(() => {
    document.addEventListener("keydown", hear);
    return () => document.removeEventListener("keydown", hear);
  }, []);
}

/** Files one after the other in a window over the page, which may take the whole browser; `Attachments` fetches it. */
export default function Viewer({ files, shown, load, onShow }: ViewerProps) {
  const { t } = useTranslation("parts");
  const { number } = useFormats();
  // Who wants one file large wants the next so too.
  const [isFull, setFull] = useState(false);
  const at = Math.max(
    0,
    files.findIndex(({ id }) => id === shown?.id),
  );
  const step = (by: 1 | -1) => onShow(files.at((at + by) % files.length) ?? null);
  const hasOthers = files.length > 1;
  useArrows(step, shown !== null && hasOthers);
  return (
    <Preview file={shown} load={load} full={isFull} onClose={() => onShow(null)}>
      <Row justify="between">
        {hasOthers && (
          <Row gap={4} wrap="nowrap">
            <IconButton icon="left" label={t("files.previous")} onClick={() => step(-1)} />
            <output>
              <Quiet>{t("files.place", { place: number(at + 1), total: number(files.length) })}</Quiet>
            </output>
            <IconButton icon="right" label={t("files.next")} onClick={() => step(1)} />
          </Row>
        )}
        <Button kind="quiet" onClick={() => setFull(!isFull)}>
          {isFull ? t("files.leaveFull") : t("files.full")}
        </Button>
      </Row>
    </Preview>
  );
}
