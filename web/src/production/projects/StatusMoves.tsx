import {
  act,
  Button,
  Dialog,
  DialogBar,
  Form,
  fieldsOf,
  type MenuAction,
  MoreMenu,
  Stack,
  toast,
  useForm,
} from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";

/** Another status, and how one speaks of going there. */
export interface Move<Status extends string> {
  to: Status;
  /** "Start project" */
  action: string;
  /** What was done: "The project was started". */
  done: string;
  /** It has to be said why. */
  asksReason: boolean;
}

/** Where the host says that a record may go. */
interface Next<Status extends string> {
  status: Status;
  asksReason: boolean;
}

/**
 * Where a record may go now.
 *
 * @param order that in which one is asked to go there
 * @param tell how one speaks of going there
 */
export const movesTo = <Status extends string>(
  next: Next<Status>[],
  order: Status[],
  tell: (to: Status) => Pick<Move<Status>, "action" | "done">,
): Move<Status>[] =>
  order.flatMap((to) => {
    const found = next.find(({ status }) => status === to);
    return found ? [{ to, ...tell(to), asksReason: found.asksReason }] : [];
  });

interface MovesProps<Status extends string> {
  /** The way on first. */
  moves: Move<Status>[];
  move: (to: Status, reason?: string) => Promise<unknown>;
  /** What did not happen where it fails: "The project's status was not changed". */
  failed: string;
  /** What is done with the record before all, where that is not the way on. */
  primary?: ReactNode;
  /** What else can be done with the record. */
  others?: MenuAction[];
}

interface Reason {
  reason: string;
}
const { AreaField } = fieldsOf<Reason>();

interface ReasonProps {
  move: Move<string>;
  failed: string;
  send: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

function ReasonForm({ move, failed, send, onClose }: ReasonProps) {
  const { t } = useTranslation("projects");
  const form = useForm<Reason>({ defaultValues: { reason: "" } });
  const submit = async ({ reason }: Reason) => {
    await send(reason);
    toast(move.done);
    onClose();
  };
  return (
    <Form form={form} onSubmit={submit} failure={failed}>
      <Stack>
        <AreaField
          name="reason"
          label={t("moves.reason")}
          description={t("moves.reasonText")}
          maxLength={2000}
          required
        />
        <DialogBar label={move.action} leave={t("moves.back")} onClose={onClose} />
      </Stack>
    </Form>
  );
}

/** Where a record may go now: the way on as a button, everything else in a menu. */
export function StatusMoves<Status extends string>({
  moves,
  move,
  failed,
  primary,
  others = [],
}: MovesProps<Status>) {
  const [isOpen, setOpen] = useState(false);
  // It stays while the window closes.
  const [explained, setExplained] = useState<Move<Status> | null>(null);
  const go = (goal: Move<Status>) => {
    if (!goal.asksReason) return void act({ run: () => move(goal.to), done: goal.done, failed });
    setExplained(goal);
    setOpen(true);
  };
  const [first] = moves;
  const onward = first && !first.asksReason ? first : undefined;
  const actions = [
    ...moves
      .filter((each) => each !== onward)
      .map((each) => ({ id: each.to, label: each.action, onClick: () => go(each) })),
    ...others,
  ];
  const close = () => setOpen(false);
  return (
    <>
      {onward && (
        <Button kind={primary ? "default" : "primary"} onClick={() => go(onward)}>
          {onward.action}
        </Button>
      )}
      {primary}
      <MoreMenu actions={actions} />
      <Dialog title={explained?.action ?? ""} open={isOpen} onClose={close}>
        {explained && (
          <ReasonForm
            move={explained}
            failed={failed}
            send={(reason) => move(explained.to, reason)}
            onClose={close}
          />
        )}
      </Dialog>
    </>
  );
}
