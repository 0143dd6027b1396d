import { Button, Empty, Section, Stack } from "@comptoir/kit";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Contract } from "./api";
import { ContractActions } from "./ContractActions";
import { ContractFacts } from "./ContractFacts";
import { ContractPages } from "./ContractPages";
import { ContractUpload } from "./ContractUpload";

interface ContractSectionProps {
  organizationId: string;
  contract: Contract | null;
  /** It can be replaced and deleted here. */
  isEditable?: boolean;
  /** Its pages are there from the start, not only when asked for. */
  isOpen?: boolean;
}

/** The signed contract: read, fetched and, where allowed, replaced or deleted. */
export function ContractSection({ organizationId, contract, ...props }: ContractSectionProps) {
  const { t } = useTranslation("organizations");
  const [isOpen, setIsOpen] = useState(props.isOpen ?? false);
  return (
    <Section title={t("contract.title")}>
      <Stack>
        {contract ? (
          <>
            <ContractFacts contract={contract} />
            <ContractActions
              organizationId={organizationId}
              contract={contract}
              isEditable={props.isEditable}
            >
              {!isOpen && (
                <Button icon="preview" onClick={() => setIsOpen(true)}>
                  {t("contract.show")}
                </Button>
              )}
            </ContractActions>
            {isOpen && <ContractPages fileId={contract.id} organizationId={organizationId} />}
          </>
        ) : (
          <Empty icon="file" title={t("contract.none")}>
            {props.isEditable ? t("contract.noneText") : t("contract.noneReader")}
          </Empty>
        )}
        {props.isEditable && (
          <ContractUpload organizationId={organizationId} isReplacing={contract !== null} />
        )}
      </Stack>
    </Section>
  );
}
