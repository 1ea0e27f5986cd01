/** A worker in which the whole optimizer runs: one for each solver. */
import { answerTo, optimizerOf } from "./requests.js";

const optimizers = new Map();

self.addEventListener("message", async ({ data }) => {
  const { solver } = data;
  if (!optimizers.has(solver)) optimizers.set(solver, await optimizerOf(data));
  self.postMessage(await answerTo(data, optimizers.get(solver)));
});
