import { describe, expect, it } from "vitest";
import { PROJECTION_COLUMN_NAMES, projectionColumns } from "../../src/files/projection-columns.ts";

describe("the columns of a projections file", () => {
  it("exist for every book, and only points are required", () => {
    for (const book of [undefined, "bookA", "bookB"] as const) {
      const columns = projectionColumns(book);
      expect(Object.keys(columns)).toEqual(PROJECTION_COLUMN_NAMES);
      expect(PROJECTION_COLUMN_NAMES.filter((name) => columns[name].required)).toEqual(["points"]);
      for (const { names } of Object.values(columns)) expect(new Set(names).size).toBe(names.length);
    }
  });

  it("are the book's before its vendor's others, and never the other book's", () => {
    const { names } = projectionColumns("bookA").points;
    expect(names.indexOf("DK Projection")).toBeGreaterThanOrEqual(0);
    expect(names.indexOf("DK Projection")).toBeLessThan(names.indexOf("ETR Projection"));
    expect(names).not.toContain("FD Projection");
  });

  it("of either book come last if no book is given", () => {
    const { names } = projectionColumns(undefined).points;
    for (const own of ["DK Projection", "FD Projection"])
      expect(names.indexOf(own)).toBeGreaterThan(names.indexOf("FPPG"));
  });
});
