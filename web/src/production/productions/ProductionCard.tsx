import { DateTime, Quiet, Row, Stack, useFormats } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import type { Production } from "./api";
import { ProductionName } from "./ProductionName";
import { Late } from "./ProductionStatus";

interface CardProps {
  production: Production;
  /** Cards of several projects tell which. */
  hasProject?: boolean;
}

/** What a board tells of a production. */
export function ProductionCard({ production, hasProject }: CardProps) {
  const { t } = useTranslation("productions");
  const { number } = useFormats();
  const { project, product, factory, quantity, dueAt, isLate } = production;
  const subject = [product?.name, factory?.name].filter(Boolean).join(" · ");
  return (
    <Stack gap={4}>
      <strong>
        <ProductionName production={production} />
      </strong>
      {hasProject && <span>{project.name}</span>}
      {subject && <Quiet>{subject}</Quiet>}
      {quantity !== null && <Quiet>{t("pieces", { count: quantity, number: number(quantity) })}</Quiet>}
      {dueAt !== null && (
        <Row gap={6}>
          <Quiet>
            {t("due")} <DateTime at={dueAt} relative={false} />
          </Quiet>
          {isLate && <Late />}
        </Row>
      )}
    </Stack>
  );
}
