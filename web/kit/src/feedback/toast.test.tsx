import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ApiError } from "../api/error";
import { Screen } from "../testing";
import { toastUndo } from "./toast";

test("what was done can be taken back, and a failure of that is told", async () => {
  const undo = vi.fn(async () => {
    throw new ApiError(409, { message: "The order is on its way" });
  });
  render(<Screen>Orders</Screen>);
  toastUndo("Order deleted", undo, "The order was not restored");
  expect(await screen.findByText("Order deleted")).toBeVisible();
  await userEvent.click(screen.getByRole("button", { name: "Annuler l’action" }));
  expect(undo).toHaveBeenCalledOnce();
  expect(await screen.findByText("The order was not restored")).toBeVisible();
  await waitFor(() => expect(screen.queryByText("Order deleted")).toBeNull());
});
