import {
  countriesIn,
  Grid,
  type GridColumn,
  type GridRow,
  type Refusal,
  Stack,
  usePluginName,
} from "@comptoir/kit";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Carrier, Exception } from "./api";
import { KG_DECIMALS, newRow } from "./exceptions";

/** @param known the exceptions that there are; some may be with a carrier that is put away */
export function useExceptionColumns(carriers: Carrier[], known: Exception[]): GridColumn[] {
  const { t, i18n } = useTranslation("shopify");
  const providerName = usePluginName();
  const language = i18n.resolvedLanguage ?? "fr";
  return useMemo(() => {
    const isTwice = (name: string) => carriers.filter((carrier) => carrier.name === name).length > 1;
    const offered = carriers.map(({ id, name, provider }) => ({
      value: id,
      label: isTwice(name) ? `${name} (${providerName(provider)})` : name,
    }));
    const gone = new Set(known.map(({ carrierId }) => carrierId));
    for (const { id } of carriers) gone.delete(id);
    const archived = [...gone].map((value) => ({ value, label: t("exceptions.archived") }));
    return [
      {
        id: "carrierId",
        label: t("exceptions.carrier"),
        options: [...offered, ...archived],
      },
      { id: "countryCode", label: t("exceptions.country"), options: countriesIn(language) },
      { id: "min", label: t("exceptions.min"), kind: "decimal", decimals: KG_DECIMALS },
      { id: "max", label: t("exceptions.max"), kind: "decimal", decimals: KG_DECIMALS },
      { id: "price", label: t("exceptions.price"), kind: "decimal", decimals: 2 },
    ];
  }, [t, language, carriers, known, providerName]);
}

interface ExceptionsStepProps {
  columns: GridColumn[];
  rows: GridRow[];
  refusals: Refusal[];
  onChange: (rows: GridRow[]) => void;
}

/** What was agreed on with the store instead of the grid's prices. */
export function ExceptionsStep({ columns, rows, refusals, onChange }: ExceptionsStepProps) {
  const { t } = useTranslation("shopify");
  return (
    <Stack>
      {rows.length === 0 && <span role="status">{t("exceptions.none")}</span>}
      <Grid
        label={t("exceptions.title")}
        columns={columns}
        rows={rows}
        refusals={refusals}
        onChange={onChange}
        newRow={newRow}
        addLabel={t("exceptions.add")}
      />
    </Stack>
  );
}
