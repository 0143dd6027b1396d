import {
  Button,
  downloadStored,
  ErrorView,
  Facts,
  formatSize,
  SkeletonLines,
  Stack,
  useAct,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { SignInPage } from "../identity/SignInPage";
import { useFile } from "./api";

function DownloadButton({ id }: { id: string }) {
  const { t } = useTranslation("downloads");
  const [download, busy] = useAct(() => ({ run: () => downloadStored(id), failed: t("failed") }));
  return (
    <Button kind="primary" icon="download" busy={busy} onClick={() => void download()}>
      {t("download")}
    </Button>
  );
}

/** Where the e-mail of an export leads: one file, for whoever it was made for. */
export default function DownloadPage() {
  const { t, i18n } = useTranslation(["downloads", "shell"]);
  const { fileId = "" } = useParams();
  const { data: file, error, mutate } = useFile(fileId);
  const home = <Button to="/">{t("shell:toHome")}</Button>;
  if (error?.kind === "notFound") {
    return (
      <SignInPage title={t("gone")} text={t("goneText")}>
        {home}
      </SignInPage>
    );
  }
  return (
    <SignInPage title={t("title")} text={file && t("ready")}>
      {error ? (
        <ErrorView error={error} retry={() => void mutate()} action={home} />
      ) : file ? (
        <Stack>
          <Facts
            facts={[
              { label: t("name"), value: file.name },
              { label: t("size"), value: formatSize(file.size, i18n.resolvedLanguage ?? "fr") },
            ]}
          />
          <DownloadButton id={fileId} />
          {home}
        </Stack>
      ) : (
        <SkeletonLines lines={3} />
      )}
    </SignInPage>
  );
}
