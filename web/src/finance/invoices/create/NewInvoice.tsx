import {
  type ApiError,
  attempt,
  Banner,
  Button,
  CreatePage,
  confirm,
  Form,
  Loaded,
  OnScreen,
  Quiet,
  Row,
  Section,
  Stack,
  useAct,
  useForm,
  useFormats,
  useSettledValues,
  Wizard,
} from "@comptoir/kit";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useSearchParams } from "react-router";
import { useArea } from "../../../app/area";
import { invoicePaths } from "../paths";
import {
  forgetPreparation,
  generateInvoice,
  type Invoice,
  type PrepareInput,
  prepareInvoice,
  reckon,
  usePreparation,
  useReckoned,
} from "./api";
import { FillStep } from "./FillStep";
import { PrepareStep } from "./PrepareStep";
import { Refused } from "./Refused";
import { ReviewStep } from "./ReviewStep";
import { type Reckoning, ReckoningContext } from "./reckoning";
import { isOfFees, isRefusal } from "./refusal";
import { TotalsAside } from "./Totals";
import { useFollowing } from "./useFollowing";
import { type Kept, useKeeping } from "./useKeeping";
import {
  asksForOther,
  atPrepareFields,
  byPlace,
  type FillValues,
  isCountable,
  isFor,
  linked,
  type PrepareValues,
  type Proposal,
  reportFor,
  STEPS,
  toFigures,
  toFill,
  toInput,
  toPrepareInput,
  toProposal,
  toWork,
} from "./values";

const PREPARE_FORM = "invoice-prepare";
const FILL_FORM = "invoice-fill";

/** The steps as the address has them. */
const PLACES = STEPS.map((step) => step.toLowerCase());

const NO_FILL: FillValues = {
  ...{ title: "", deadlineAt: "", vat: "FR_200", organizationVat: "", organizationOwnership: "" },
  ...{ specialMention: "", internalShipping: "", commissions: [], fees: [], leftOut: [] },
};

/** The step in the address, and the furthest that was reached by sending the ones before it. */
function useSteps(begin: number) {
  const [query, setQuery] = useSearchParams();
  const wanted = Math.max(PLACES.indexOf(query.get("step") ?? ""), 0);
  const [furthest, setFurthest] = useState(begin);
  const lead = (at: number, replace = false) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (at === 0) after.delete("step");
        else after.set("step", PLACES[at] ?? "");
        return after;
      },
      { replace },
    );
  // Where one went back to is the furthest again: what is changed there has to be sent once more.
  const shown = useRef(wanted);
  useEffect(() => {
    if (wanted < shown.current) setFurthest(wanted);
    shown.current = wanted;
  }, [wanted]);
  useEffect(() => {
    if (wanted > furthest) lead(furthest, true);
  });
  return {
    at: Math.min(wanted, furthest),
    reach(at: number) {
      setFurthest(at);
      lead(at);
    },
  };
}

/** What is filled in comes to, counted by the host once it has settled. Without a proposal nothing is. */
function useReckoning(fill: FillValues, proposal: Proposal | null): Reckoning {
  const { t } = useTranslation("invoicing");
  const figures = useMemo(
    () => (proposal && isCountable(fill) ? toFigures(fill, proposal) : null),
    [fill, proposal],
  );
  const { data, error, isValidating } = useReckoned(figures);
  return {
    totals: data?.totals,
    lines: byPlace(fill, data?.lineTotals ?? []),
    isPresent: figures !== null && data !== undefined && !error && !isValidating,
    problem: figures
      ? error && (error.fields[0]?.message ?? (error.message || t("totals.unknown")))
      : t("totals.incomplete"),
  };
}

interface WorkProps {
  kept: Kept;
  /** Forgets all of it, and begins anew. */
  onAnew: () => Promise<void>;
  /** Above the steps. */
  children: ReactNode;
}

function Steps({ kept, onAnew, children }: WorkProps) {
  const { t } = useTranslation("invoicing");
  const area = useArea();
  const navigate = useNavigate();
  const { at, reach } = useSteps(STEPS.indexOf(kept.step));
  const [report, setReport] = useState(kept.work.report);
  const [proposal, setProposal] = useState(kept.work.proposal);
  const [refusal, setRefusal] = useState<ApiError | null>(null);
  const prepareForm = useForm<PrepareValues>({ defaultValues: kept.work.prepare });
  const fillForm = useForm<FillValues>({ defaultValues: kept.work.fill ?? NO_FILL });
  const prepare = useSettledValues(prepareForm);
  const fill = useSettledValues(fillForm);
  const step = STEPS[at] ?? "PREPARE";
  const reckoning = useReckoning(fill, at > 0 ? proposal : null);
  const following = useFollowing(fillForm, fill, at > 0 ? proposal : null, setProposal);

  const workOf = (prepare: PrepareValues, fill: FillValues): Kept => ({
    step,
    work: { prepare, report, proposal, fill: proposal && fill },
  });
  const { keeping, keep } = useKeeping(workOf(prepare, fill), () =>
    workOf(prepareForm.getValues(), fillForm.getValues()),
  );

  const propose = async (input: PrepareInput) => {
    const prepared = await prepareInvoice(input);
    setProposal(toProposal(prepared, input));
    fillForm.reset(toFill(prepared));
    reach(1);
  };
  const sendPrepare = async (values: PrepareValues) => {
    const present = reportFor(values, report);
    if (!present) return;
    const input = toPrepareInput(values, present);
    // What was filled in for the same is gone on with.
    if (isFor(input, proposal)) return reach(1);
    const question = {
      title: t("prepare.again.title"),
      text: t("prepare.again.text"),
      confirm: t("prepare.again.confirm"),
    };
    if (proposal && !(await confirm({ ...question, destructive: true }))) return;
    try {
      await propose(input);
    } catch (reason) {
      throw atPrepareFields(reason);
    }
  };
  const sendFill = async (values: FillValues) => {
    if (!proposal) return values;
    await following.settle();
    const present = fillForm.getValues();
    // The host says now what it would refuse in the end, where it can be told at its field.
    await reckon(toFigures(present, proposal));
    setRefusal(null);
    reach(2);
    return present;
  };
  const [generate, isGenerating] = useAct(() => ({
    run: async () => {
      if (!proposal) throw new Error("nothing was proposed");
      setRefusal(null);
      const generated = await attempt(() => generateInvoice(toInput(fillForm.getValues(), proposal)));
      if ("error" in generated) {
        if (!isRefusal(generated.error)) throw generated.error;
        setRefusal(generated.error);
        return null;
      }
      // It is made: what is left of the work must not be in its way.
      await keep.stop();
      await forgetPreparation().catch(() => undefined);
      return generated.value;
    },
    failed: t("generate.failed"),
    after: (invoice: Invoice | null) => invoice && navigate(invoicePaths.detail(area, invoice.id)),
    done: (invoice: Invoice | null) => (invoice ? t("generate.done") : undefined),
  }));
  const [proposeAgain, isProposing] = useAct(() => ({
    confirm: {
      title: t("prepare.again.title"),
      text: t("refused.againText"),
      confirm: t("prepare.again.confirm"),
      destructive: true,
    },
    run: async () => proposal && propose(proposal.of),
    failed: t("prepare.failed"),
  }));
  const [anew, isForgetting] = useAct(() => ({
    confirm: {
      title: t("anew.title"),
      text: t("anew.text"),
      confirm: t("anew.action"),
      destructive: true,
    },
    run: async () => {
      await keep.stop();
      await onAnew().catch((reason: unknown) => {
        keep.resume();
        throw reason;
      });
    },
    failed: t("anew.failed"),
  }));

  return (
    <>
      {children}
      {keeping === "failed" && <Banner tone="warning" title={t("keeping.failed")} />}
      <Section
        title={t("steps.title")}
        action={
          <OnScreen>
            <Row>
              {keeping !== null && keeping !== "failed" && (
                <Quiet>{keeping === "kept" ? t("keeping.kept") : t("keeping.sending")}</Quiet>
              )}
              <Button icon="returned" busy={isForgetting} onClick={() => void anew()}>
                {t("anew.action")}
              </Button>
            </Row>
          </OnScreen>
        }
      >
        <ReckoningContext value={reckoning}>
          <Wizard
            label={t("steps.label")}
            totals={at > 0 && <TotalsAside />}
            finish={{ label: t("generate.action"), onClick: () => void generate(), busy: isGenerating }}
            steps={[
              {
                id: PLACES[0] ?? "",
                label: t("steps.prepare"),
                text: t("steps.prepareText"),
                form: PREPARE_FORM,
                next: t("prepare.next"),
                blocked: at > 0 || reportFor(prepare, report) ? undefined : t("prepare.noReport"),
                content: (
                  <Form
                    id={PREPARE_FORM}
                    form={prepareForm}
                    onSubmit={sendPrepare}
                    failure={t("prepare.failed")}
                  >
                    <PrepareStep form={prepareForm} report={report} onReport={setReport} />
                  </Form>
                ),
              },
              {
                id: PLACES[1] ?? "",
                label: t("steps.fill"),
                text: t("steps.fillText"),
                form: FILL_FORM,
                next: t("fill.next"),
                content: proposal && (
                  <Form id={FILL_FORM} form={fillForm} onSubmit={sendFill} failure={t("fill.failed")}>
                    <FillStep form={fillForm} proposal={proposal} following={following} />
                  </Form>
                ),
              },
              {
                id: PLACES[2] ?? "",
                label: t("steps.review"),
                text: t("steps.reviewText"),
                content: proposal && (
                  <>
                    {/* What was sent a moment ago has not settled yet. */}
                    <ReviewStep fill={fillForm.getValues()} proposal={proposal} />
                    {/* Beside the button that was pressed: the top of a long invoice is out of sight. */}
                    {refusal && (
                      <Refused error={refusal} title={t("generate.failed")} fill={fill}>
                        {isOfFees(refusal) && (
                          <Button busy={isProposing} onClick={() => void proposeAgain()}>
                            {t("refused.again")}
                          </Button>
                        )}
                      </Refused>
                    )}
                  </>
                ),
              },
            ]}
          />
        </ReckoningContext>
      </Section>
    </>
  );
}

/** Says that work of before was taken up, and when it was kept. */
function TakenUp({ at }: { at: string }) {
  const { t } = useTranslation("invoicing");
  const { date, time } = useFormats();
  return (
    <Banner tone="info" title={t("takenUp.title", { day: date(at), time: time(at) })}>
      {t("takenUp.text")}
    </Banner>
  );
}

interface ChoiceProps {
  kept: Kept;
  keptAt: string;
  onResume: () => void;
  onAnew: () => Promise<void>;
}

/** What is kept is another invoice than the one that a link asks for: nobody loses it unasked, nor takes it for that one. */
function Choice({ kept, keptAt, onResume, onAnew }: ChoiceProps) {
  const { t } = useTranslation("invoicing");
  const { date, time } = useFormats();
  const { from, to } = kept.work.prepare.period;
  const [begin, isForgetting] = useAct(() => ({ run: onAnew, failed: t("anew.failed") }));
  const title = kept.work.fill?.title || t("choice.untitled");
  return (
    <Section title={t("choice.title")}>
      <Stack>
        <p>
          {t("choice.text", {
            ...{ day: date(keptAt), time: time(keptAt), title },
            ...{ from: date(from), to: date(to) },
          })}
        </p>
        <Row>
          <Button onClick={onResume}>{t("choice.resume")}</Button>
          <Button kind="primary" busy={isForgetting} onClick={() => void begin()}>
            {t("choice.begin")}
          </Button>
        </Row>
      </Stack>
    </Section>
  );
}

interface Beginning {
  /** How often one began here. */
  count: number;
  kept: Kept;
  /** When it was kept; null: it is new. */
  keptAt: string | null;
  /** A link asks for another one than what is kept, and nobody has chosen yet. */
  isOpen: boolean;
}

/** What one begins with: what is kept, as it was when one came, or what a link asks for. */
function useBeginning() {
  const preparation = usePreparation();
  const [query, setQuery] = useSearchParams();
  const [beginning, setBeginning] = useState<Beginning | null>(null);
  const { data, isRefreshing } = preparation;
  const fresh = (): Kept => ({
    step: "PREPARE",
    work: { prepare: linked(query), report: null, proposal: null, fill: null },
  });
  // Read once: what this screen keeps itself is no news to it, and an older answer is not gone on with.
  if (beginning === null && data !== undefined && !isRefreshing) {
    const work = data && toWork(data.state);
    setBeginning({
      count: 0,
      kept: data && work ? { step: data.step as Kept["step"], work } : fresh(),
      keptAt: data && work ? data.updatedAt : null,
      isOpen: Boolean(work && asksForOther(query, work.prepare)),
    });
  }
  const isOpen = beginning?.isOpen ?? false;
  const place = beginning && !isOpen && PLACES[STEPS.indexOf(beginning.kept.step)];
  const isThere = Boolean(place) && (query.get("step") ?? PLACES[0]) === place;
  const [isPlaced, setPlaced] = useState(false);
  if (isThere && !isPlaced) setPlaced(true);
  useEffect(() => {
    if (isPlaced || !place) return;
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.set("step", place);
        return after;
      },
      { replace: true },
    );
  }, [isPlaced, place, setQuery]);
  const anew = async () => {
    await forgetPreparation();
    setPlaced(false);
    setBeginning((before) => ({
      count: (before?.count ?? 0) + 1,
      kept: fresh(),
      keptAt: null,
      isOpen: false,
    }));
  };
  const resume = () => setBeginning((before) => before && { ...before, isOpen: false });
  return { preparation, beginning: isPlaced || isOpen ? beginning : undefined, anew, resume };
}

/** A new invoice, in three steps that are kept as one goes. */
export default function NewInvoice() {
  const { t } = useTranslation("invoicing");
  const area = useArea();
  const { preparation, beginning, anew, resume } = useBeginning();
  const { error, retry } = preparation;
  return (
    <CreatePage title={t("title")} breadcrumbs={[{ label: t("list"), to: invoicePaths.list(area) }]}>
      <Banner tone="warning" title={t("final.title")}>
        {t("final.text")}
      </Banner>
      <Loaded of={{ data: beginning ?? undefined, error: beginning ? undefined : error, retry }} lines={12}>
        {({ count, kept, keptAt, isOpen }) =>
          isOpen && keptAt ? (
            <Choice kept={kept} keptAt={keptAt} onResume={resume} onAnew={anew} />
          ) : (
            <Steps key={count} kept={kept} onAnew={anew}>
              {keptAt && <TakenUp at={keptAt} />}
            </Steps>
          )
        }
      </Loaded>
    </CreatePage>
  );
}
