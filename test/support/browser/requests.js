/** What both scripts of the page do: lineups of a salary file, by the library as a page has it. */
import { createOptimizer, readSlateFile, slateInputs } from "../../../dist/platform/browser/index.js";

/**
 * The answer to one request, by an optimizer of its own.
 * @param {{ text: string, count: number, solver?: "auto" | "highs", milliseconds?: number }} request
 * @param {(() => Worker) | undefined} worker
 */
export async function lineupsOf(request, worker) {
  const [answer] = await lineupsInTurn([request], worker);
  return answer;
}

/** The answers to several requests of one solver, by one optimizer. */
export async function lineupsInTurn(requests, worker) {
  const optimizer = await optimizerOf(requests[0], worker);
  const answers = [];
  for (const request of requests) answers.push(await answerTo(request, optimizer));
  await optimizer.close();
  return answers;
}

/** An optimizer with a request's solver. */
export function optimizerOf({ solver = "auto" }, worker) {
  return createOptimizer({ solver, worker, highs: new URL("highs.wasm", self.location.href) });
}

/** An optimizer's answer to a request: its document, or the error. */
export function answerTo({ text, count, milliseconds }, optimizer) {
  const { sport, body, projections } = slateInputs(readSlateFile(text, { file: "slate.csv" }));
  const signal = milliseconds === undefined ? undefined : AbortSignal.timeout(milliseconds);
  return optimizer.optimize({ sport, body, projections, count }, { signal }).then(
    (document) => ({ document }),
    ({ code, message }) => ({ code, message }),
  );
}

/**
 * What draws of a salary file's text tell: of everybody, of entries of a contest, and of entries chosen for it.
 * @param {{ text: string, draws: number, stage: object }} request
 * @param {() => Worker} worker
 */
export async function drawn({ text, draws, stage }, worker) {
  const optimizer = await createOptimizer({ worker });
  try {
    const inputs = slateInputs(readSlateFile(text, { file: "slate.csv" }));
    const simulation = await optimizer.simulate(inputs, { draws });
    const entries = simulation.lineups.slice(0, 5).map(({ seats }) => seats);
    const contest = await optimizer.contest({ ...inputs, ...stage, entries }, { draws });
    const choice = { count: 5, candidates: 10 };
    const chosen = await optimizer.chooseEntries({ ...inputs, ...stage, choice }, { draws });
    return { simulation, contest, chosen: chosen.contest };
  } finally {
    await optimizer.close();
  }
}

/**
 * A portfolio's figures, or the error of it; `started` counts the workers. With `idle` once more after a worker ended.
 * @param {{ text: string, portfolio: object, highs: string, threads?: number, idle?: number }} request
 * @param {() => Worker} worker
 */
export async function portfolioOf({ text, portfolio, highs, threads, idle }, worker) {
  let started = 0;
  let end;
  const ended = new Promise((resolve) => {
    end = resolve;
  });
  const start = () => {
    started += 1;
    const fresh = worker();
    const terminate = () => {
      fresh.terminate();
      end();
    };
    return {
      terminate,
      postMessage: (message) => fresh.postMessage(message),
      addEventListener: (type, listener) => fresh.addEventListener(type, listener),
    };
  };
  const optimizer = await createOptimizer({ worker: start, threads, highs, idle });
  try {
    const inputs = slateInputs(readSlateFile(text, { file: "slate.csv" }));
    const asked = { ...inputs, portfolio };
    // Both at once, for a worker each.
    const [{ meta }] = await Promise.all([optimizer.portfolio(asked), optimizer.portfolio(asked)]);
    if (idle !== undefined) {
      await ended;
      await optimizer.portfolio(asked);
    }
    return { ...meta.portfolio, started };
  } catch ({ code, message }) {
    return { code, message, started };
  } finally {
    await optimizer.close();
  }
}
