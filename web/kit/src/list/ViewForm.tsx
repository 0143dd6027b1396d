import { NativeSelect, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCan } from "../access/user";
import { attempt } from "../api/hooks";
import { toast, toastFailure } from "../feedback/toast";
import { Button, Row, Stack } from "../layout/parts";
import type { Question } from "./cursor";
import { ROLES, type SavedView, saveView } from "./views";

/** Characters of a view's name. */
const NAME_TO = 60;

interface ViewFormProps {
  list: string;
  /** The view to rename; none makes a new one of `query`. */
  view: SavedView | null;
  query: Question;
  onSaved: (view: SavedView) => void;
  onClose: () => void;
}

/** A view's name, and whom it is shared with. Loaded when first opened. */
export default function ViewForm({ list, view, query, onSaved, onClose }: ViewFormProps) {
  const { t } = useTranslation("kit");
  const canShare = useCan()("WRITE_ADMIN");
  const [name, setName] = useState(view?.name ?? "");
  const [sharedWith, setSharedWith] = useState(view?.sharedWith ?? null);
  const [wrong, setWrong] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setWrong(t("form.required"));
    setBusy(true);
    const input = { list, name: name.trim(), query: view?.query ?? query, sharedWith };
    const done = await attempt(() => saveView(input, view?.id));
    setBusy(false);
    if ("value" in done) {
      toast(t("list.views.saved", { name: done.value.name }));
      return onSaved(done.value);
    }
    const ofName = done.error.fields.find(({ field }) => field === "name");
    if (ofName) setWrong(ofName.message);
    else toastFailure(t("list.views.notSaved"), done.error);
  };

  const roles = {
    admin: t("list.views.admin"),
    customer: t("list.views.customer"),
    factory: t("list.views.factory"),
  };
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack>
        <TextInput
          label={t("list.views.name")}
          withAsterisk
          aria-required
          maxLength={NAME_TO}
          autoComplete="off"
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setWrong(null);
          }}
          error={wrong}
          autoFocus
        />
        {canShare && (
          <NativeSelect
            label={t("list.views.share")}
            value={sharedWith ?? ""}
            onChange={(event) => {
              const chosen = event.currentTarget.value;
              setSharedWith(ROLES.find((role) => role === chosen) ?? null);
            }}
            data={[
              { value: "", label: t("list.views.nobody") },
              ...ROLES.map((role) => ({ value: role, label: roles[role] })),
            ]}
          />
        )}
        <Row justify="end">
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {t("list.views.save")}
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
