import { attempt, FILE_TYPES, FileDrop, FormAlert, Row, Stack } from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { uploadPicture } from "./api";
import { Picture } from "./Picture";

/** What the hint says; the server takes a little more. */
const MAX_SIZE = 50_000_000;

interface PictureFieldProps {
  name: string;
  /** Where the picture is that it has; empty: there is none. */
  current?: string;
  onChange: (id: string) => void;
}

/** The picture of a product: uploaded at once, told by its id. */
export function PictureField({ current = "", ...props }: PictureFieldProps) {
  const { t } = useTranslation("products");
  const [shown, setShown] = useState<{ url: string; name: string }>();
  const [progress, setProgress] = useState<number | null>();
  const [error, setError] = useState<string>();
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);

  const send = async ([file]: File[]) => {
    if (!file) return;
    setError(undefined);
    setProgress(null);
    const sent = await attempt(() => uploadPicture(file, setProgress));
    setProgress(undefined);
    if ("error" in sent) {
      const { fields, message } = sent.error;
      setError(t("picture.failed", { why: fields[0]?.message || message || t("picture.noAnswer") }));
    } else {
      setShown({ url: URL.createObjectURL(file), name: file.name });
      props.onChange(sent.value);
    }
  };
  return (
    <Stack>
      <FormAlert name={props.name} title={t("picture.needed")} />
      {shown ? (
        <Row>
          <Picture src={shown.url} size={96} alt={t("picture.chosen")} />
          {shown.name}
        </Row>
      ) : (
        current && <Picture src={current} size={96} alt={t("picture.current")} />
      )}
      <FileDrop
        label={shown || current ? t("picture.replace") : t("picture.choose")}
        hint={t("picture.hint")}
        accept={FILE_TYPES.images}
        maxSize={MAX_SIZE}
        onFiles={(files) => void send(files)}
        busy={progress !== undefined}
        progress={progress}
        error={error}
      />
    </Stack>
  );
}
