import {
  type ApiError,
  attempt,
  Button,
  ErrorView,
  openSession,
  PageSkeleton,
  renew,
  toApiError,
  useDocumentTitle,
} from "@comptoir/kit";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { safePath } from "../app/paths";

/** Whether the server has looked at the link and found it worthless: another try would end the same. */
const isSpent = ({ status }: ApiError) => status === 400 || status === 401;

/** Where an e-mailed link leads: uses its token up, and goes on to where the person wanted to go. */
export default function LoginCallback() {
  const { t } = useTranslation("identity");
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [error, setError] = useState<ApiError>();
  const token = parameters.get("token") ?? "";
  const wanted = parameters.get("continue");

  const open = useCallback(async () => {
    setError(undefined);
    const opened = await attempt(() => openSession(token));
    if ("error" in opened) {
      setError(toApiError(opened.error));
      // Whoever is signed in already stays so.
      void renew();
    } else void navigate(safePath(opened.value ?? wanted), { replace: true });
  }, [token, wanted, navigate]);
  // A token serves once: whatever renders again, it is sent once.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void open();
  }, [open]);

  useDocumentTitle(t("login.title"));
  if (!error) return <PageSkeleton />;
  if (!isSpent(error))
    return (
      <main>
        <ErrorView level={1} error={error} retry={() => void open()} />
      </main>
    );
  return (
    <main>
      <ErrorView
        level={1}
        error={error}
        text={t("callback.failed")}
        action={
          <Button kind="primary" to="/login">
            {t("callback.again")}
          </Button>
        }
      />
    </main>
  );
}
