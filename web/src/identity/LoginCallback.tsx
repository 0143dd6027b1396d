import {
  attempt,
  Button,
  ErrorView,
  openSession,
  PageSkeleton,
  renew,
  toApiError,
  useDocumentTitle,
} from "@comptoir/kit";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { safePath } from "../app/paths";

/** Where an e-mailed link leads: uses its token up, and goes on to where the person wanted to go. */
export default function LoginCallback() {
  const { t } = useTranslation("identity");
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const [requestId, setRequestId] = useState<string | null>();
  const token = parameters.get("token") ?? "";
  const wanted = parameters.get("continue");

  // A token serves once: whatever renders again, it is sent once.
  const sent = useRef(false);
  useEffect(() => {
    if (sent.current) return;
    sent.current = true;
    void attempt(() => openSession(token)).then((opened) => {
      if ("error" in opened) {
        setRequestId(toApiError(opened.error).requestId);
        // Whoever is signed in already stays so.
        void renew();
      } else void navigate(safePath(opened.value ?? wanted), { replace: true });
    });
  }, [token, wanted, navigate]);

  useDocumentTitle(t("login.title"));
  if (requestId === undefined) return <PageSkeleton />;
  return (
    <main>
      <ErrorView
        level={1}
        error={{ kind: "unknown", requestId }}
        action={
          <>
            <p>{t("callback.failed")}</p>
            <Button kind="primary" to="/login">
              {t("callback.again")}
            </Button>
          </>
        }
      />
    </main>
  );
}
