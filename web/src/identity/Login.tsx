import {
  Button,
  client,
  Empty,
  Form,
  renew,
  Stack,
  TextField,
  unwrap,
  useForm,
  useSession,
} from "@comptoir/kit";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Navigate, useSearchParams } from "react-router";
import { safePath } from "../app/paths";
import { PasskeyButton } from "./PasskeyButton";
import { SignInPage } from "./SignInPage";

interface LoginInput {
  email: string;
}

/** Asks for an address, and sends the link that signs in. The answer is the same whoever asks. */
export default function Login() {
  const { t } = useTranslation("identity");
  const [parameters] = useSearchParams();
  const { status, isOver } = useSession();
  const [sentTo, setSentTo] = useState<string | null>(null);
  // An invitation's link tells whom it was sent to.
  const form = useForm<LoginInput>({ defaultValues: { email: parameters.get("email") ?? "" } });
  const wanted = safePath(parameters.get("continue"));

  useEffect(() => {
    if (status === "starting") void renew();
  }, [status]);
  if (status === "signedIn") return <Navigate to={wanted} replace />;
  const send = async ({ email }: LoginInput) => {
    await unwrap(
      client.POST("/auth/link", { body: { email, continue: wanted === "/" ? undefined : wanted } }),
    );
    setSentTo(email);
  };

  if (sentTo) {
    return (
      <SignInPage title={t("sent.title")}>
        <div role="status">
          <Empty
            icon="mail"
            title={t("sent.subtitle")}
            action={<Button onClick={() => setSentTo(null)}>{t("sent.again")}</Button>}
          >
            {t("sent.description", { email: sentTo })}
          </Empty>
        </div>
      </SignInPage>
    );
  }
  return (
    <SignInPage title={t("login.title")} text={isOver ? t("login.over") : t("login.text")} isAlert={isOver}>
      {/* Nobody is signed in yet: there is no session to lose, and the next person must not see the address. */}
      <Form form={form} onSubmit={send} failure={t("login.failed")} isSecret>
        <Stack>
          <TextField
            name="email"
            label={t("login.email")}
            type="email"
            autoComplete="email"
            required
            autoFocus
          />
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {t("login.send")}
          </Button>
          <PasskeyButton />
        </Stack>
      </Form>
    </SignInPage>
  );
}
