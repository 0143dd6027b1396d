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

interface OpenQuestion extends Question {
  answer(yes: boolean): void;
}

const useQuestion = create<{ question: OpenQuestion | null }>()(() => ({ question: null }));

/** Asks before an act; resolves to whether to go on. `if (await confirm({ … })) …` */
export function confirm(question: Question): Promise<boolean> {
  useQuestion.getState().question?.answer(false);
  return new Promise((resolve) => {
    const answer = (yes: boolean) => {
      useQuestion.setState({ question: null });
      resolve(yes);
    };
    useQuestion.setState({ question: { ...question, answer } });
  });
}

/** Where `confirm` asks. KitProvider holds the only one. */
export function ConfirmDialog() {
  const { t } = useTranslation("kit");
  const { question } = useQuestion();
  // The last question stays while the window closes.
  const [shown, setShown] = useState(question);
  if (question && question !== shown) setShown(question);
  return (
    <Dialog title={shown?.title ?? ""} open={question !== null} onClose={() => question?.answer(false)}>
      <p>{shown?.text}</p>
      <Row justify="end">
        <Button onClick={() => question?.answer(false)}>{shown?.decline ?? t("cancel")}</Button>
        <Button kind={shown?.destructive ? "danger" : "primary"} onClick={() => question?.answer(true)}>
          {shown?.confirm ?? ""}
        </Button>
      </Row>
    </Dialog>
  );
}
