import { describe, expect, it } from "vitest";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { InvalidFileError, InvalidRequestError } from "../../src/shared/errors.ts";

const read = (text: string) => readPortfolio(text, { file: "mine.yaml" });

async function refusal(text: string): Promise<InvalidFileError> {
  try {
    await read(text);
  } catch (error) {
    if (error instanceof InvalidFileError) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a portfolio's file", () => {
  it("is read as YAML, with ranges and percentages as texts", async () => {
    const { portfolio } = await read(
      "lineups: 150\nsalary: 49500..\nexposure:\n  - { each: player, most: 40% }\n  - { of: Ja'Marr Chase, share: 20%..35% }\n",
    );
    expect(portfolio).toEqual({
      lineups: 150,
      salary: "49500..",
      exposure: [
        { each: "player", most: "40%" },
        { of: "Ja'Marr Chase", share: "20%..35%" },
      ],
    });
  });

  it("is read as JSON, also with tab indentation", async () => {
    expect((await read('{"unique": 2, "lock": ["A"]}')).portfolio).toEqual({ unique: 2, lock: ["A"] });
    expect((await read('{\n\t"unique":\t2,\n\t"lock": [\n\t\t"A"\n\t]\n}')).portfolio).toEqual({
      unique: 2,
      lock: ["A"],
    });
  });

  it("keeps the line of every place", async () => {
    const { lines } = await read(
      "unique: 2\nrules:\n  - name: one\n    count:\n      least: 1\n  - name: two\n",
    );
    expect(lines.get("/unique")).toBe(1);
    // A field's line is that of its name, wherever its value begins.
    expect(lines.get("/rules")).toBe(2);
    expect(lines.get("/rules/0")).toBe(3);
    expect(lines.get("/rules/0/count/least")).toBe(5);
    expect(lines.get("/rules/1")).toBe(6);
  });

  it("may have selections as keys only in points.boost", async () => {
    expect((await read("points:\n  boost: { Josh Allen: +10%, { team: BUF }: -1.5 }\n")).portfolio).toEqual({
      points: {
        boost: [
          { of: "Josh Allen", by: "+10%" },
          { of: { team: "BUF" }, by: -1.5 },
        ],
      },
    });
    const { lines } = await read("points:\n  boost:\n    ? { team: BUF }\n    : -1.5\n");
    expect(["of", "by", "of/team"].map((place) => lines.get(`/points/boost/0/${place}`))).toEqual([3, 4, 3]);
    expect(await refusal("rules:\n  - { [a]: 1 }\n")).toMatchObject({ line: 2 });
  });

  it("may repeat a part by an anchor, within limits", async () => {
    expect((await read("rules:\n  - count: &one { of: A, most: 1 }\n  - count: *one\n")).portfolio).toEqual({
      rules: [{ count: { of: "A", most: 1 } }, { count: { of: "A", most: 1 } }],
    });
    const bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 9; level += 1) {
      const before = `*a${level - 1}`;
      bomb.push(`a${level}: &a${level} [${new Array(10).fill(before).join(", ")}]`);
    }
    expect((await refusal(`${bomb.join("\n")}\n`)).message).toMatch(/more than 200,000 values/);
    expect((await refusal("rules: &r [*r]\n")).message).toMatch(
      /aliases \(\*name\) that expand to more than 40 levels/,
    );
  });

  it("may be nested only to a limited depth", async () => {
    const lists = (levels: number) => `unique: 2\nlock: ${"[".repeat(levels)}A${"]".repeat(levels)}\n`;
    expect((await read(lists(39))).portfolio).toMatchObject({ unique: 2 });
    const deep = await refusal(lists(40));
    expect(deep).toMatchObject({ file: "mine.yaml", line: 2 });
    expect(await refusal(`unique: 2\nlock:\n${"- ".repeat(100_000)}A\n`)).toMatchObject({
      line: 3,
      message: deep.message.replace("line 2", "line 3"),
    });
    for (const levels of [40, 5_000, 100_000])
      expect((await refusal(lists(levels))).message).toMatch(
        /mine\.yaml.* nested too deeply: more than 40 levels/,
      );
  });

  it("reports the line at which it is not valid YAML", async () => {
    expect(await refusal("unique: 2\nlock: [A\nexclude: B\n")).toMatchObject({ file: "mine.yaml", line: 3 });
    expect((await refusal("lock: [A\nexclude: B\n")).message).not.toContain("\n");
    for (const twice of ["unique: 2\nunique: 3\n", '{"unique": 2,\n"unique": 3}'])
      expect(await refusal(twice)).toMatchObject({ line: 2 });
    expect((await read("# nothing yet\n")).portfolio).toBeNull();
    expect((await refusal(" \n")).message).toMatch(/is empty/);
    expect(await refusal("__proto__: 1\n")).toMatchObject({ line: 1 });
  });
});

describe("a description", () => {
  it("may name its schema, and must be an object", () => {
    expect(parsePortfolio({ $schema: "portfolio.json", unique: 2 })).toEqual({ unique: 2 });
    for (const value of [null, 7, "unique", [], undefined])
      expect(() => parsePortfolio(value), String(value)).toThrow(InvalidRequestError);
  });
});
