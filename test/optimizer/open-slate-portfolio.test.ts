import { afterAll, describe, expect, it } from "vitest";
import type { PackedLineups, Portfolio, SlateEdit } from "../../src/index.ts";
import { createOptimizer } from "../../src/platform/node/optimizer.ts";
import { InfeasibleError } from "../../src/shared/errors.ts";
import { smallInputs } from "../support/inputs.ts";

const optimizer = await createOptimizer({ threads: 0 });
afterAll(() => optimizer.close());

const COUNT = 8;
const inputs = smallInputs("basketball.draftkings.showdown");
const slate = await optimizer.openSlate(inputs);
const names = new Map(
  (inputs.projections.included ?? []).map(({ id, attributes }) => [
    id.slice(-36),
    String((attributes as { fullName?: string; nickName?: string }).fullName ?? ""),
  ]),
);
const people = slate.entries.flatMap(({ uuid, kind }, entry) =>
  kind === "player" ? [{ entry, name: names.get(uuid)! }] : [],
);

const RULES: Portfolio = { unique: 2, exposure: [{ each: "player", most: "60%" }] };
const HALF = slate.entries.map(({ points }, entry) => (entry % 4 === 0 ? points / 2 : points));

const countOf = ({ entries }: PackedLineups, entry: number) => entries.filter((one) => one === entry).length;
describe("a portfolio of an open slate", () => {
  const edits: Readonly<Record<string, SlateEdit>> = {
    "the file's points": {},
    "points of an edit": { points: HALF },
    "locks, bans and a cap": { locks: [{ entry: people[2]!.entry }], bans: [people[0]!.entry], cap: 49_000 },
  };

  it.each(
    Object.entries(edits).flatMap(([name, edit]) =>
      (["joint", "sequential"] as const).map((method) => [name, method, edit] as const),
    ),
  )("is that of an equivalent request: %s, %s", async (_name, method, edit) => {
    const portfolio = { ...RULES, method };
    const { points, locks = [], bans = [], cap } = edit;
    const uuid = (entry: number) => slate.entries[entry]!.uuid;
    const document = await optimizer.portfolio({
      ...inputs,
      body: {
        ...inputs.body,
        ...(cap !== undefined && { cap }),
        include: { players: locks.map(({ entry }) => ({ player: uuid(entry) })), teams: [] },
        exclude: { players: bans.map(uuid), teams: [] },
      },
      ...(points && { projections: projected(Array.from(points)) }),
      portfolio,
      count: COUNT,
    });
    const answer = await slate.portfolio({ ...edit, portfolio, count: COUNT });
    const seated = document.data.flatMap(({ attributes }) =>
      Object.values(attributes.byPositions).flatMap((seats) => seats.map((seat) => seat.uuid)),
    );
    expect(Array.from(answer.entries, uuid)).toEqual(seated);
    expect(answer.result).toEqual(document.meta!.portfolio);
    expect([...answer.salaries]).toEqual(document.data.map(({ attributes }) => attributes.salaryTotal));
  });

  it("reports the lineups found so far, and a stop keeps them", async () => {
    const reported: PackedLineups[] = [];
    const controller = new AbortController();
    const answer = await slate.portfolio(
      { portfolio: RULES, count: COUNT },
      {
        gap: 0,
        signal: controller.signal,
        onInterrupt: "keep",
        onProgress: ({ sum }, lineups) => {
          reported.push(lineups());
          if (sum !== null) controller.abort();
        },
      },
    );
    const last = reported.at(-1)!;
    expect(last.points).toHaveLength(COUNT);
    expect(answer.entries).toEqual(last.entries);
    expect(answer.result.shortfall?.reason).toContain("The search was interrupted");
  });

  describe("previews a portfolio with minimum shares", () => {
    const least = (names: readonly string[], share: string): Portfolio => ({
      ...RULES,
      exposure: [...RULES.exposure!, ...names.map((of) => ({ of, least: share }))],
    });
    const heldBy = ({ entries }: PackedLineups, names: readonly string[]) =>
      names.map((wanted) =>
        countOf({ entries } as PackedLineups, people.find(({ name }) => name === wanted)!.entry),
      );
    const rare = [people[7]!, people[12]!, people[15]!].map(({ name }) => name);

    it("keeps them, near the joint one", async () => {
      const portfolio = least(rare, "50%");
      const preview = await slate.portfolio({ portfolio, count: COUNT }, { preview: true });
      const joint = await slate.portfolio({ portfolio, count: COUNT });
      expect(preview.result).toMatchObject({ method: "sequential", bound: null });
      expect(preview.result.shortfall).toBeUndefined();
      expect(heldBy(preview, rare).every((held) => held >= COUNT / 2)).toBe(true);
      expect(preview.result.sum).toBeLessThanOrEqual(joint.result.bound!);
      expect(preview.result.sum).toBeGreaterThan(0.97 * joint.result.sum);
    });

    it("names those that it does not keep, and is marked", async () => {
      const lots = people.slice(20, 32).map(({ name }) => name);
      const request = { portfolio: least(lots, "60%"), count: COUNT };
      const options = { preview: true, onShortfall: "keep" } as const;
      const { result, points } = await slate.portfolio(request, options);
      expect(points.length).toBeGreaterThan(0);
      expect(result.shortfall?.reason).toContain("This is a preview");
      expect(result.shares.some(({ lineups, least: wanted }) => lineups < wanted)).toBe(true);
      await expect(slate.portfolio(request, { preview: true })).rejects.toThrow(InfeasibleError);
    });

    it("is the sequential portfolio without them", async () => {
      const request = { portfolio: RULES, count: COUNT };
      const sequential = { portfolio: { ...RULES, method: "sequential" as const }, count: COUNT };
      expect(await slate.portfolio(request, { preview: true })).toEqual(await slate.portfolio(sequential));
    });
  });

  it("begins with the last lineups if asked, and is then as good within its gap", async () => {
    const cold = await slate.portfolio({ portfolio: RULES, count: COUNT }, { gap: 0 });
    const found: number[] = [];
    const warm = await slate.portfolio(
      { portfolio: RULES, count: COUNT },
      { gap: 0, warm: true, onProgress: ({ sum }) => sum !== null && found.push(sum) },
    );
    expect(cold.result.endedBy).toBe("proof");
    expect(warm.result.sum).toBe(cold.result.sum);
    const allowed = { portfolio: { ...RULES, lock: [people[5]!.name] }, count: COUNT };
    const locked = await slate.portfolio(allowed, { gap: 0, warm: true });
    expect(locked.result.sum).toBe((await slate.portfolio(allowed, { gap: 0 })).result.sum);
    // What the new rules forbid is not kept.
    expect(countOf(locked, people[5]!.entry)).toBe(COUNT);
  });

  it("prices one more or one less lineup of each player near what they cost", async () => {
    const asked = { portfolio: RULES, count: COUNT };
    const answer = await slate.portfolio(asked, { gap: 0 });
    const { gains, margins, entries } = answer;
    const width = slate.seats.length;
    let [off, all] = [0, 0];
    for (const { entry, name } of people.filter((_, at) => at % 6 === 0)) {
      const count = countOf(answer, entry);
      const price =
        answer.result.shares.find((share) => share.uuid === slate.entries[entry]!.uuid)?.price ?? 0;
      const leaving = Array.from(margins).filter((_, lineup) =>
        entries.subarray(lineup * width, (lineup + 1) * width).includes(entry),
      );
      const cases = [
        { estimate: gains![entry]!, limit: { least: count + 1, most: count + 1 } },
        ...(count > 0
          ? [{ estimate: -Math.min(...leaving) - price, limit: { least: count - 1, most: count - 1 } }]
          : []),
      ];
      for (const { estimate, limit } of cases) {
        if (Number.isNaN(estimate)) continue;
        // The player's own limit takes the place of that of all players.
        const rules = { ...RULES, exposure: [{ of: name, ...limit }, ...RULES.exposure!] };
        const forced = await slate
          .portfolio({ portfolio: rules, count: COUNT }, { gap: 0 })
          .catch((error: unknown) => {
            if (error instanceof InfeasibleError) return null;
            throw error;
          });
        if (forced === null) continue;
        const truth = forced.result.sum - answer.result.sum;
        off += Math.abs(truth - estimate);
        all += Math.abs(truth);
      }
    }
    expect(all).toBeGreaterThan(20);
    expect(off / all).toBeLessThan(0.2);
  });

  it("has no prices without a bound", async () => {
    const { gains, margins } = await slate.portfolio({
      portfolio: { ...RULES, method: "sequential" },
      count: COUNT,
    });
    expect(gains).toBeNull();
    expect(margins.every(Number.isNaN)).toBe(true);
  });
});

function projected(points: readonly number[]) {
  const byUuid = new Map(slate.entries.map(({ uuid }, index) => [uuid, points[index]!]));
  const attribute = `${inputs.body.book}Points`;
  return {
    ...inputs.projections,
    data: inputs.projections.data.map((one) => {
      const { player, team } = one.relationships;
      const id = (player?.data ?? team?.data)!.id.slice(-36);
      return { ...one, attributes: { ...one.attributes, [attribute]: byUuid.get(id) ?? null } };
    }),
  };
}
