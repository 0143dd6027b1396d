import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { Screen } from "../testing";
import { Dialog } from "./Dialog";

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog title="Window" open={open} onClose={() => setOpen(false)}>
        <p>Inside</p>
      </Dialog>
    </>
  );
}

test("a dialog gives the focus back, the first time too", async () => {
  render(
    <Screen>
      <Page />
    </Screen>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Open" }));
  await screen.findByRole("dialog", { name: "Window" });
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() => expect(screen.getByRole("button", { name: "Open" })).toHaveFocus());
});
