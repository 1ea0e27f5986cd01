import { existsSync, writeFileSync } from "node:fs";

/**
 * A worker that does what the task's input says, in place of a solver: answers, exits, throws outside of the task, or
 * computes without ever looking up. With `once`, a path, it does so the first time only.
 */
export default async function runTask({ input }) {
  const { act, once } = input;
  const isFirst = once === undefined || !existsSync(once);
  if (isFirst && once !== undefined) writeFileSync(once, "");
  if (!isFirst || act === "answer") return { value: input.value };
  if (act === "exit") process.exit(3);
  if (act === "throw") {
    setImmediate(() => {
      throw new Error("out of the blue");
    });
    await new Promise(() => {});
  }
  for (;;) Math.random();
}
