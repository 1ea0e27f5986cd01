import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { InfeasibleError, InvalidRequestError } from "../../src/shared/errors.ts";
import { smallInputs } from "../support/inputs.ts";
import { runs, share, Tally } from "../support/runs.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const CONTESTS = [
  "american-football.draftkings.classic",
  "basketball.draftkings.showdown",
  "ice-hockey.fanduel.classic",
];
const COUNT = 8;
const RUNS = 20;

describe.each(CONTESTS)("an open slate of %s", (contest) => {
  const inputs = smallInputs(contest);

  it("answers edits with the totals and the order of an equivalent request", async () => {
    const slate = await optimizer.openSlate(inputs);
    const { entries } = slate;
    const tally = new Tally();
    const edit = fc.record(
      {
        points: fc.array(fc.integer({ min: -100, max: 4_000 }), {
          minLength: entries.length,
          maxLength: entries.length,
        }),
        named: fc.uniqueArray(fc.nat(entries.length - 1), { maxLength: 5 }),
        locked: fc.nat(2),
        cap: fc.integer({ min: 30_000, max: 60_000 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(edit, async ({ points: cents, named, locked = 0, cap }) => {
        const points = cents?.map((one) => one / 100);
        const locks = named?.slice(0, locked);
        const bans = named?.slice(locked);
        const asked = {
          ...inputs.body,
          ...(cap !== undefined && { cap }),
          ...(locks && { include: byKind(locks, (entry) => entry) }),
          ...(bans && { exclude: byKind(bans, (entry) => Object.values(entry)[0]!) }),
        };
        const projections = points === undefined ? inputs.projections : projected(points);
        const expected = await settled(
          optimizer.optimize({ ...inputs, body: asked, projections, count: COUNT }),
        );
        const answer = await settled(
          slate.best({ count: COUNT, points, locks: locks?.map((entry) => ({ entry })), bans, cap }),
        );
        if (expected instanceof InfeasibleError) {
          expect(answer).toBeInstanceOf(InfeasibleError);
          expect((answer as InfeasibleError).toErrorObjects()).toEqual(expected.toErrorObjects());
        } else {
          const { data } = expected as Awaited<ReturnType<typeof optimizer.optimize>>;
          const packed = answer as Awaited<ReturnType<typeof slate.best>>;
          expect(Array.from(packed.points, (total) => Math.round(total * 1e4) / 1e4)).toEqual(
            data.map(({ attributes }) => attributes.points),
          );
          expect([...packed.salaries]).toEqual(data.map(({ attributes }) => attributes.salaryTotal));
          const seated = data.flatMap(({ attributes }) =>
            Object.values(attributes.byPositions).flatMap((seats) => seats.map(({ uuid }) => uuid)),
          );
          expect(Array.from(packed.entries, (entry) => entries[entry]!.uuid)).toEqual(seated);
        }
        tally.add(expected instanceof InfeasibleError ? "infeasible" : "lineups");
      }),
      runs(RUNS),
    );
    expect(tally.of("lineups"), `${tally}`).toBeGreaterThan(share(RUNS, 0.3));

    function byKind<Item>(
      list: readonly number[],
      itemOf: (entry: { player: string } | { team: string }) => Item,
    ) {
      const of = (kind: "player" | "team") =>
        list.flatMap((index) => {
          const entry = entries[index]!;
          return entry.kind === kind ? [itemOf({ [kind]: entry.uuid } as { player: string })] : [];
        });
      return { players: of("player"), teams: of("team") } as never;
    }

    function projected(points: readonly number[]) {
      const byUuid = new Map(entries.map(({ uuid }, index) => [uuid, points[index]!]));
      return {
        ...inputs.projections,
        data: inputs.projections.data.map((one) => {
          const { player, team } = one.relationships;
          const id = (player?.data ?? team?.data)!.id.slice(-36);
          const attribute = `${inputs.body.book}Points`;
          return { ...one, attributes: { ...one.attributes, [attribute]: byUuid.get(id) ?? null } };
        }),
      };
    }
  });

  it("puts a player locked to a slot there", async () => {
    const slate = await optimizer.openSlate(inputs);
    const last = slate.seats.at(-1)!;
    const { accepts } = optimizer.catalog.contest(inputs.sport, inputs.body.book, inputs.body.contest).slots[
      last
    ]!;
    const entry = slate.entries.findIndex(({ positions }) => positions.some((one) => accepts.includes(one)));
    const { entries } = await slate.best({ count: 5, locks: [{ entry, slot: last }] });
    const width = slate.seats.length;
    for (let at = 0; at < entries.length; at += width) {
      const lineup = entries.subarray(at, at + width);
      expect([...lineup].some((one, seat) => one === entry && slate.seats[seat] === last)).toBe(true);
    }
    expect(entries).toHaveLength(5 * width);
  });
});

describe("an edit that no request could express", () => {
  const cases = {
    "too few points": { points: [1] },
    "points that are no number": { points: "NaN" },
    "an unknown entry": { bans: [1e6] },
    "a fraction": { locks: [{ entry: 0.5 }] },
    "a player locked and banned": { locks: [{ entry: 0 }], bans: [0] },
    "an unknown slot": { locks: [{ entry: 0, slot: 99 }] },
    "a negative cap": { cap: -1 },
    "no lineups": { count: 0 },
  };

  it.each(Object.entries(cases))("is refused: %s", async (_name, edit) => {
    const slate = await optimizer.openSlate(smallInputs(CONTESTS[0]!));
    const points =
      "points" in edit && edit.points === "NaN" ? slate.entries.map(() => Number.NaN) : undefined;
    await expect(slate.best({ ...edit, ...(points && { points }) } as never)).rejects.toBeInstanceOf(
      InvalidRequestError,
    );
  });
});

async function settled<Answer>(answer: Promise<Answer>): Promise<Answer | InfeasibleError> {
  return answer.catch((error: unknown) => {
    if (error instanceof InfeasibleError) return error;
    throw error;
  });
}
