import { Button, downloadFile, Row, useAct } from "@comptoir/kit";
import type { ReactNode } from "react";
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
  const [download, isDownloading] = useAct(() => ({
    run: () => downloadFile(contractPath(organizationId), contract.name),
    failed: t("contract.downloadFailed"),
  }));
  const [remove, isRemoving] = useAct(() => ({
    confirm: {
      title: t("contract.deleteTitle"),
      text: t("contract.deleteText"),
      confirm: t("contract.delete"),
      destructive: true,
    },
    run: () => organizationContracts.remove(organizationId),
    done: t("contract.deleted"),
    failed: t("contract.deleteFailed"),
    undo: { run: () => organizationContracts.restore(organizationId), failed: t("contract.restoreFailed") },
  }));
  return (
    <Row>
      {props.children}
      <Button icon="download" busy={isDownloading} onClick={() => void download()}>
        {t("contract.download")}
      </Button>
      {props.isEditable && (
        <Button kind="quiet" icon="delete" busy={isRemoving} onClick={() => void remove()}>
          {t("contract.delete")}
        </Button>
      )}
    </Row>
  );
}
