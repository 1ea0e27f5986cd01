import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parsePortfolio } from "../../src/portfolio/parse-portfolio.ts";
import { readPortfolio } from "../../src/portfolio/read-portfolio.ts";
import { writePortfolio } from "../../src/portfolio/write-portfolio.ts";
import { restLines, textOf } from "../../src/report/rule-sentences.ts";
import type { Portfolio } from "../../src/shared/schema/portfolio.ts";
import type { SlateFacts } from "../../src/studio/engine/session.ts";
import { NEW } from "../../src/studio/state/doc.ts";
import { docOf } from "../../src/studio/state/doc-of.ts";
import { describeAll } from "../../src/studio/state/portfolio-of.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const GUIDES = `${ROOT}docs/guides/`;

/** Every description of the guides and examples, by its place. */
const TEXTS: readonly (readonly [string, string])[] = [
  ...readdirSync(`${ROOT}examples/portfolios`).map(
    (name) => [name, readFileSync(`${ROOT}examples/portfolios/${name}`, "utf8")] as const,
  ),
  ...readdirSync(GUIDES).flatMap((name) =>
    [...readFileSync(GUIDES + name, "utf8").matchAll(/```yaml\n(.*?)```/gs)].map(
      ([, text], at) => [`${name} ${at + 1}`, text!] as const,
    ),
  ),
];

/** A description with every field of the language. */
const ALL = `# the whole language
lineups: 20 # how many
method: sequential
unique: 3
avoid: [earlier.csv]
salary: 49000..49900
lock: [Loren Ashellow, "Jorell Eskelworth@FLEX", "Someone Else@CPT"]
exclude: [{ team: SOU, position: [QB, RB] }, Loren Ashell]
exposure:
  - { each: player, most: 50% } # all
  - { each: player, of: { position: DST }, most: 25% }
  - { of: Jorell Eskelworth, least: 10%, most: 40% }
  - { name: pair, of: [A One, B Two], times: 2, share: 5..10 }
  - { each: game, share: 20%..60% }
rules:
  - { name: double stack, some: team, when: { of: { position: QB } }, count: [{ of: { position: [WR, TE] }, least: 2 }, { side: opponent, exactly: 1 }], least: 60% }
  - { name: two stacks, some: game, counts: [{ least: 3 }, [{ of: { not: { slot: CPT } }, least: 2, most: 4 }]] }
  - { every: { column: order, of: { not: { position: P } }, within: 5, cyclic: 9 }, count: { most: 3 } }
  - { sum: { column: own, of: { salary: 8000.. }, most: 120.5, missing: 5 }, product: { column: own, side: own, least: 0.001 }, some: team }
  - { teams: { least: 3 }, games: { of: { points: 10..20, game: SOU@MEE }, most: 4 }, most: 12 }
points:
  from: ceiling
  boost: { Loren Ashellow: +10%, Jorell Eskelworth: -1.5 }
  random: { seed: 7, spread: 15% }
  decay: 5%
distinct: all
contests:
  - { name: cash, entries: { contest: [Double Up, 50/50], fee: ..5 }, deal: same, lineups: 1, lock: [Jorell Eskelworth] }
  - { name: others, unique: 2, exposure: [{ each: player, most: 35% }], rules: [{ count: { of: { position: TE }, most: 1 } }] }
`;

const player = (ref: string) => ({ ref, name: ref }) as SlateFacts["players"][number];
const FACTS = { players: [player("Loren Ashellow"), player("Jorell Eskelworth")] } as unknown as SlateFacts;

async function read(text: string, file: string): Promise<Portfolio> {
  const { portfolio, lines } = await readPortfolio(text, { file });
  const { $schema: _, ...described } = portfolio as Portfolio & { readonly $schema?: unknown };
  return parsePortfolio(described, lines);
}

describe("the studio's rules", () => {
  it.each([...TEXTS, ["the whole language", ALL] as const])(
    "keep every field and comment of %s",
    async (name, text) => {
      const portfolio = await read(text, name).catch(() => null);
      // Some blocks of the guides are of other files.
      if (portfolio === null) return expect(name).not.toMatch(/cookbook|portfolios|whole/);
      const players = FACTS.players.map(({ ref }, at) => [ref, at] as const);
      const doc = docOf({ portfolio, players }, text, NEW);
      const written = describeAll(doc, FACTS);
      const defaults = { lineups: portfolio.contests === undefined ? 150 : undefined };
      // The order of the rules is the text's: between equally good sets of lineups, it decides.
      const same = { ...defaults, ...portfolio };
      expect(parsePortfolio(written)).toEqual(same);
      const comments = (of: string) => of.match(/# .*/g) ?? [];
      const file = await writePortfolio(written, { text, file: name });
      expect(comments(file)).toEqual(comments(text));
      expect(await read(file, name)).toEqual(same);
      for (const set of [doc, ...doc.contests]) {
        for (const item of set.rules) expect(textOf(item)).toMatch(/^[^{}[\]]{6,}$/);
        const { lock = [], exclude = [], avoid = [], salary, points } = set.rest;
        const own = [
          ...lock,
          ...exclude,
          ...avoid,
          ...(salary === undefined ? [] : [1]),
          ...(points === undefined ? [] : [1]),
        ];
        expect(restLines(set.rest).map(({ text: line }) => line)).toHaveLength(own.length);
        for (const { text: line } of restLines(set.rest)) expect(line).not.toMatch(/[{}[\]]|undefined|null/);
      }
    },
  );

  it("keep an edited rule in its place", async () => {
    const players = FACTS.players.map(({ ref }, at) => [ref, at] as const);
    const doc = docOf({ portfolio: await read(ALL, "all"), players }, ALL, NEW);
    const limits = new Map([[1, { least: 5, most: null }]]);
    const { exposure, lock } = describeAll({ ...doc, limits, locks: new Set() }, FACTS);
    expect(exposure![2]).toEqual({ of: "Jorell Eskelworth", least: "5%" });
    expect(lock).toEqual(["Jorell Eskelworth@FLEX", "Someone Else@CPT"]);
  });
});
