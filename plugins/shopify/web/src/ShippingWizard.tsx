import {
  Facts,
  Loaded,
  NONE,
  type PriceChanges,
  Section,
  Stack,
  toast,
  useAct,
  useEditForm,
  useFormats,
  usePluginName,
  usePriceEdits,
  useUnsavedGuard,
  Wizard,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import {
  type Carrier,
  changeExceptions,
  type Deployment,
  isPending,
  presentExceptions,
  type Settings,
  setRates,
  shippingSettings,
  useCarriers,
  useDeployments,
  useDiff,
  useExceptions,
  useStoreName,
} from "./api";
import { AgainButton, DeploymentView } from "./Deployments";
import { ExceptionsStep } from "./ExceptionsStep";
import { NO_SETUP, SETUP_FORM, SetupStep, type SetupValues } from "./SetupStep";
import { StoreStep } from "./StoreStep";
import { CHANGES, SummaryStep } from "./SummaryStep";

const NO_CARRIERS: Carrier[] = [];

/** What a store agreed on, with the carriers that are chosen, and its version. */
interface Setup {
  values: SetupValues;
  updatedAt: string;
}

const NOTHING: Setup = { values: NO_SETUP, updatedAt: "" };
const toValues = ({ values }: Setup) => values;

/** The carriers that one begins with: those of the last deployment, else all that the store may be offered. */
function carriersOf(
  chosen: string[] | undefined,
  settings: Settings,
  carriers: Carrier[],
  deployments: Deployment[],
): string[] {
  const enabled = settings.providers.filter(({ enable }) => enable).map(({ id }) => id);
  const offered = carriers.filter(({ provider }) => enabled.includes(provider)).map(({ id }) => id);
  const wanted = chosen ?? deployments.find(({ kind }) => kind === "set")?.carrierIds ?? offered;
  return wanted.filter((id) => offered.includes(id));
}

/** The exceptions as they are typed, over those that there are. */
function useExceptionEdits(store: string, carriers: Carrier[]) {
  const providerName = usePluginName();
  const loaded = useExceptions(store);
  const named = useMemo(() => {
    const isTwice = (name: string) => carriers.filter((carrier) => carrier.name === name).length > 1;
    return carriers.map(({ name, ...carrier }) => ({
      ...carrier,
      name: isTwice(name) ? `${name} (${providerName(carrier.provider)})` : name,
    }));
  }, [carriers, providerName]);
  const edits = usePriceEdits(named, true);
  const typed = [...edits.edits.values()];
  const begun = typed.filter(({ was }) => !was).length;
  const ended = typed.filter(({ value }) => !value).length;
  return { loaded, named, edits, count: (loaded.data?.exceptions.length ?? 0) + begun - ended };
}

interface ShippingWizardProps {
  /** Empty: none yet. */
  store: string;
  onChoose: (store: string) => void;
}

/** From a store to the rates that its shop has: what is agreed on, what that changes, and the way to the shop. */
export function ShippingWizard({ store, onChoose }: ShippingWizardProps) {
  const { t } = useTranslation("shopify");
  const { number, percent, money } = useFormats();
  const [query, setQuery] = useSearchParams();
  const step = query.get("step") ?? "store";
  const shop = useStoreName(store);
  const settings = shippingSettings.useOne(store || null);
  const carrierList = useCarriers();
  const deployments = useDeployments(store);
  const carriers = carrierList.page?.rows ?? NO_CARRIERS;
  const { edits, named, ...exceptions } = useExceptionEdits(store, carriers);
  const unsaved = edits.edits.size;

  const inAddress = query.get("carriers");
  const isReady = Boolean(settings.data && carrierList.page && deployments.data);
  const setup = {
    data: isReady || undefined,
    error: settings.error ?? carrierList.error ?? deployments.error,
    retry() {
      for (const part of [settings, carrierList, deployments]) part.retry();
    },
  };
  const record = useMemo<Setup>(() => {
    if (!settings.data || !carrierList.page || !deployments.data) return NOTHING;
    const { updatedAt, ...terms } = settings.data;
    const carrierIds = carriersOf(inAddress?.split(","), terms, carrierList.page.rows, deployments.data);
    return { values: { ...terms, carrierIds }, updatedAt };
  }, [settings.data, carrierList.page, deployments.data, inAddress]);
  const { form, read } = useEditForm(record, toValues);
  const { carrierIds } = record.values;
  // Between the steps all of it stays.
  useUnsavedGuard(form.formState.isDirty || unsaved > 0, true);

  // Of a carrier that is left out, what is not saved stays in sight.
  const sheets = named.filter(({ id }) => carrierIds.includes(id) || edits.countOf(id) > 0);

  const diff = useDiff(store, carrierIds, step === "summary" && carrierIds.length > 0);
  const counts = diff.isRefreshing ? undefined : diff.data?.counts;
  const changes = counts && CHANGES.reduce((sum, state) => sum + counts[state], 0);
  const running = deployments.data?.some(isPending) ?? false;
  const last = deployments.data?.find(({ kind }) => kind === "set");

  const lead = (change: Record<string, string | null>) =>
    setQuery((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(change)) {
        if (value === null) after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  const choose = (id: string) => {
    form.reset(NO_SETUP);
    edits.reset();
    onChoose(id);
  };
  const saveSetup = async ({ carrierIds, ...terms }: SetupValues) => {
    const { carrierIds: _, ...before } = read.values;
    if (JSON.stringify(before) !== JSON.stringify({ ...before, ...terms })) {
      await shippingSettings.save({ id: store, updatedAt: read.updatedAt }, terms);
      toast(t("wizard.setup.saved"));
    }
    lead({ carriers: carrierIds.join(","), step: "exceptions" });
  };
  const saveExceptions = async ({ changes }: PriceChanges) => {
    const isSaved = await edits.save(
      () => changeExceptions(store, changes),
      () => presentExceptions(store),
    );
    if (isSaved) lead({ step: "summary" });
  };
  const [deploy] = useAct(() => ({
    run: () => setRates(store, carrierIds),
    failed: t("deployments.notBegun"),
  }));
  const finish = () => lead({ step: null, carriers: null, carrier: null, rates: null });

  /** What the button that deploys does, in words. */
  const deployLabel = () => {
    if (running) return t("wizard.deploy.follow");
    if (!counts || !changes) return t("wizard.deploy.button");
    const parts = [
      counts.added > 0 && t("wizard.deploy.added", { count: counts.added }),
      counts.changed > 0 && t("wizard.deploy.changed", { count: counts.changed }),
      counts.removed > 0 && t("wizard.deploy.removed", { count: counts.removed }),
    ];
    return t("wizard.deploy.what", { what: parts.filter(Boolean).join(", ") });
  };
  /** Why there is no way on from the summary; who is past it stays there. */
  const undeployable = () => {
    if (step === "deploy") return last || !deployments.data ? undefined : t("wizard.deploy.none");
    if (step !== "summary" || running) return;
    if (changes === undefined) return diff.error ? t("diff.unknown") : t("diff.asking");
    if (diff.data && diff.data.blocked.length > 0) return t("diff.blocked");
    return changes === 0 ? t("diff.nothing") : undefined;
  };
  const carriersMissing =
    isReady && carrierIds.length === 0 && step !== "setup" && step !== "store"
      ? t("wizard.setup.noCarriers")
      : undefined;
  const faults =
    edits.wrong.length > 0 && step === "exceptions"
      ? t("exceptions.faults", { count: edits.wrong.length })
      : undefined;

  const names = carriers.filter(({ id }) => carrierIds.includes(id)).map(({ name }) => name);
  const terms = {
    margin: percent(record.values.marginPercent),
    cost: money(record.values.additionalCost),
    discount: percent(record.values.discountPercent),
  };
  const totals = store && (
    <Facts
      facts={[
        { label: t("integration.store"), value: shop || NONE },
        { label: t("wizard.setup.carriers"), value: names.join(", ") || NONE },
        { label: t("wizard.terms.title"), value: isReady ? t("wizard.terms.text", terms) : NONE },
        { label: t("exceptions.title"), value: number(exceptions.count) },
        ...(changes === undefined ? [] : [{ label: t("diff.changes"), value: number(changes) }]),
      ]}
    />
  );

  return (
    <Section title={t("wizard.title")}>
      <Wizard
        label={t("wizard.steps")}
        totals={totals}
        finish={{ label: t("wizard.finish"), onClick: finish }}
        steps={[
          {
            id: "store",
            label: t("wizard.store.title"),
            blocked: store ? undefined : t("wizard.store.missing"),
            content: <StoreStep store={store} onChoose={choose} />,
          },
          {
            id: "setup",
            label: t("wizard.setup.title"),
            text: t("wizard.setup.text"),
            form: SETUP_FORM,
            blocked: carriersMissing,
            content: (
              <Loaded of={setup}>
                {() => (
                  <SetupStep
                    form={form}
                    carriers={carriers}
                    onSubmit={saveSetup}
                    onReload={() => shippingSettings.read(store)}
                  />
                )}
              </Loaded>
            ),
          },
          {
            id: "exceptions",
            label: t("exceptions.title"),
            text: t("exceptions.text"),
            next: unsaved > 0 ? t("exceptions.save", { count: unsaved }) : undefined,
            blocked: faults,
            check: () => {
              edits.setReviewing(unsaved > 0);
              return unsaved === 0;
            },
            content: (
              <Loaded of={exceptions.loaded}>
                {({ exceptions: agreed }) => (
                  <ExceptionsStep carriers={sheets} exceptions={agreed} edits={edits} save={saveExceptions} />
                )}
              </Loaded>
            ),
          },
          {
            id: "summary",
            label: t("diff.title"),
            text: t("diff.text", { shop }),
            next: deployLabel(),
            blocked: undeployable(),
            check: () => running || deploy(),
            content: <SummaryStep diff={diff} />,
          },
          {
            id: "deploy",
            label: t("wizard.deploy.title"),
            content: (
              <Loaded of={deployments}>
                {() =>
                  last && (
                    <Stack>
                      <DeploymentView deployment={last} />
                      {(last.state === "partial" || last.state === "failed") && (
                        <span>
                          <AgainButton deployment={last} shop={shop} isBusy={running} />
                        </span>
                      )}
                    </Stack>
                  )
                }
              </Loaded>
            ),
          },
        ]}
      />
    </Section>
  );
}
