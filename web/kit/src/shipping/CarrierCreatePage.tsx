import { useTranslation } from "react-i18next";
import { CreatePage } from "../page/CreatePage";
import { NewForm } from "../page/RecordForm";
import { CarrierFields } from "./CarrierFields";
import { type CarrierValues, carriers, NEW_CARRIER, type ShippingPlace, toInput } from "./carriers";
import { useCrumbs } from "./useCrumbs";

/** The form for a new carrier. */
export default function CarrierCreatePage({ place }: { place: ShippingPlace }) {
  const { t } = useTranslation("carriers");
  const create = (values: CarrierValues) => carriers.create(toInput(place.provider, values));
  return (
    <CreatePage title={t("create.title")} breadcrumbs={useCrumbs(place).carrier}>
      <NewForm
        initial={NEW_CARRIER}
        create={create}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => `${place.carriers}/${id}`}
      >
        <CarrierFields provider={place.provider} autoFocus />
      </NewForm>
    </CreatePage>
  );
}
