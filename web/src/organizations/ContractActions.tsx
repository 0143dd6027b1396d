import { Button, confirm, downloadFile, Row, toastFailure, toastUndo } from "@comptoir/kit";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Contract, contractPath, organizationContracts } from "./api";

interface ContractActionsProps {
  organizationId: string;
  contract: Contract;
  isEditable?: boolean;
  children: ReactNode;
}

/** What can be done with the contract that is there. */
export function ContractActions({ organizationId, contract, ...props }: ContractActionsProps) {
  const { t } = useTranslation("organizations");
  const [busy, setBusy] = useState<"download" | "delete" | null>(null);

  const run = async (what: "download" | "delete", work: () => Promise<void>, failed: string) => {
    setBusy(what);
    await work().catch((reason) => toastFailure(failed, reason));
    setBusy(null);
  };
  const download = () =>
    run(
      "download",
      () => downloadFile(contractPath(organizationId), contract.name),
      t("contract.downloadFailed"),
    );
  const remove = async () => {
    const question = { title: t("contract.deleteTitle"), text: t("contract.deleteText") };
    if (!(await confirm({ ...question, confirm: t("contract.delete"), destructive: true }))) return;
    const undo = () => organizationContracts.restore(organizationId);
    const work = async () => {
      await organizationContracts.remove(organizationId);
      toastUndo(t("contract.deleted"), undo, t("contract.restoreFailed"));
    };
    await run("delete", work, t("contract.deleteFailed"));
  };
  return (
    <Row>
      {props.children}
      <Button icon="download" busy={busy === "download"} onClick={() => void download()}>
        {t("contract.download")}
      </Button>
      {props.isEditable && (
        <Button kind="quiet" icon="delete" busy={busy === "delete"} onClick={() => void remove()}>
          {t("contract.delete")}
        </Button>
      )}
    </Row>
  );
}
