import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Button } from "../layout/parts";
import { Screen } from "../testing";
import { type Act, useAct } from "./act";

function Archive(of: Act) {
  const [archive, busy] = useAct(() => of);
  return (
    <Button busy={busy} onClick={() => void archive()}>
      Archive
    </Button>
  );
}

const show = (of: Partial<Act>) =>
  render(
    <Screen>
      <Archive run={async () => {}} failed="Not archived" {...of} />
    </Screen>,
  );
const press = () => userEvent.click(screen.getByRole("button", { name: "Archive" }));

test("what was done is said, and can be taken back", async () => {
  const restore = vi.fn(async () => {});
  show({ done: "Archived", undo: { run: restore, failed: "Not restored" } });
  await press();
  expect(await screen.findByText("Archived")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Annuler l’action" }));
  await waitFor(() => expect(restore).toHaveBeenCalledOnce());
});

test("who declines has nothing done", async () => {
  const run = vi.fn(async () => {});
  show({ run, confirm: { title: "Archive it?", text: "It goes away.", confirm: "Do it" } });
  await press();
  await userEvent.click(await screen.findByRole("button", { name: "Annuler" }));
  expect(run).not.toHaveBeenCalled();
});

test("a refusal is told, and nothing follows", async () => {
  const after = vi.fn();
  show({ run: () => Promise.reject(new ApiError(409, { message: "It is in use" })), after });
  await press();
  expect(await screen.findByText("Not archived")).toBeVisible();
  expect(screen.getByText("It is in use")).toBeVisible();
  expect(after).not.toHaveBeenCalled();
});
