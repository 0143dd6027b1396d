import { type Day, dayOf } from "@comptoir/kit";
import type { Project, ProjectInput } from "./api";

/** A project as its form has it; its organization is yet to be chosen. */
export interface ProjectValues {
  name: string;
  organizationId: string | null;
  estimatedAt: Day;
}

/** The same day so many months later, or the last of a shorter month. */
export function monthsAfter(day: Day, months: number): Day {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** A new project is to be done three months from today (decision 24). */
export const newProject = (today = dayOf(new Date())): ProjectValues => ({
  name: "",
  organizationId: null,
  estimatedAt: monthsAfter(today, 3),
});

export const toValues = ({ name, organization, estimatedAt }: Project): ProjectValues => ({
  name,
  organizationId: organization?.id ?? null,
  estimatedAt,
});

export const toInput = (values: ProjectValues): ProjectInput => ({
  ...values,
  organizationId: values.organizationId ?? "",
});
