import {
  Button,
  type FormOf,
  fieldsOf,
  IconButton,
  Money,
  MoneyField,
  Sortable,
  Stack,
  useFormRows,
} from "@comptoir/kit";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCategoryOptions } from "../../useFinanceWords";
import { useExplanation } from "../useExplanation";
import classes from "./create.module.css";
import { useReckoning } from "./reckoning";
import { type FillValues, type GroupValues, type LineValues, MOST, newLine, type Section } from "./values";

const { NumberField, SelectField, TextField, useValue } = fieldsOf<FillValues>();

/** As long as a description is; of fees it is shorter (the same section). */
const DESCRIPTION = { commissions: 500, fees: 255 };

/** Sets aside what holds fees of the lines that are taken out, so that it can be put back. */
function leaveOut({ getValues, setValue }: FormOf<FillValues>, title: string, lines: LineValues[]) {
  const left = lines.filter(({ feeIds }) => feeIds.length > 0).map((line) => ({ title, line }));
  if (left.length > 0) setValue("leftOut", [...getValues("leftOut"), ...left], { shouldDirty: true });
}

interface Place {
  section: Section;
  group: number;
}

interface LineProps extends Place {
  at: number;
  onRemove: () => void;
}

function LineFields({ section, group, at, onRemove }: LineProps) {
  const { t } = useTranslation(["invoicing", "finance"]);
  const name = `${section}.${group}.lines.${at}` as const;
  const label = useValue(`${name}.label`);
  const explanation = useValue(`${name}.explanation`);
  const categories = useCategoryOptions();
  const explain = useExplanation();
  const { lines, isPresent } = useReckoning();
  const total = isPresent ? lines[section][group]?.[at] : undefined;
  return (
    <div className={classes.line}>
      <div className={classes.fields}>
        <TextField name={`${name}.label`} label={t("line.label")} maxLength={255} />
        <NumberField name={`${name}.quantity`} label={t("line.quantity")} min={0} max={MOST} required />
        <MoneyField name={`${name}.amount`} label={t("line.amount")} min={-MOST} max={MOST} required />
      </div>
      <IconButton icon="close" label={t("line.remove", { label: label || at + 1 })} onClick={onRemove} />
      <div className={classes.more} data-category={section === "fees" || undefined}>
        <TextField
          name={`${name}.description`}
          label={t("finance:field.description")}
          maxLength={DESCRIPTION[section]}
        />
        {section === "fees" && (
          <SelectField name={`${name}.category`} label={t("finance:field.category")} options={categories} />
        )}
      </div>
      <div className={classes.said}>
        <span>{explanation ? explain(explanation) : t("line.typed")}</span>
        <span className={classes.total}>{total ? <Money amount={total} /> : "…"}</span>
      </div>
    </div>
  );
}

interface GroupProps extends Place {
  form: FormOf<FillValues>;
  onRemove: () => void;
}

/** The lines below one title. */
function GroupFields({ form, section, group, onRemove }: GroupProps) {
  const { t } = useTranslation("invoicing");
  const name = `${section}.${group}.lines` as const;
  const { keys, add, remove, order } = useFormRows<LineValues>(name);
  const adding = useRef<HTMLDivElement>(null);
  const title = useValue(`${section}.${group}.title`);

  const removeLine = (at: number) => {
    const line = form.getValues(`${name}.${at}`);
    remove(at);
    leaveOut(form, title, [line]);
    // The button that had the focus goes with its line.
    adding.current?.querySelector("button")?.focus();
  };
  return (
    <div className={classes.group}>
      <div className={classes.groupHead}>
        <TextField name={`${section}.${group}.title`} label={t("group.title")} maxLength={255} required />
        <IconButton icon="delete" label={t("group.remove", { title })} onClick={onRemove} />
      </div>
      {keys.length > 0 && (
        <Sortable
          label={t("group.lines", { title })}
          items={keys}
          itemKey={(key) => key}
          itemLabel={(key) => form.getValues(`${name}.${keys.indexOf(key)}.label`) || t("line.untitled")}
          onOrder={order}
        >
          {(key) => {
            const at = keys.indexOf(key);
            return <LineFields section={section} group={group} at={at} onRemove={() => removeLine(at)} />;
          }}
        </Sortable>
      )}
      <div ref={adding}>
        <Button icon="add" onClick={() => add(newLine(section))}>
          {t("line.add")}
        </Button>
      </div>
    </div>
  );
}

interface GroupsProps {
  form: FormOf<FillValues>;
  section: Section;
  label: string;
}

/** The groups of one section: to be filled in, put in order, added to and taken from. */
export function Groups({ form, section, label }: GroupsProps) {
  const { t } = useTranslation("invoicing");
  const { keys, add, remove, order } = useFormRows<GroupValues>(section);
  const adding = useRef<HTMLDivElement>(null);

  const removeGroup = (at: number) => {
    const { title, lines } = form.getValues(`${section}.${at}`);
    remove(at);
    leaveOut(form, title, lines);
    adding.current?.querySelector("button")?.focus();
  };
  return (
    <Stack gap={12}>
      {keys.length === 0 && <p className={classes.quiet}>{t("group.none")}</p>}
      {keys.length > 0 && (
        <Sortable
          label={label}
          items={keys}
          itemKey={(key) => key}
          itemLabel={(key) => form.getValues(`${section}.${keys.indexOf(key)}.title`) || t("group.untitled")}
          onOrder={order}
        >
          {(key) => {
            const at = keys.indexOf(key);
            return <GroupFields form={form} section={section} group={at} onRemove={() => removeGroup(at)} />;
          }}
        </Sortable>
      )}
      <div ref={adding}>
        <Button icon="add" onClick={() => add({ title: "", lines: [newLine(section)] })}>
          {t("group.add")}
        </Button>
      </div>
    </Stack>
  );
}
