import { describe, expect, it } from "vitest";
import { scorePerformance } from "../../../src/contests/scoring/performance.ts";
import { scoringTable } from "../../support/scoring.ts";

const basketball = scoringTable("basketball", "bookA");
const football = scoringTable("american-football", "bookB");

function noteOf(
  table: typeof basketball,
  line: Readonly<Record<string, number | null>>,
  term: string,
  kind: "actual" | "projected" = "projected",
) {
  const { breakdown } = scorePerformance(table, line, { kind, position: table.groups[0]!.positions[0]! });
  return breakdown.find((each) => each.term === term)?.note;
}

describe("a breakdown", () => {
  it.each(["actual", "projected"] as const)(
    "reports that an %s line with the parts lacks the total",
    (kind) => {
      const line = { fieldGoalsMade: 8, freeThrowsMade: 4, reboundsDefensive: 6, assists: 5 };
      expect(noteOf(basketball, line, "point", kind)).toBe("not counted: the line has no points");
      expect(noteOf(basketball, line, "rebound", kind)).toBe("not counted: the line has no reboundsTotal");
      const whole = { ...line, points: 20, reboundsTotal: 6 };
      expect(noteOf(basketball, whole, "point", kind)).toBeNull();
      expect(noteOf(basketball, whole, "rebound", kind)).toBeNull();
    },
  );

  it("does not report a missing total if its parts are missing too, or not predicted", () => {
    expect(noteOf(basketball, { assists: 5 }, "point")).toBeUndefined();
    expect(noteOf(basketball, { assists: 5, fieldGoalsMade: null }, "point")).toBeUndefined();
  });

  it("gives the same points for a line with and without the note", () => {
    const points = (line: object) => scorePerformance(basketball, { ...line }, { kind: "projected" }).points;
    expect(points({ assists: 5, freeThrowsMade: 4 })).toBe(points({ assists: 5 }));
    const { breakdown } = scorePerformance(basketball, { freeThrowsMade: 4, assists: 5 }, { kind: "actual" });
    expect(breakdown.find(({ term }) => term === "point")).toMatchObject({ amount: 0, points: 0 });
  });

  it("reports that an actual double-double was judged without the missing total", () => {
    const line = { assists: 11, steals: 2, reboundsOffensive: 3, points: 8 };
    expect(noteOf(basketball, line, "double-double", "actual")).toBe(
      "incomplete: the line has no reboundsTotal",
    );
    expect(noteOf(basketball, { ...line, probDoubleDouble: 0.4 }, "double-double")).toBe(
      "chance predicted by probDoubleDouble",
    );
  });

  it("reports that a projected line lacks fumbles lost", () => {
    for (const stat of ["passingYards", "rushingYards", "receivingYards", "fumblesFumbles"]) {
      const line = { receivingReceptions: 2, [stat]: 1 };
      expect(noteOf(football, line, "fumble lost"), stat).toBe("not counted: the line has no fumblesLost");
      expect(noteOf(football, { ...line, fumblesLost: 0.1 }, "fumble lost"), stat).toBeNull();
    }
    expect(noteOf(football, { extraPointsMade: 2 }, "fumble lost")).toBeUndefined();
  });
});

describe("an incomplete line", () => {
  it("has no category without its stats, and no probability without a prediction", () => {
    const score = (line: Readonly<Record<string, number>>, kind: "actual" | "projected") =>
      scorePerformance(basketball, line, { kind, position: "C" }).breakdown.find(
        ({ term }) => term === "double-double",
      );
    expect(score({ turnovers: 2 }, "actual")).toBeUndefined();
    expect(score({ turnovers: 2 }, "projected")).toBeUndefined();
    expect(score({ points: 12 }, "actual")).toMatchObject({ amount: 0, points: 0 });
    expect(score({ points: 12 }, "projected")).toMatchObject({ amount: 0, points: 0 });
  });
});
