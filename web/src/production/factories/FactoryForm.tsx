import { CreatePage, EditForm, NewForm } from "@comptoir/kit";
import { useTranslation } from "react-i18next";
import { useArea } from "../../app/area";
import { type Factory, factories } from "./api";
import { FactoryFields } from "./FactoryFields";
import { factoryPaths } from "./paths";
import { NEW_FACTORY, toInput, toValues } from "./values";

/** The form for a factory. */
export default function NewFactory() {
  const { t } = useTranslation("factories");
  const area = useArea();
  return (
    <CreatePage
      title={t("create.title")}
      breadcrumbs={[{ label: t("list.title"), to: factoryPaths.list(area) }]}
    >
      <NewForm
        initial={NEW_FACTORY}
        create={(values) => factories.create(toInput(values))}
        label={t("create.action")}
        done={({ name }) => t("create.done", { name })}
        failure={t("create.failed")}
        to={({ id }) => factoryPaths.detail(area, id)}
      >
        <FactoryFields autoFocus />
      </NewForm>
    </CreatePage>
  );
}

/** The form of a factory that is there. */
export function FactoryForm({ factory }: { factory: Factory }) {
  const { t } = useTranslation("factories");
  return (
    <EditForm
      record={factory}
      toValues={toValues}
      save={(read, values) => factories.save(read, toInput(values))}
      done={() => t("edit.done")}
      failure={t("edit.failed")}
      onReload={() => factories.read(factory.id)}
    >
      <FactoryFields tags={factory.tags} />
    </EditForm>
  );
}
