import {
  Attachments,
  Empty,
  FILE_TYPES,
  fileBlob,
  type OnProgress,
  refresh,
  Section,
  Stack,
  toast,
  uploadFile,
} from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { type Contract, contractPath, organizationContracts } from "./api";
import { ContractPages } from "./ContractPages";

/** What the hint says; the server takes a little more. */
const MAX_SIZE = 100_000_000;

interface ContractSectionProps {
  organizationId: string;
  contract: Contract | null;
  /** It can be replaced and deleted here. */
  isEditable?: boolean;
  /** Its pages are there, not only when asked for. */
  isOpen?: boolean;
}

/** The signed contract: read, fetched and, where allowed, replaced or deleted. */
export function ContractSection({ organizationId, contract, ...props }: ContractSectionProps) {
  const { t } = useTranslation("organizations");
  const { isEditable = false } = props;
  const path = contractPath(organizationId);
  const upload = async (file: File, onProgress: OnProgress) => {
    await uploadFile(path, "file", file, onProgress);
    await refresh("organization");
    toast(t("contract.uploaded"));
  };
  const changes = {
    upload,
    remove: () => organizationContracts.remove(organizationId),
    restore: () => organizationContracts.restore(organizationId),
  };
  return (
    <Section title={t("contract.title")}>
      <Stack>
        <Attachments
          files={contract ? [contract] : []}
          {...(isEditable && changes)}
          content={() => fileBlob(path)}
          single
          label={contract ? t("contract.replace") : t("contract.upload")}
          hint={t("contract.hint")}
          accept={FILE_TYPES.pdf}
          maxSize={MAX_SIZE}
          empty={
            <Empty icon="file" title={t("contract.none")}>
              {isEditable ? t("contract.noneText") : t("contract.noneReader")}
            </Empty>
          }
        />
        {contract && props.isOpen && <ContractPages fileId={contract.id} organizationId={organizationId} />}
      </Stack>
    </Section>
  );
}
