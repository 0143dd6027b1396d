import {
  Button,
  DateTime,
  Dialog,
  Form,
  Loaded,
  NONE,
  Quiet,
  Row,
  Section,
  SimpleTable,
  Stack,
  TextField,
  toast,
  useAct,
  useForm,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type Passkey, passkeys, usePasskeys } from "./api";
import { addPasskey } from "./passkeys";
import { useDeviceName } from "./useDeviceName";
import { usePasskeySupport } from "./usePasskeySupport";

/** What a passkey is called, asked in a window. */
function NameForm(props: {
  name: string;
  action: string;
  failed: string;
  save: (name: string) => Promise<void>;
}) {
  const { t } = useTranslation("identity");
  const form = useForm<{ name: string }>({ defaultValues: { name: props.name } });
  return (
    <Form form={form} onSubmit={({ name }) => props.save(name)} failure={props.failed}>
      <Stack>
        <TextField
          name="name"
          label={t("passkeys.name")}
          description={t("passkeys.nameText")}
          required
          maxLength={60}
          autoComplete="off"
          autoFocus
        />
        <Row justify="end">
          <Button kind="primary" type="submit" busy={form.formState.isSubmitting}>
            {props.action}
          </Button>
        </Row>
      </Stack>
    </Form>
  );
}

function AddPasskey() {
  const { t } = useTranslation("identity");
  const [isOpen, setOpen] = useState(false);
  const deviceName = useDeviceName();
  const add = async (name: string) => {
    await addPasskey(name);
    setOpen(false);
    toast(t("passkeys.added"));
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t("passkeys.add")}</Button>
      <Dialog title={t("passkeys.add")} open={isOpen} onClose={() => setOpen(false)}>
        <NameForm
          name={deviceName(navigator.userAgent)}
          action={t("passkeys.add")}
          failed={t("passkeys.notAdded")}
          save={add}
        />
      </Dialog>
    </>
  );
}

function RenamePasskey({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation("identity");
  const [isOpen, setOpen] = useState(false);
  const rename = async (name: string) => {
    await passkeys.save(passkey, { name });
    setOpen(false);
  };
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        {t("passkeys.rename")}
      </Button>
      <Dialog title={t("passkeys.rename")} open={isOpen} onClose={() => setOpen(false)}>
        <NameForm
          name={passkey.name}
          action={t("passkeys.save")}
          failed={t("passkeys.notRenamed")}
          save={rename}
        />
      </Dialog>
    </>
  );
}

function RemovePasskey({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation("identity");
  const [remove, busy] = useAct(() => ({
    confirm: {
      title: t("passkeys.removeTitle", { name: passkey.name }),
      text: t("passkeys.removeText"),
      confirm: t("passkeys.remove"),
      destructive: true,
    },
    run: () => passkeys.remove(passkey.id),
    failed: t("passkeys.notRemoved"),
    done: t("passkeys.removed"),
  }));
  return (
    <Button kind="quiet" busy={busy} onClick={() => void remove()}>
      {t("passkeys.remove")}
    </Button>
  );
}

function PasskeyTable({ own }: { own: Passkey[] }) {
  const { t } = useTranslation("identity");
  if (own.length === 0) return <Quiet>{t("passkeys.none")}</Quiet>;
  return (
    <SimpleTable
      caption={t("passkeys.title")}
      rows={own}
      rowKey={(passkey) => passkey.id}
      columns={[
        { id: "name", header: t("passkeys.name"), cell: (passkey) => passkey.name },
        {
          id: "added",
          header: t("passkeys.since"),
          cell: (passkey) => <DateTime at={passkey.createdAt} />,
        },
        {
          id: "used",
          header: t("passkeys.lastUsed"),
          cell: (passkey) => (passkey.lastUsedAt ? <DateTime at={passkey.lastUsedAt} /> : NONE),
        },
        {
          id: "action",
          header: t("passkeys.action"),
          cell: (passkey) => (
            <Row>
              <RenamePasskey passkey={passkey} />
              <RemovePasskey passkey={passkey} />
            </Row>
          ),
        },
      ]}
    />
  );
}

/** One's passkeys: what signs in beside the link. A portal without a name of its own has none. */
export function Passkeys() {
  const { t } = useTranslation("identity");
  const support = usePasskeySupport();
  const answer = usePasskeys();
  if (!support?.portal) return null;
  return (
    <Section title={t("passkeys.title")} action={support.browser && <AddPasskey />}>
      <Stack gap={12}>
        <Quiet>{support.browser ? t("passkeys.text") : t("passkeys.unsupported")}</Quiet>
        <Loaded of={answer} lines={1}>
          {(own) => <PasskeyTable own={own} />}
        </Loaded>
      </Stack>
    </Section>
  );
}
