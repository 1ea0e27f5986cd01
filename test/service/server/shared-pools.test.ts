import fc from "fast-check";
import { expect, it } from "vitest";
import { createOptimizer } from "../../../src/platform/node/optimizer.ts";
import { createApiKey } from "../../../src/service/server/authenticate.ts";
import { createOptimizerHandler } from "../../../src/service/server/handler.ts";
import { documentProjections } from "../../../src/service/server/projections/source.ts";
import { smallInputs } from "../../support/inputs.ts";
import { runs, share, Tally } from "../../support/runs.ts";
import { asking, INPUTS, pathOf, read } from "./support.ts";

const RUNS = 120;

const { body } = INPUTS;
const other = smallInputs("american-football.bookB.classic").body;
const players = body.players.map(({ player }) => player);
const one = fc.constantFrom(...players);

/** Differences between requests of one slate, valid and invalid, field by field. */
const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  cap: fc.integer({ min: 35_000, max: 70_000 }),
  count: fc.integer({ min: 1, max: 4 }),
  stack: fc.boolean(),
  include: fc.record({ players: fc.array(fc.record({ player: one }), { maxLength: 2 }) }),
  exclude: fc.record({ players: fc.array(one, { maxLength: 3 }) }),
  games: fc.constantFrom(body.games, body.games.toReversed(), body.games.slice(0, 1)),
  positions: fc.constantFrom<object>({}, { WR: 4 }, { TE: 2 }, { XX: 1 }),
  contest: fc.constantFrom("classic", "showdown"),
  book: fc.constantFrom("bookA", "bookB"),
  teams: fc.constantFrom(body.teams, [], body.teams!.slice(1)),
  players: fc.constantFrom<unknown>(
    body.players.slice(2),
    other.players,
    [...body.players, body.players[0]],
    [...body.players, { ...body.players[0], salary: -1 }],
  ),
};

const change = fc
  .constantFrom(...Object.keys(FIELDS))
  .chain((field) => FIELDS[field]!.map((value) => ({ [field]: value })));
const changes = fc.array(change, { maxLength: 3 }).map((list) => Object.assign({}, ...list) as object);

/** Without timestamps. */
const timeless = (text: string) => text.replaceAll(/"updatedAt":"[^"]*"/g, "");

it("gives requests that share a pool the same answers as separate ones", async () => {
  await using optimizer = await createOptimizer({ threads: 0 });
  const { key, hash } = createApiKey();
  const projections = documentProjections(INPUTS.projections);
  // Handlers share data by the identity of the lists they read.
  const fresh = () =>
    createOptimizerHandler({ optimizer, projections, keys: [hash], limits: { answerBytes: 0 } });
  const shared = fresh();
  const tally = new Tally();
  const asked = fc.asyncProperty(changes, async (fields) => {
    const request = asking({ ...body, count: 2, ...fields });
    const [found, wanted] = await Promise.all(
      [shared, fresh()].map(async (handler) =>
        read(await handler(new Request(`http://host${pathOf(key)}`, request))),
      ),
    );
    expect(found!.status).toBe(wanted!.status);
    expect(timeless(found!.text)).toBe(timeless(wanted!.text));
    tally.add(found!.status === 200 ? "lineups" : found!.json.errors[0]!.code);
  });
  await fc.assert(asked, runs(RUNS));
  expect(tally.of("lineups"), `${tally}`).toBeGreaterThan(share(RUNS, 0.2));
  expect(tally.of("infeasible"), `${tally}`).toBeGreaterThan(share(RUNS, 0.02));
  expect(tally.of("duplicate"), `${tally}`).toBeGreaterThan(share(RUNS, 0.02));
});
