import { expect, test } from "vitest";
import { type Keeping, keeper } from "./keeper";

/** A place that answers when it is told to. */
function slow() {
  const sent: string[] = [];
  const answers: { resolve: () => void; reject: (reason: Error) => void }[] = [];
  const send = (text: string) => {
    sent.push(text);
    return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
  };
  return { sent, answers, send };
}

const tick = () => new Promise((resolve) => setTimeout(resolve));

test("the newest alone is sent, once the one before has come", async () => {
  const { sent, answers, send } = slow();
  const states: Keeping[] = [];
  const { keep } = keeper(send, (keeping) => states.push(keeping));
  for (const text of ["a", "b", "c"]) keep(text);
  expect(sent).toEqual(["a"]);
  answers[0]?.resolve();
  await tick();
  expect(sent).toEqual(["a", "c"]);
  expect(states.at(-1)).toBe("sending");
  answers[1]?.reject(new Error("no way"));
  await tick();
  expect(states.at(-1)).toBe("failed");
  keep("d");
  answers[2]?.resolve();
  await tick();
  expect(states.at(-1)).toBe("kept");
});

test("nothing is sent after a stop, until it is resumed", async () => {
  const { sent, answers, send } = slow();
  const { keep, stop, resume } = keeper(send, () => {});
  keep("a");
  keep("b");
  const stopped = stop();
  answers[0]?.resolve();
  await stopped;
  keep("c");
  expect(sent).toEqual(["a"]);
  resume();
  keep("d");
  expect(sent).toEqual(["a", "d"]);
});
