import "@mantine/dropzone/styles.layer.css";
import { Dropzone, type FileRejection } from "@mantine/dropzone";
import { type ReactNode, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../display/icons";
import { Button, Quiet } from "../layout/parts";
import type { FileDropProps } from "./FileDrop";
import classes from "./FileDrop.module.css";
import { withEndings } from "./fileTypes";
import { formatSize } from "./size";
import { usePastedFiles } from "./usePastedFiles";

interface DropZoneProps extends FileDropProps {
  /** What stands in it: files are dropped on that as well. */
  children?: ReactNode;
}

/** The place itself; `FileDrop` fetches it when one is first shown. */
export default function DropZone({ multiple = false, maxSize, children, ...props }: DropZoneProps) {
  const { t, i18n } = useTranslation(["kit", "parts"]);
  const id = useId();
  const choose = useRef<() => void>(null);
  const [refusals, setRefusals] = useState<string[]>([]);

  const whyNot = ({ file, errors }: FileRejection) => {
    const { name } = file;
    const codes = errors.map(({ code }) => String(code));
    if (codes.includes("file-invalid-type")) return t("files.wrongType", { name });
    if (codes.includes("too-many-files")) return t("files.tooMany");
    if (codes.includes("file-too-large") && maxSize)
      return t("files.tooBig", { name, max: formatSize(maxSize, i18n.resolvedLanguage ?? "fr") });
    return t("files.refused", { name });
  };
  const fits = ({ type, size }: File) =>
    (!props.accept || props.accept.includes(type)) && (!maxSize || size <= maxSize);
  usePastedFiles((files) => {
    const taken = props.pastes && !props.busy && (multiple || files.length === 1) && files.every(fits);
    if (taken) props.onFiles(files);
    return taken ?? false;
  });
  // What was refused here came after what is told of the files before.
  const given = props.error && (multiple || refusals.length === 0) ? [props.error] : [];
  const errors = [...given, ...refusals];
  const drops = {
    one: props.pastes ? t("parts:files.dropOrPasteOne") : t("files.dropOne"),
    many: props.pastes ? t("parts:files.dropOrPasteMany") : t("files.dropMany"),
  };
  const wrong = errors.length > 0 && (
    <div id={`${id}-errors`} role="alert">
      <ul className={classes.errors}>
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </div>
  );
  return (
    <>
      <Dropzone
        className={classes.zone}
        role="group"
        aria-labelledby={id}
        aria-describedby={errors.length > 0 ? `${id}-errors` : undefined}
        accept={props.accept && withEndings(props.accept)}
        enablePointerEvents
        multiple={multiple}
        maxSize={maxSize}
        // The button in it is what the keyboard reaches.
        activateOnKeyboard={false}
        // What stands in it is clicked for its own sake.
        activateOnClick={!children}
        openRef={choose}
        tabIndex={-1}
        disabled={props.busy}
        mod={{ wrong: errors.length > 0, holds: Boolean(children), compact: props.compact }}
        inputProps={{ "aria-label": props.label }}
        onDropAny={() => setRefusals([])}
        onDrop={props.onFiles}
        onReject={(rejected) => setRefusals([...new Set(rejected.map(whyNot))])}
      >
        <div className={classes.words}>
          <Icon name="upload" size={20} />
          <strong id={id}>{props.label}</strong>
          {/* What is clicked here bubbles to the zone, which opens the choice where it holds nothing else. */}
          <Button busy={props.busy} onClick={children ? () => choose.current?.() : undefined}>
            {multiple ? t("files.chooseMany") : t("files.chooseOne")}
          </Button>
          <Quiet>{multiple ? drops.many : drops.one}</Quiet>
          {props.hint && <Quiet>{props.hint}</Quiet>}
        </div>
        {children && wrong}
        {children}
      </Dropzone>
      {!children && wrong}
    </>
  );
}
