import "@mantine/core/styles/Stepper.layer.css";
import { Stepper } from "@mantine/core";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { Icon } from "../display/icons";
import { Button } from "../layout/parts";
import classes from "./Wizard.module.css";

interface Step {
  /** Its place in the address: `?step=lines`. */
  id: string;
  label: string;
  /** A sentence: what this step asks for. */
  text?: string;
  content: ReactNode;
  /** Why one cannot go on from here; nobody is led past a step that says so. */
  blocked?: string;
  /** Nothing is to be done in it: one is led past it. */
  isSkipped?: boolean;
  /** Asked before going on, as whether the step's fields are right. */
  check?: () => boolean | Promise<boolean>;
  /** The button, where it does more than go on: "Deploy 12 rates". */
  next?: string;
  /** The id of the form in `content` that the button sends, whose `onSubmit` leads on by the address. */
  form?: string;
}

interface WizardProps {
  /** What is being done, for a screen reader: "New invoice". */
  label: string;
  steps: Step[];
  /** What it comes to so far, in sight at every step; of its facts phones show the last two. */
  totals?: ReactNode;
  /** The last step's button: a verb with its object. */
  finish: { label: string; onClick: () => void; busy?: boolean };
  /** Where it stands, where a record says so and not the address; who goes back asks the record to. */
  controlled?: { step: string; onBack: (step: string) => void };
}

/**
 * Work in numbered steps: what is done, now and later. The step stands in the address, so that Back goes one back; what
 * was entered is the page's own, in a form around the wizard, and stays when one goes back.
 *
 * @example
 * <Form form={form} …>
 *   <Wizard label={t("new")} steps={[{ id: "lines", label: t("lines"), content: <LineFields /> }, …]}
 *     totals={<Facts … />} finish={{ label: t("create"), onClick: submit }} />
 * </Form>
 */
export function Wizard({ label, steps, totals, finish, controlled }: WizardProps) {
  const { t } = useTranslation("parts");
  const [query, setQuery] = useSearchParams();
  const [busy, setBusy] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const firstBlocked = steps.findIndex(({ blocked }) => blocked !== undefined);
  const furthest = firstBlocked < 0 ? steps.length - 1 : firstBlocked;
  const place = controlled ? controlled.step : query.get("step");
  const wanted = steps.findIndex(({ id }) => id === place);
  const at = Math.min(Math.max(wanted, 0), furthest);
  const step = steps[at];

  const shown = useRef(at);
  useEffect(() => {
    if (shown.current !== at) heading.current?.focus();
    shown.current = at;
  }, [at]);

  const go = (to: number, replace = false) => {
    if (controlled) return controlled.onBack(steps[to]?.id ?? "");
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        if (to === 0) after.delete("step");
        else after.set("step", steps[to]?.id ?? "");
        return after;
      },
      { replace },
    );
  };
  const last = steps.findLastIndex(({ isSkipped }, index) => index < at && !isSkipped);
  // An address too far on would move the page under who fills in what is missing.
  const isTooFar = !controlled && wanted > at;
  useEffect(() => {
    if (isTooFar) go(at, true);
  });
  const next = async () => {
    const answer = step?.check?.() ?? true;
    // A button that is busy for no time would flicker.
    if (typeof answer !== "boolean") setBusy(true);
    const isRight = await answer;
    setBusy(false);
    if (!isRight) return;
    if (at < steps.length - 1) go(at + 1);
    else finish.onClick();
  };

  if (!step) return null;
  const isLast = at === steps.length - 1;
  return (
    <section className={classes.wizard} aria-label={label}>
      <Stepper
        active={at}
        onStepClick={(to) => to < at && !steps[to]?.isSkipped && go(to)}
        allowNextStepsSelect={false}
        iconSize={26}
        completedIcon={<Icon name="check" size={14} />}
        classNames={{
          steps: classes.steps,
          step: classes.step,
          stepBody: classes.stepBody,
          stepIcon: classes.icon,
          stepLabel: classes.stepLabel,
          separator: classes.separator,
          content: classes.hidden,
        }}
      >
        {steps.map(({ id, label, isSkipped }, index) => (
          <Stepper.Step
            key={id}
            label={
              <>
                {label}
                {isSkipped && ` (${t("wizard.skipped")})`}
                <span className={classes.unseen}>
                  {", "}
                  {t(index < at ? "wizard.done" : index === at ? "wizard.now" : "wizard.later")}
                </span>
              </>
            }
            aria-current={index === at ? "step" : undefined}
          />
        ))}
      </Stepper>
      <div className={classes.body} data-totals={totals ? true : undefined}>
        <div className={classes.content}>
          <div>
            <p className={classes.count}>{t("wizard.count", { number: at + 1, total: steps.length })}</p>
            <h3 ref={heading} tabIndex={-1} className={classes.title}>
              {step.label}
            </h3>
            {step.text && <p className={classes.text}>{step.text}</p>}
          </div>
          {step.content}
        </div>
        {totals && (
          <aside className={classes.totals} aria-label={t("wizard.totals")}>
            {totals}
          </aside>
        )}
      </div>
      <div className={classes.actions}>
        {last >= 0 && (
          <Button icon="left" onClick={() => go(last)}>
            {t("wizard.back")}
          </Button>
        )}
        <span className={classes.fill} />
        <Button
          kind="primary"
          busy={busy || (isLast && finish.busy)}
          disabledBecause={step.blocked}
          {...(step.form ? { type: "submit", form: step.form } : { onClick: () => void next() })}
        >
          {isLast ? finish.label : (step.next ?? t("wizard.next"))}
        </Button>
      </div>
    </section>
  );
}
