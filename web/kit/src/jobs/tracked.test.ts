import { expect, test } from "vitest";
import { type User, useSession } from "../api/session";
import { runningJobOf, trackJobOf } from "./tracked";

const signIn = (id: string) => useSession.setState({ status: "signedIn", user: { id } as User });

test("what somebody started is theirs again when they come back, and nobody else's", () => {
  signIn("user-1");
  trackJobOf("/price/import", "job-1");
  useSession.setState({ status: "signedOut", user: null });
  signIn("user-1");
  expect(runningJobOf("/price/import")).toBe("job-1");
  expect(runningJobOf("/order/import")).toBeNull();
  signIn("user-2");
  expect(runningJobOf("/price/import")).toBeNull();
});
