import {
  Button,
  DateTime,
  Dialog,
  Empty,
  Loaded,
  Quiet,
  SimpleTable,
  Stack,
  useAct,
  useActorName,
  usePluginName,
} from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { StoreLink } from "../../stores/StoreLink";
import { forgetRule, type MappingRule, useRules } from "./api";

function Forget({ rule }: { rule: MappingRule }) {
  const { t } = useTranslation("providerInvoices");
  const [forget, isForgetting] = useAct(() => ({
    run: () => forgetRule(rule.id),
    done: t("rules.done"),
    failed: t("rules.failed"),
  }));
  return (
    <Button kind="quiet" icon="delete" busy={isForgetting} onClick={() => void forget()}>
      {t("rules.forget", { id: rule.prefix })}
    </Button>
  );
}

function Rules({ provider }: { provider: string | null }) {
  const { t } = useTranslation(["providerInvoices", "finance"]);
  const nameOf = usePluginName();
  const actorName = useActorName();
  const subjects = { ORDER: t("rules.ORDER"), PRODUCT: t("rules.PRODUCT"), GENERAL: t("rules.GENERAL") };
  return (
    <Stack>
      <Quiet>{t("rules.text")}</Quiet>
      <Loaded of={useRules(provider)}>
        {(rules) =>
          rules.length === 0 ? (
            <Empty icon="archive" title={t("rules.none")}>
              {t("rules.noneText")}
            </Empty>
          ) : (
            <SimpleTable
              caption={t("rules.title")}
              rows={rules}
              rowKey={({ id }) => id}
              columns={[
                {
                  id: "what",
                  header: t("rules.what"),
                  cell: ({ subject, prefix, isExact }) => (
                    <Stack gap={0}>
                      <span>{isExact ? prefix : t("rules.begins", { prefix })}</span>
                      <Quiet>{subjects[subject]}</Quiet>
                    </Stack>
                  ),
                },
                {
                  id: "store",
                  header: t("finance:field.store"),
                  cell: ({ store }) => (store ? <StoreLink store={store} /> : t("company")),
                },
                {
                  id: "author",
                  header: t("rules.author"),
                  cell: ({ author, createdAt, provider }) => (
                    <Stack gap={0}>
                      <span>{actorName(author)}</span>
                      <Quiet>
                        {nameOf(provider)} · <DateTime at={createdAt} />
                      </Quiet>
                    </Stack>
                  ),
                },
                { id: "forget", header: t("rules.action"), cell: (rule) => <Forget rule={rule} /> },
              ]}
            />
          )
        }
      </Loaded>
    </Stack>
  );
}

/** The rules by which ids are mapped to stores, in a window; null: those of all providers. */
export function MappingRules({ provider }: { provider: string | null }) {
  const { t } = useTranslation("providerInvoices");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon="edit" onClick={() => setOpen(true)}>
        {t("rules.title")}
      </Button>
      <Dialog title={t("rules.title")} open={isOpen} onClose={() => setOpen(false)} wide>
        <Rules provider={provider} />
      </Dialog>
    </>
  );
}
