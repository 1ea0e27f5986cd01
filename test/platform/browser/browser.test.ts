import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { slateInputs } from "../../../src/files/slate-inputs.ts";
import type { Optimizer } from "../../../src/optimizer/contract.ts";
import { readSlateFile } from "../../../src/platform/node/files.ts";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import type { FantasyLineupDocument } from "../../../src/shared/schema/lineups.ts";
import { bundle, highsRuntime, script, solverScript } from "../../support/browser/bundle.ts";
import { openChromium } from "../../support/browser/chromium.ts";
import { type Site, serveFiles } from "../../support/browser/serve.ts";
import { PROCESS_TIMEOUT } from "../../support/command.ts";
import { FORMS } from "../../support/salary-file.ts";
import { SAMPLE_SLATES, sampleSlate } from "../../support/sample-slates.ts";
import { INSTALLATION } from "../../support/system.ts";
import { timeless } from "../../support/timeless.ts";

interface Request {
  readonly text: string;
  readonly count: number;
  readonly solver?: "auto" | "highs";
  readonly milliseconds?: number;
}

type Answer =
  | { readonly document: FantasyLineupDocument }
  | { readonly code: string; readonly message: string };

type Place = "page" | "page with a worker" | "page whose worker is missing" | "worker";

let site: Site;
/** The same files under a policy that forbids WebAssembly. */
let strict: Site;
let browser: Browser;
let page: Page;
const faults: string[] = [];

beforeAll(async () => {
  const { files } = await bundle({
    page: script("page.js"),
    inside: script("inside.js"),
  });
  const html = '<!doctype html><script type="module" src="page.js"></script>';
  const served = new Map<string, string | Uint8Array>(files);
  served.set("index.html", html).set("worker.js", solverScript()).set("highs.wasm", highsRuntime());
  [site, strict] = await Promise.all([serveFiles(served), serveFiles(served, "'self'")]);
  browser = await openChromium();
  page = await browser.newPage();
  page.setDefaultTimeout(PROCESS_TIMEOUT);
  page.on("pageerror", (error) => faults.push(error.message));
  await page.goto(`${site.url}/index.html`);
  await page.waitForFunction("self.made !== undefined");
}, INSTALLATION);

afterAll(async () => {
  await page?.close();
  await site?.[Symbol.asyncDispose]();
  await strict?.[Symbol.asyncDispose]();
});

/** The answer of a page or worker in the browser. */
function made(place: Place, request: Request): Promise<Answer> {
  return page.evaluate(`self.made[${JSON.stringify(place)}](${JSON.stringify(request)})`);
}

/** Node's optimizers, by solver. */
const optimizers = new Map<string, Optimizer>();
afterAll(() => Promise.all([...optimizers.values()].map((optimizer) => optimizer.close())));

/** Node's answer. */
async function expected({ text, count, solver = "auto" }: Request): Promise<unknown> {
  const optimizer = optimizers.get(solver) ?? (await createOptimizer({ threads: 0, solver }));
  optimizers.set(solver, optimizer);
  const { sport, body, projections } = slateInputs(readSlateFile(text, { file: "slate.csv" }));
  return timeless(await optimizer.optimize({ sport, body, projections, count }));
}

function documentOf(answer: Answer): unknown {
  if ("code" in answer) throw new Error(`${answer.code}: ${answer.message}`);
  return timeless(answer.document);
}

describe("in a browser", () => {
  it.each(FORMS.filter((_, at) => at % 8 === 0).map((name) => `${name}.csv`))(
    "%s finds the same lineups in a worker as in Node",
    async (file) => {
      const request: Request = { text: sampleSlate(file), count: 20 };
      const document = await expected(request);
      expect(documentOf(await made("worker", request))).toEqual(document);
    },
  );

  it("a page finds the same lineups as Node", async () => {
    const request: Request = { text: sampleSlate(SAMPLE_SLATES[0]!), count: 150 };
    expect(documentOf(await made("page", request))).toEqual(await expected(request));
  });

  it("HiGHS is fetched on first use, and finds the same lineups", async () => {
    expect(site.asked.filter((name) => name.includes("highs"))).toEqual([]);
    const text = sampleSlate("basketball.draftkings.showdown.csv");
    const request: Request = { text, count: 2, solver: "highs" };
    const document = await expected(request);
    for (const place of ["worker", "page with a worker"] as const)
      expect(documentOf(await made(place, request))).toEqual(document);
    expect(site.asked).toContain("highs.wasm");
  });

  const portfolio = { lineups: 12, unique: 2, exposure: [{ each: "player", most: "50%" }] };
  const slate = () => sampleSlate("basketball.draftkings.showdown.csv");
  const portfolioIn = (where: Page, request: object) =>
    where.evaluate<Record<string, unknown>>(`self.portfolioOf(${JSON.stringify(request)})`);

  it("two workers share one fetch of HiGHS, and find joint portfolios as Node does; an idle one ends and starts again", async () => {
    const before = site.asked.length;
    const request = { text: slate(), portfolio, highs: "highs.wasm?once" };
    const answer = await portfolioIn(page, { ...request, threads: 2 });
    await using optimizer = await createOptimizer({ threads: 0 });
    const inputs = slateInputs(readSlateFile(slate(), { file: "slate.csv" }));
    const { sum, bound } = (await optimizer.portfolio({ ...inputs, portfolio } as never)).meta!.portfolio!;
    expect(answer).toMatchObject({ sum, bound, started: 2 });
    expect(await portfolioIn(page, { ...request, threads: 1, idle: 50 })).toMatchObject({
      sum,
      bound,
      started: 2,
    });
    await expect(portfolioIn(page, { ...request, idle: 0 })).rejects.toThrow("/idle: must be more than 0");
    expect(site.asked.slice(before).filter((name) => name.includes("wasm"))).toEqual(["highs.wasm?once"]);
  });

  it("threads without a worker are refused", async () => {
    const code = "self.threadsAlone()";
    expect(await page.evaluate(code)).toContain("`threads` is 2, but there is no worker to start.");
  });

  it("a policy that forbids WebAssembly leaves the sequential portfolio, or an error with its directive", async () => {
    const forbidden = await browser.newPage();
    forbidden.setDefaultTimeout(PROCESS_TIMEOUT);
    await forbidden.goto(`${strict.url}/index.html`);
    await forbidden.waitForFunction("self.made !== undefined");
    const request = { text: slate(), portfolio, highs: "highs.wasm" };
    expect(await portfolioIn(forbidden, request)).toMatchObject({ endedBy: "no-solver" });
    const { body } = slateInputs(readSlateFile(slate(), { file: "slate.csv" }));
    const exposure = [{ of: body.players!.at(-1)!.player, least: 2 }];
    expect(await portfolioIn(forbidden, { ...request, portfolio: { lineups: 5, exposure } })).toMatchObject({
      code: "unsupported-model",
      message: expect.stringContaining("Add 'wasm-unsafe-eval' to its script-src directive."),
    });
    expect(strict.asked).not.toContain("highs.wasm");
    await forbidden.close();
  });

  it("an address without HiGHS is an error that names it", async () => {
    const { body } = slateInputs(readSlateFile(slate(), { file: "slate.csv" }));
    const exposure = [{ of: body.players!.at(-1)!.player, least: 2 }];
    const request = { text: slate(), portfolio: { lineups: 5, exposure }, highs: "absent.wasm" };
    expect(await portfolioIn(page, request)).toMatchObject({
      code: "solver-failed",
      message: expect.stringMatching(/absent\.wasm: status 404\. Serve the file highs\/runtime there\.$/),
    });
  });

  it("a page cancels a long task, and has a worker for the next request", async () => {
    const text = sampleSlate("american-football.draftkings.classic.csv");
    const solver = "highs";
    // By its end it is computing, and receives no messages meanwhile.
    const long = { text, count: 500, solver, milliseconds: 1_000 };
    const [given, next] = await page.evaluate<Answer[]>(
      `self.madeInTurn(${JSON.stringify([long, { text, count: 1 }])})`,
    );
    expect(given).toMatchObject({ code: "aborted" });
    expect(documentOf(next!)).toEqual(await expected({ text, count: 1, solver }));
  });

  it("simulations give the same results in a worker as in Node, to the last digit", async () => {
    const text = sampleSlate("basketball.draftkings.showdown.csv");
    const [draws, stage] = [80, { payouts: { fee: 5, shape: "top-heavy" as const }, field: { size: 50 } }];
    await using optimizer = await createOptimizer({ threads: 0 });
    const inputs = slateInputs(readSlateFile(text, { file: "slate.csv" }));
    const simulation = await optimizer.simulate(inputs, { draws });
    expect(simulation.lineups.length).toBeGreaterThan(20);
    const entries = simulation.lineups.slice(0, 5).map(({ seats }) => seats);
    const contest = await optimizer.contest({ ...inputs, ...stage, entries }, { draws });
    expect(contest.all.win).toBeGreaterThan(0);
    const choice = { count: 5, candidates: 10 };
    const { contest: chosen } = await optimizer.chooseEntries({ ...inputs, ...stage, choice }, { draws });
    expect(await page.evaluate(`self.drawn(${JSON.stringify({ text, draws, stage })})`)).toEqual({
      simulation,
      contest,
      chosen,
    });
  });

  it("a worker without its script is a failed solver", async () => {
    const request: Request = { text: sampleSlate(SAMPLE_SLATES[0]!), count: 1 };
    expect(await made("page whose worker is missing", request)).toMatchObject({ code: "solver-failed" });
  });

  it("there are no uncaught errors", () => {
    expect(faults).toEqual([]);
  });
});
