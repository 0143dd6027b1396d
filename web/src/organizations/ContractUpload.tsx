import { attempt, FILE_TYPES, FileDrop, refresh, toast, uploadFile } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { contractPath } from "./api";

/** What the hint says; the server takes a little more. */
const MAX_SIZE = 100_000_000;

/** A place for the signed contract; a new one takes the place of the one before. */
export function ContractUpload(props: { organizationId: string; isReplacing: boolean }) {
  const { t } = useTranslation("organizations");
  const [busy, setBusy] = useState(false);
  const [progress, setProgress] = useState<number | null>(null);
  const [error, setError] = useState<string>();

  const send = async ([file]: File[]) => {
    if (!file) return;
    setError(undefined);
    setBusy(true);
    const path = contractPath(props.organizationId);
    const sent = await attempt(() => uploadFile(path, "file", file, setProgress));
    if ("error" in sent) {
      const { fields, message } = sent.error;
      setError(t("contract.uploadFailed", { why: fields[0]?.message || message || t("contract.noAnswer") }));
    } else {
      await refresh("organization");
      toast(t("contract.uploaded"));
    }
    setBusy(false);
  };
  return (
    <FileDrop
      label={props.isReplacing ? t("contract.replace") : t("contract.upload")}
      hint={t("contract.hint")}
      accept={FILE_TYPES.pdf}
      maxSize={MAX_SIZE}
      onFiles={(files) => void send(files)}
      busy={busy}
      progress={progress}
      error={error}
    />
  );
}
