import { attempt, Button, FileDrop, FormSection, Row, Stack, toast, useAct } from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Company, deleteLogo, readLogo, uploadLogo } from "./api";
import classes from "./LogoSection.module.css";

/** What documents can draw, up to what the server takes. */
const TYPES = ["image/png", "image/jpeg", "image/svg+xml"];
const MAX_SIZE = 1 << 20;

/** The logo on white, as documents have it. */
function Preview({ name }: { name: string }) {
  const { t } = useTranslation("company");
  const [address, setAddress] = useState<string>();
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    let isHere = true;
    let url: string | undefined;
    readLogo().then(
      (content) => {
        if (!isHere) return;
        url = URL.createObjectURL(content);
        setAddress(url);
      },
      () => isHere && setHasFailed(true),
    );
    return () => {
      isHere = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, []);
  return (
    <figure className={classes.paper}>
      <div className={classes.head}>
        {hasFailed && <p role="alert">{t("logo.notDrawn")}</p>}
        {address && !hasFailed && (
          <img src={address} alt={t("logo.alt", { name })} onError={() => setHasFailed(true)} />
        )}
      </div>
      <div className={classes.line} />
      <div className={classes.line} />
      <div className={classes.line} />
    </figure>
  );
}

/** What stands above every document, sent as soon as it is chosen. */
export function LogoSection({ logo }: Pick<Company, "logo">) {
  const { t } = useTranslation("company");
  const [progress, setProgress] = useState<number | null>();
  const [error, setError] = useState<string>();
  const send = async ([file]: File[]) => {
    if (!file) return;
    setError(undefined);
    setProgress(null);
    const sent = await attempt(() => uploadLogo(file, setProgress));
    setProgress(undefined);
    if (!("error" in sent)) return toast(t("logo.done"));
    const { fields, message } = sent.error;
    setError(t("logo.failed", { why: fields[0]?.message || message || t("logo.noAnswer") }));
  };
  const [remove, isRemoving] = useAct(() => ({
    confirm: {
      title: t("logo.delete.title"),
      text: t("logo.delete.text"),
      confirm: t("logo.delete.action"),
      destructive: true,
    },
    run: deleteLogo,
    done: t("logo.delete.done"),
    failed: t("logo.delete.failed"),
  }));
  return (
    <FormSection title={t("section.logo")} description={t("section.logoText")}>
      <Stack>
        {logo && (
          <Stack gap={8}>
            <Preview key={logo.id} name={logo.name} />
            <Row justify="between">
              <span>{logo.name}</span>
              <Button kind="quiet" icon="delete" busy={isRemoving} onClick={() => void remove()}>
                {t("logo.delete.action")}
              </Button>
            </Row>
          </Stack>
        )}
        <FileDrop
          label={logo ? t("logo.replace") : t("logo.add")}
          hint={t("logo.hint")}
          accept={TYPES}
          maxSize={MAX_SIZE}
          onFiles={(files) => void send(files)}
          busy={progress !== undefined}
          progress={progress}
          error={error}
        />
      </Stack>
    </FormSection>
  );
}
