import { DateTime, Link, Quiet, Row, Stack, useFormats, useMayOpen } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import type { Production } from "./api";
import { Late } from "./ProductionStatus";
import { productionPaths } from "./paths";

interface CardProps {
  production: Production;
  /** Cards of several projects tell which. */
  hasProject?: boolean;
}

/** What a board tells of a production. */
export function ProductionCard({ production, hasProject }: CardProps) {
  const { t } = useTranslation("productions");
  const { number } = useFormats();
  const area = useArea();
  const mayOpen = useMayOpen();
  const { id, name, project, product, factory, quantity, dueAt, isLate } = production;
  const to = productionPaths.detail(area, project.id, id);
  const made = [product?.name, factory?.name].filter(Boolean).join(" · ");
  return (
    <Stack gap={4}>
      <strong>{mayOpen(to) ? <Link to={to}>{name}</Link> : name}</strong>
      {hasProject && <span>{project.name}</span>}
      {made && <Quiet>{made}</Quiet>}
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
