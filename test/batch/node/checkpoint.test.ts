import fc from "fast-check";
import { expect, it } from "vitest";
import { journalLine, lastCheckpoint } from "../../../src/batch/node/checkpoint.ts";
import { runs, Tally } from "../../support/runs.ts";

const entry = (next: number) => ({
  ...{ next, segment: 0, rows: next * 10, results: next, timings: next },
  states: { done: next, infeasible: 0, failed: 0 },
});

it("is the last complete line of a journal, wherever the journal is cut or corrupted", () => {
  const tally = new Tally();
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 6 }),
      fc.nat(),
      fc.constantFrom("cut", "zeros", "spoilt"),
      (count, place, how) => {
        const lines = Array.from({ length: count }, (_, index) => journalLine(entry(index + 1)));
        const text = lines.join("");
        const at = text.length === 0 ? 0 : place % text.length;
        const damaged = {
          cut: text.slice(0, at),
          zeros: `${text.slice(0, at)}${"\0".repeat(text.length - at)}`,
          spoilt: text.slice(0, at) + (text[at] === "7" ? "8" : "7") + text.slice(at + 1),
        }[how];
        const found = lastCheckpoint(damaged);
        let whole = 0;
        let length = 0;
        while (whole < count && at >= length + lines[whole]!.length) length += lines[whole++]!.length;
        if (how === "spoilt" && whole < count - 1) {
          // A line in the middle; the lines after it are intact.
          expect(found).toEqual({ checkpoint: entry(count), length: text.length });
          tally.add("middle");
        } else if (whole === 0) expect(found).toBeNull();
        else expect(found).toEqual({ checkpoint: entry(whole), length });
        tally.add(how);
      },
    ),
    runs(400),
  );
  for (const name of ["cut", "zeros", "spoilt", "middle"]) expect(tally.of(name)).toBeGreaterThan(40);
});
