import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError, toApiError } from "../api/error";
import { toastFailure } from "../feedback/toast";

/** `lines[2].quantity`, as the server says, is `lines.2.quantity` here. */
const toName = (field: string) => field.replace(/\[(\d+)\]/g, ".$1");

/** The field on screen that an error belongs to: one of a list of values (`storeIds.0`) is shown at the list. */
function nameOf(field: string, names: Set<string>): string | null {
  const name = toName(field);
  if (names.has(name)) return name;
  const list = name.replace(/\.\d+$/, "");
  return names.has(list) ? list : null;
}

/**
 * Shows why the values were refused: at their fields, and what no field on screen can show in a toast.
 *
 * @param failure what did not happen: "The store was not saved"
 * @param names the fields on screen
 */
export function showRefusal<Values extends FieldValues>(
  form: UseFormReturn<Values>,
  names: Set<string>,
  failure: string,
  reason: unknown,
) {
  const error = toApiError(reason);
  const wrong = new Set<string>();
  const homeless = error.fields.filter(({ field, message }) => {
    const name = nameOf(field, names);
    if (!name) return true;
    wrong.add(name);
    form.setError(name as Path<Values>, { type: "server", message });
    return false;
  });
  const first = [...names].find((name) => wrong.has(name));
  if (first) {
    // A list has no field of its own: what is wrong with it as a whole stands below its last row.
    const last = [...names].findLast((name) => name.startsWith(`${first}.`));
    form.setFocus((last ?? first) as Path<Values>);
    showFocused();
  }
  if (error.fields.length === 0) toastFailure(failure, error);
  else if (homeless.length > 0) {
    const { status, name, message, requestId } = error;
    const body = { name, message, payload: homeless, requestId: requestId ?? undefined };
    toastFailure(failure, new ApiError(status, body));
  }
}

/** The first field that is wrong gets the focus; one that has it already, as a button leaves it there, comes into sight by this. */
export function showFocused() {
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement?.matches("input, textarea, button"))
      activeElement.scrollIntoView?.({ block: "center" });
  });
}
