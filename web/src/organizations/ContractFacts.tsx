import { DateTime, Facts, formatSize } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Contract } from "./api";

/** Which file the contract is, and who put it there. */
export function ContractFacts({ contract }: { contract: Contract }) {
  const { t, i18n } = useTranslation("organizations");
  return (
    <Facts
      facts={[
        { label: t("contract.file"), value: contract.name },
        { label: t("contract.size"), value: formatSize(contract.size, i18n.resolvedLanguage ?? "fr") },
        { label: t("contract.added"), value: <DateTime at={contract.createdAt} /> },
        ...(contract.author ? [{ label: t("contract.author"), value: contract.author }] : []),
      ]}
    />
  );
}
