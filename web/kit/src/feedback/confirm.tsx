import { useState } from "react";
import { useTranslation } from "react-i18next";
import { create } from "zustand";
import { Button, Row } from "../layout/parts";
import { Dialog } from "./Dialog";

export interface Question {
  title: string;
  /** What will happen, and what will not come back. */
  text: string;
  /** The verb of the act: "Delete the order". */
  confirm: string;
  /** Red for what cannot be undone. */
  destructive?: boolean;
  /** Where the act is itself a cancelling, and "Cancel" could mean either: "Go back". */
  decline?: string;
}

interface Asked extends Question {
  answer(yes: boolean): void;
}

const useAsked = create<{ asked: Asked | null }>()(() => ({ asked: null }));

/** Asks before an act; resolves to whether to go on. `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  useAsked.getState().asked?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useAsked.setState({ asked: null });
      resolve(yes);
    };
    useAsked.setState({ asked: { ...question, answer } });
  });
}

/** Where `confirm` asks. KitProvider holds the only one. */
export function ConfirmDialog() {
  const { t } = useTranslation("kit");
  const { asked } = useAsked();
  // What was asked stays while the window closes.
  const [shown, setShown] = useState(asked);
  if (asked && asked !== shown) setShown(asked);
  return (
    <Dialog title={shown?.title ?? ""} open={asked !== null} onClose={() => asked?.answer(false)}>
      <p>{shown?.text}</p>
      <Row justify="end">
        <Button onClick={() => asked?.answer(false)}>{shown?.decline ?? t("cancel")}</Button>
        <Button kind={shown?.destructive ? "danger" : "primary"} onClick={() => asked?.answer(true)}>
          {shown?.confirm ?? ""}
        </Button>
      </Row>
    </Dialog>
  );
}
