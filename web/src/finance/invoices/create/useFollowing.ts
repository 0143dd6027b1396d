import type { ApiError, FormOf } from "@comptoir/kit";
import { useEffect, useEffectEvent } from "react";
import { type Prepared, prepareInvoice, usePrepared } from "./api";
import {
  type FillValues,
  isEdited,
  type Proposal,
  toFollow,
  toGroups,
  toProposal,
  withAdded,
} from "./values";

/** How the commissions follow the internal shipping. */
export interface Following {
  /** Why they could not. */
  error: ApiError | undefined;
  retry(): void;
  isRetrying: boolean;
  /** Takes those that are proposed in place of what was changed by hand; undefined: they are those. */
  recalculate: (() => void) | undefined;
  /** Waits until they do. */
  settle(): Promise<void>;
}

/**
 * Has commissions and special mention proposed anew for the internal shipping that is filled in. What somebody changed
 * of them stays.
 *
 * @param fill as it has settled
 * @param proposal null asks for nothing
 */
export function useFollowing(
  form: FormOf<FillValues>,
  fill: FillValues,
  proposal: Proposal | null,
  onProposal: (proposal: Proposal) => void,
): Following {
  const { data, error, isValidating, mutate } = usePrepared(proposal && toFollow(fill, proposal));
  const take = (prepared: Prepared) => {
    const present = form.getValues();
    const next = proposal && toProposal(prepared, proposal.of);
    // Of what was typed meanwhile the next answer tells.
    if (!next || toFollow(present, next)) return;
    const isKept = isEdited(present, proposal);
    if (!isKept) form.setValue("commissions", toGroups(next.commissions), { shouldDirty: true });
    if (present.specialMention === proposal.specialMention)
      form.setValue("specialMention", next.specialMention, { shouldDirty: true });
    onProposal({ ...next, isKept });
  };
  const takeIn = useEffectEvent(take);
  useEffect(() => {
    if (data) takeIn(data);
  }, [data]);

  const recalculate = ({ commissions, ...rest }: Proposal) => {
    form.setValue("commissions", withAdded(commissions, form.getValues("commissions")), {
      shouldDirty: true,
    });
    onProposal({ ...rest, commissions, isKept: false });
    // The button that had the focus is gone.
    form.setFocus("internalShipping");
  };
  return {
    error,
    retry: () => void mutate(),
    isRetrying: error !== undefined && isValidating,
    recalculate: proposal?.isKept && isEdited(fill, proposal) ? () => recalculate(proposal) : undefined,
    async settle() {
      const due = proposal && toFollow(form.getValues(), proposal);
      if (due) take(await prepareInvoice(due));
    },
  };
}
