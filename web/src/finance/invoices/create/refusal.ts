import type { ApiError } from "@comptoir/kit";
import type { FillValues, Section } from "./values";

const IN_SECTION = /^(commissions|fees)\[(\d+)\](?:\.lines\[(\d+)\])?(?:\.(\w+))?$/;

/**
 * Where in an invoice a part is that the API complains of, from the whole to the part, groups and lines by what they are
 * called: `figures.fees[0].lines[1].amount` is `["fees", "Logistics", "Parcels", "amount"]`.
 */
export function placeIn(fill: Pick<FillValues, Section>, field: string): string[] {
  const name = field.replace(/^figures\./, "");
  const [, section, group, line, part] = IN_SECTION.exec(name) ?? [];
  if (!section) return name ? [name.split(/[.[]/)[0] ?? name] : [];
  const known = fill[section as Section][Number(group)];
  const label = line === undefined ? undefined : known?.lines[Number(line)]?.label;
  return [section, known?.title, label, part].filter((each) => each !== undefined && each !== "") as string[];
}

/** Whether the host refused what it was sent, which can be put right; anything else may go by itself. */
export const isRefusal = ({ status }: { status: number }) => [400, 404, 409, 422].includes(status);

/** Whether it was refused for fees that are not what they were when they were proposed: taken by another invoice, or gone. */
export const isOfFees = ({ status, fields }: ApiError) =>
  status === 409 || fields.some(({ field }) => field === "fees");
