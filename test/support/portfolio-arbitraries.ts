import fc from "fast-check";
import type {
  ContestSection,
  Portfolio,
  PortfolioRule,
  ShareFields,
} from "../../src/shared/schema/portfolio.ts";
import type { Selection } from "../../src/shared/schema/selection.ts";
import { ROWS, TEAMS } from "./tiny-portfolio.ts";

/**
 * The pool for descriptions: a showdown contest's has one game, and both are small enough to try all
 * lineups.
 */
export const POOLS = {
  classic: ROWS.filter(({ team, name }) => !name.endsWith("2") || team < 2),
  showdown: ROWS.filter(({ team }) => team < 2),
} as const;
const SLOTS = { classic: ["QB", "WR", "FLEX", "DST"], showdown: ["CPT", "FLEX"] } as const;

/** Selections in the contest's pool. */
export function selections(contest: keyof typeof SLOTS, depth = 1): fc.Arbitrary<Selection> {
  const rows = POOLS[contest];
  const name = fc.constantFrom(...rows.map((row) => (row.position === "DST" ? TEAMS[row.team]! : row.name)));
  const slot = fc.constantFrom(...SLOTS[contest]);
  const team = fc.constantFrom(...TEAMS.slice(0, contest === "classic" ? 4 : 2));
  const some = <Item>(item: fc.Arbitrary<Item>) =>
    fc.oneof(item, fc.uniqueArray(item, { minLength: 1, maxLength: 2 }) as unknown as fc.Arbitrary<Item>);
  const criteria = fc
    .record(
      {
        team: some(team),
        opponent: team,
        game: fc.constantFrom("BUF@KC", contest === "classic" ? "NYG@DAL" : "KC@BUF"),
        position: some(fc.constantFrom("QB", "WR", "w", "RB", "DST")),
        slot: some(slot),
        salary: fc.constantFrom("3000..4500", "..3600", "4000.."),
        points: fc.constantFrom("..14", "12..19"),
        Ownership: fc.constantFrom("10..", "..15", "5%..20%"),
        Line: fc.constantFrom(1, "2"),
        ...(depth > 0 && { not: selections(contest, depth - 1) }),
      },
      { requiredKeys: [] },
    )
    .map((all) => Object.fromEntries(Object.entries(all).slice(0, 3)) as Selection)
    .filter((all) => Object.keys(all).length > 0);
  return fc.oneof(
    { weight: 2, arbitrary: name },
    { weight: 1, arbitrary: fc.tuple(name, slot).map(([who, where]) => `${who}@${where}`) },
    { weight: 4, arbitrary: criteria },
    ...(depth > 0
      ? [{ weight: 1, arbitrary: fc.array(selections(contest, depth - 1), { minLength: 1, maxLength: 3 }) }]
      : []),
  );
}

const limits = fc.oneof(
  fc.record({ least: fc.integer({ min: 1, max: 2 }) }),
  fc.record({ most: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ exactly: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ least: fc.constant(1), most: fc.integer({ min: 1, max: 3 }) }),
);

/** Rules of one lineup over the contest's pool, by kind. */
export function ruleKinds(contest: keyof typeof SLOTS) {
  const of = fc.option(selections(contest), { nil: undefined, freq: 4 });
  const count = (isGrouped: boolean, sides: readonly ("own" | "opponent")[] = ["own", "opponent"]) =>
    fc
      .record({
        of,
        side: isGrouped ? fc.option(fc.constantFrom(...sides), { nil: undefined }) : fc.constant(undefined),
      })
      .chain((base) => limits.map((limit) => ({ ...base, ...limit })));
  const group = fc.constantFrom<NonNullable<PortfolioRule["some"]>>(
    "team",
    "team",
    "game",
    { column: "Line" },
    { column: "Line", of: { position: ["WR", "RB"] } },
    { column: "Order", within: 3 },
    { column: "Order", within: 3, cyclic: 7 },
  );
  const sidesOf = (kind: PortfolioRule["some"]) => (kind === "game" ? (["own"] as const) : undefined);
  const sum = fc.oneof(
    fc.record({
      column: fc.constant("Ownership"),
      of,
      most: fc.integer({ min: 10, max: 60 }),
      missing: fc.constant(7.5),
    }),
    fc.record({ column: fc.constant("salary"), of, least: fc.constantFrom(9000, 15_000) }),
    fc.record({ column: fc.constant("points"), of, least: fc.constant(30.5), most: fc.constant(60.25) }),
  );
  const sidedSum = (sides: readonly ("own" | "opponent")[] = ["own", "opponent"]) =>
    fc
      .tuple(sum, fc.option(fc.constantFrom(...sides), { nil: undefined }))
      .map(([one, side]) => ({ ...one, side }));
  const product = fc.record({
    column: fc.constant("Ownership"),
    of,
    missing: fc.constantFrom(0, 2),
    least: fc.constantFrom(undefined, 0, 100),
    most: fc.constantFrom(0, 3000, 50_000),
  });
  const when = (isGrouped: boolean, kind?: PortfolioRule["some"]) =>
    fc.option(count(isGrouped, sidesOf(kind)), { nil: undefined, freq: 2 });
  const plain = fc.record({
    when: when(false),
    count: fc.oneof(count(false), fc.array(count(false), { minLength: 1, maxLength: 3 })),
  });
  const sums = fc.record({ when: when(false), sum });
  const products = fc.record({ when: when(false), product });
  const grouped = (word: "some" | "every") =>
    group.chain((kind) =>
      fc.record({
        [word]: fc.constant(kind),
        when: when(word === "every", kind),
        count: fc.array(count(true, sidesOf(kind)), { minLength: 1, maxLength: 3 }),
        sum: fc.option(sidedSum(sidesOf(kind)), { nil: undefined, freq: 2 }),
      }),
    );
  const distinct = fc
    .tuple(fc.constantFrom<PortfolioRule["some"]>("team", "game", { column: "Line" }), when(false))
    .chain(([some, condition]) =>
      fc
        .array(fc.array(count(true, sidesOf(some)), { minLength: 1, maxLength: 2 }), {
          minLength: 2,
          maxLength: 3,
        })
        .map((counts) => ({ some, when: condition, counts })),
    );
  const different = limits.chain((limit) => of.map((own) => ({ of: own, ...limit })));
  const numbers = fc
    .record({
      teams: fc.option(different, { nil: undefined }),
      games: fc.option(different, { nil: undefined }),
      when: when(false),
      count: fc.option(count(false), { nil: undefined, freq: 1 }),
    })
    .filter(({ teams, games }) => (teams ?? games) !== undefined);
  const kinds = {
    numbers,
    count: plain,
    sum: sums,
    product: products,
    some: grouped("some"),
    every: grouped("every"),
    counts: distinct,
  };
  return kinds as unknown as { readonly [Kind in keyof typeof kinds]: fc.Arbitrary<PortfolioRule> };
}

/** Any rule of one lineup over the contest's pool. */
export function rules(contest: keyof typeof SLOTS): fc.Arbitrary<PortfolioRule> {
  const { numbers, count, sum, product, some, every, counts } = ruleKinds(contest);
  return fc.oneof(numbers, count, count, sum, product, some, some, every, counts);
}

/** Any share of lineups, in all notations. */
export const shares = fc.constantFrom<ShareFields>(
  { share: "20%..60%" },
  { share: "..50%" },
  { share: "1..3" },
  { most: "34%" },
  { least: 1, most: 2 },
  { most: 2 },
);

/** Fields that a description and its sections for contests share. */
export function setFields(contest: keyof typeof SLOTS) {
  const exposure = fc
    .tuple(fc.oneof(fc.constant({ each: "player" as const }), fc.record({ of: selections(contest) })), shares)
    .map(([who, limits]) => ({ ...who, ...limits }));
  const orNone = <Item>(item: fc.Arbitrary<Item>) => fc.option(item, { nil: undefined, freq: 2 });
  return fc
    .record({
      unique: orNone(fc.integer({ min: 1, max: 2 })),
      exposure: orNone(fc.array(exposure, { maxLength: 1 })),
      rules: orNone(fc.array(rules(contest), { maxLength: 1 })),
      exclude: orNone(fc.array(selections(contest, 0), { maxLength: 1 })),
      lineups: orNone(fc.integer({ min: 1, max: 2 })),
    })
    .map((all) => definedOf(all)) as fc.Arbitrary<Portfolio>;
}

/** Sections of `contests`, with fields of their own. */
export function sections(contest: keyof typeof SLOTS): fc.Arbitrary<ContestSection> {
  const entries = fc.constantFrom<ContestSection["entries"]>(
    ...[undefined, undefined, { fee: "..5" }, { fee: "5.." }, { limit: 1 }, { limit: "..20" }],
    ...[{ contest: "shot" }, { contest: "shot", fee: "..5" }],
  );
  const deal = fc.constantFrom<ContestSection["deal"]>(undefined, "entries", "contest", "same");
  return fc
    .tuple(fc.record({ entries, deal }), setFields(contest))
    .map(([whose, own]) => ({ ...definedOf(whose), ...own }));
}

function definedOf<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields;
}
