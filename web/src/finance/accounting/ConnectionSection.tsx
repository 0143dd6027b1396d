import {
  Banner,
  Button,
  Can,
  DateTime,
  Dialog,
  type Fact,
  Facts,
  FormSection,
  Quiet,
  Row,
  Stack,
  useAct,
} from "@comptoir/kit";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConnectForm } from "../../plugins/ConnectForm";
import { useSettingFacts } from "../../plugins/useSettingFacts";
import { CONNECT_ACCOUNTING } from "../permissions";
import { type Accounting, type Connection, connect, disconnect, type Service } from "./api";
import { useProblemText } from "./useAccountingWords";

function ConnectionFacts({ connection, service }: { connection: Connection; service: Service | undefined }) {
  const { t } = useTranslation("accounting");
  const words = { yes: t("connection.yes"), no: t("connection.no"), secret: t("connection.secret") };
  const settings = useSettingFacts(connection.data, service?.settings, words);
  const { type, account, author, connectedAt, lookedAt } = connection;
  const facts: Fact[] = [
    { label: t("connection.service"), value: service?.name ?? type },
    { label: t("connection.account"), value: account },
    ...settings,
    { label: t("connection.author"), value: author },
    { label: t("connection.connectedAt"), value: <DateTime at={connectedAt} /> },
    {
      label: t("connection.lookedAt"),
      value: lookedAt ? <DateTime at={lookedAt} /> : t("connection.never"),
    },
  ];
  return <Facts facts={facts} />;
}

/** What stands in the way of the connection. */
function Problem({ connection: { type, problem }, service }: { connection: Connection; service?: Service }) {
  const { t } = useTranslation("accounting");
  const text = useProblemText();
  if (!service)
    return (
      <Banner tone="warning" title={t("connection.off", { name: type })}>
        <p>{t("connection.offText")}</p>
      </Banner>
    );
  if (problem === null) return null;
  return (
    <Banner tone="critical" title={t("connection.problem", { name: service.name })}>
      <p>{text(problem)}</p>
      <p>{t("connection.problemText")}</p>
    </Banner>
  );
}

/** Asks which service, and for what it wants to know. */
function ConnectButton({ services, isAnew }: { services: [Service, ...Service[]]; isAnew: boolean }) {
  const { t } = useTranslation("accounting");
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind={isAnew ? "default" : "primary"} icon="integrations" onClick={() => setOpen(true)}>
        {isAnew ? t("connect.anew") : t("connect.action")}
      </Button>
      <Dialog title={isAnew ? t("connect.anew") : t("connect.title")} open={isOpen} onClose={close}>
        <Stack>
          <p>{isAnew ? t("connect.anewText") : t("connect.text")}</p>
          <ConnectForm
            types={services}
            words={{
              plugin: t("connection.service"),
              refused: t("connect.refused"),
              done: (name) => t("connect.done", { name }),
              failed: (name) => t("connect.failed", { name }),
              test: t("connect.test"),
            }}
            connect={connect}
            onClose={close}
          />
        </Stack>
      </Dialog>
    </>
  );
}

function DisconnectButton({ name, onDone }: { name: string; onDone: () => void }) {
  const { t } = useTranslation("accounting");
  const [end, isEnding] = useAct(() => ({
    confirm: {
      title: t("disconnect.title", { name }),
      text: t("disconnect.text"),
      confirm: t("disconnect.action"),
      destructive: true,
    },
    run: disconnect,
    failed: t("disconnect.failed", { name }),
    after: onDone,
    done: t("disconnect.done", { name }),
  }));
  return (
    <Button busy={isEnding} onClick={() => void end()}>
      {t("disconnect.action")}
    </Button>
  );
}

/** Where the books are, and the ways there. */
export function ConnectionSection({ accounting: { services, connection } }: { accounting: Accounting }) {
  const { t } = useTranslation("accounting");
  const buttons = useRef<HTMLDivElement>(null);
  // The button that was pressed is gone: the first one stays.
  const keepFocus = () => buttons.current?.querySelector("button")?.focus();
  const [first, ...others] = services;
  const service = services.find(({ type }) => type === connection?.type);
  return (
    <FormSection title={t("connection.title")} description={t("connection.text")}>
      {connection ? (
        <>
          <Problem connection={connection} service={service} />
          <ConnectionFacts connection={connection} service={service} />
        </>
      ) : (
        <Quiet>{t("connection.none")}</Quiet>
      )}
      <Can permission={CONNECT_ACCOUNTING} staff>
        <div ref={buttons}>
          <Row>
            {first && <ConnectButton services={[first, ...others]} isAnew={connection !== null} />}
            {connection && <DisconnectButton name={service?.name ?? connection.type} onDone={keepFocus} />}
          </Row>
        </div>
      </Can>
    </FormSection>
  );
}
