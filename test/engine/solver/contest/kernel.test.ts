import fc from "fast-check";
import { expect, test } from "vitest";
import { LANES, NARROW_MOST } from "../../../../src/engine/solver/contest/kernel.ts";
import { ScoreBoard } from "../../../../src/engine/solver/contest/score-board.ts";
import { compileScores } from "../../../../src/platform/node/machinery.ts";
import { runs, share, Tally } from "../../../support/runs.ts";

const module = await compileScores();

test("WebAssembly and a plain loop count the same lineups above and equal to each score", () => {
  const tally = new Tally();
  const contest = fc.record({
    picks: fc.integer({ min: 1, max: 30 }),
    seats: fc.integer({ min: 1, max: 9 }),
    // Fields beyond a few hundred lineups are only counted above a cut; beyond 4,096 they take several
    // batches.
    size: fc.constantFrom(1, 3, 40, 900, 5_000),
    own: fc.integer({ min: 1, max: 5 }),
    // The last one has sums beyond 16 bits.
    reach: fc.constantFrom(3, 60, 3_000, 20_000),
    places: fc.integer({ min: 1, max: 400 }),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(contest, ({ picks, seats, size, own, reach, places, seed }) => {
      let state = seed | 0;
      const random = (below: number) => {
        state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
        return Math.floor(((state >>> 0) / 2 ** 32) * below);
      };
      const lineupsOf = (count: number) => Uint16Array.from({ length: count * seats }, () => random(picks));
      const field = {
        lineups: lineupsOf(size),
        weights: Int32Array.from({ length: size }, () => 1 + random(3)),
      };
      const options = { field, own: lineupsOf(own), seats, picks, range: 2 * reach * seats + 1, places };
      const boards = [new ScoreBoard({ module, ...options })];
      for (let turn = 0; turn < 2; turn += 1) {
        const scores = Array.from({ length: LANES }, () =>
          Int32Array.from({ length: picks }, () => random(2 * reach) - reach),
        );
        const total = (lineups: Uint16Array, index: number, lane: number) =>
          lineups
            .subarray(index * seats, (index + 1) * seats)
            .reduce((sum, pick) => sum + scores[lane]![pick]!, 0);
        for (const board of boards) {
          for (const [lane, drawn] of scores.entries()) board.setScores(lane, drawn);
          board.tally();
        }
        let widest = 0;
        const expected: (number | null)[] = [];
        const reported = boards.map((): (number | null)[] => []);
        for (let lane = 0; lane < LANES; lane += 1) {
          const totals = Array.from(field.weights, (_, index) => total(field.lineups, index, lane));
          const count = (is: (one: number) => boolean) =>
            totals.reduce((sum, one, index) => sum + (is(one) ? field.weights[index]! : 0), 0);
          widest = Math.max(widest, Math.max(...totals) - seats * (Math.min(...scores[lane]!) - 1));
          for (let index = 0; index < own; index += 1) {
            const score = total(options.own, index, lane);
            const above = count((one) => one > score);
            // Beyond the paid places, only the fact matters.
            const level = above < places ? count((one) => one === score) : null;
            expected.push(score, Math.min(places, above), level);
            for (const [at, board] of boards.entries())
              reported[at]!.push(
                board.own[index * LANES + lane]!,
                Math.min(places, board.above(lane, score)),
                above < places ? board.level(lane, score) : null,
              );
            tally.add(above < places ? "placed" : "beyond");
          }
        }
        expect(reported).toEqual(boards.map(() => expected));
        tally.add(widest < NARROW_MOST ? "in 16 bits" : "in 32 bits");
        for (const board of boards) board.clear();
      }
    }),
    runs(60),
  );
  for (const outcome of ["placed", "beyond"])
    expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(60 * LANES * 2, 0.1));
  for (const outcome of ["in 16 bits", "in 32 bits"])
    expect(tally.of(outcome), `${tally}`).toBeGreaterThan(share(60 * 2, 0.1));
});
