import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { separatedRecords } from "../../src/formats/separated-records.ts";
import { runs, share } from "../support/runs.ts";
import { fileError } from "./support.ts";

const cellsOf = (text: string, separator = ",") =>
  separatedRecords(text, separator, "rows.csv").map(({ cells }) => cells);

describe("separated records", () => {
  it("have their cells and their last lines, empty lines aside", () => {
    expect(separatedRecords('a,b\n\n"c\nd",e\n', ",", "rows.csv")).toEqual([
      { line: 1, cells: ["a", "b"] },
      { line: 4, cells: ["c\nd", "e"] },
    ]);
  });

  it("keep the quotes of a cell that goes on behind them", () => {
    expect(cellsOf('"Bo" Lander,1\nAdo,2')).toEqual([
      ['"Bo" Lander', "1"],
      ["Ado", "2"],
    ]);
  });

  it("name the line of a quote that is never closed", () => {
    expect(fileError(() => cellsOf('a,b\nc,"d\ne,f\n')).message).toMatch(/rows\.csv.*2/);
  });

  it("read back what was written, whatever the cells and the separator", () => {
    let quoted = 0;
    const cell = fc
      .string({ unit: fc.constantFrom(...'ab ,;|\t"\n1é'), maxLength: 6 })
      .map((text) => text.trim());
    const row = fc.array(cell, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 5 }),
        fc.constantFrom(",", ";", "\t", "|"),
        (rows, separator) => {
          const written = rows.map((cells) =>
            cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(separator),
          );
          expect(cellsOf(written.join("\n"), separator)).toEqual(rows);
          if (rows.flat().some((text) => text.includes('"'))) quoted += 1;
        },
      ),
      runs(200),
    );
    expect(quoted).toBeGreaterThan(share(200, 0.3));
  });
});
