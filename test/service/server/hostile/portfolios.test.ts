import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { slateInputs } from "../../../../src/files/slate-inputs.ts";
import { readSlateFile } from "../../../../src/platform/node/files.ts";
import { Scratch } from "../../../support/command.ts";
import { asking, INPUTS, read, until } from "../support.ts";
import { attackedServer, questions, standBy } from "./bystander.ts";

const scratch = new Scratch();
afterAll(() => scratch[Symbol.dispose]());

const FILE = new URL("../../../../examples/slates/american-football.draftkings.classic.csv", import.meta.url);

const slate = slateInputs(readSlateFile(readFileSync(FILE, "utf8"), { file: FILE.pathname }));

/**
 * How often `/health` must answer during the planning of one portfolio; a blocked thread answers only before
 * and after.
 */
const ANSWERS = 10;

const repeated = (count: number, make: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => make(at));
const nobody = (at: number) => `${"Nobody Atall ".repeat(14)}${at}`;

/** Refused when its combinations are counted, in the last step. */
const TOO_MANY_WAYS = { some: "team", counts: repeated(5, () => ({ least: 1 })) };

/** Descriptions that take long to plan and are refused in the end. */
const DESCRIPTIONS: readonly (readonly [string, object])[] = [
  [
    "too-many-ways",
    {
      exposure: repeated(20, (at) => ({ each: "player", of: { salary: `${at}..` }, most: "50%" })),
      rules: [
        ...repeated(60, () => ({ every: "team", sum: { column: "salary", most: 40_000 } })),
        TOO_MANY_WAYS,
      ],
    },
  ],
  ["unknown-selection", { exclude: repeated(2, (list) => repeated(900, (at) => nobody(1_000 * list + at))) }],
  ["unknown-selection", { exclude: [...repeated(990, (at) => ({ salary: `${90_000 + at}..` })), nobody(1)] }],
];

it("portfolios that take long to plan delay no other request", async () => {
  const included = [...slate.projections.included!, ...INPUTS.projections.included!];
  const projections = { data: [...slate.projections.data, ...INPUTS.projections.data], included };
  const server = await attackedServer(["--projections", scratch.write("projections.json", projections)]);
  const address = `${server.url}/${slate.sport}/v2/fantasy/lineup-portfolio?api_key=${server.attacker}`;
  const ask = async (portfolio: object) => read(await fetch(address, asking({ ...slate.body, portfolio })));
  // The worker starts with the first portfolio.
  expect((await ask({ lock: ["Nobody"] })).status).toBe(422);
  await standBy(server, await questions(), async () => {
    for (const [code, portfolio] of DESCRIPTIONS) {
      let isOver = false;
      const refused = ask(portfolio).finally(() => {
        isOver = true;
      });
      let answers = 0;
      for (; !isOver && answers <= ANSWERS; answers += 1)
        await (await fetch(`${server.url}/health`)).arrayBuffer();
      const { status, json } = await refused;
      expect([status, json.errors[0]?.code]).toEqual([422, code]);
      expect(answers, JSON.stringify(portfolio).slice(0, 80)).toBeGreaterThan(ANSWERS);
    }
  });
  // One that would take too long to plan is refused before.
  const exposure = repeated(990, (at) => ({ each: "player", of: { salary: `${at}..` }, most: "50%" }));
  const sum = { column: "salary", most: 40_000 };
  for (const portfolio of [{ exposure }, { rules: repeated(990, () => ({ every: "team", sum })) }]) {
    const { status, json } = await ask(portfolio);
    expect([status, json.errors[0]?.code]).toEqual([422, "portfolio-too-large"]);
  }
});

it("a key's long portfolios do not delay another's", async () => {
  const { sport, body, projections } = slate;
  const server = await attackedServer(["--projections", scratch.write("projections.json", projections)]);
  const ask = async (key: string, portfolio: object, signal: AbortSignal | null = null) => {
    const address = `${server.url}/${sport}/v2/fantasy/lineup-portfolio?api_key=${key}`;
    return read(await fetch(address, { ...asking({ ...body, portfolio }), signal }));
  };
  const small = () => ask(server.key, { lineups: 2, unique: 2 });
  expect((await small()).status).toBe(200);
  const leaving = new AbortController();
  let answered = 0;
  const long = repeated(8, async () => {
    await ask(server.attacker, { lineups: 150, unique: 8 }, leaving.signal).catch(() => {});
    if (!leaving.signal.aborted) answered += 1;
  });
  const running = async () =>
    Number(/^dfs_lineups_running (\d+)$/m.exec(await (await fetch(`${server.url}/metrics`)).text())![1]);
  await until(async () => (await running()) > 0);
  for (let round = 0; round < 3; round += 1) expect((await small()).status).toBe(200);
  expect(answered).toBe(0);
  leaving.abort();
  await Promise.all(long);
});
