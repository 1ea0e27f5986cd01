import fc from "fast-check";

type Entry = Readonly<Record<string, unknown>>;
/** A request's body, in which some fields may have any value. */
export type DrawnBody = Entry & {
  readonly players: readonly Entry[];
  readonly teams?: readonly Entry[] | undefined;
  readonly games: readonly string[];
};
type Change = (body: DrawnBody) => DrawnBody;

const OTHER = "d0000000-0000-4000-8000-000000000001";

const name = fc.constantFrom(
  ...["QB", "rb", " WR ", "TE", "K", "D", "DST", "FLEX", "CPT", "PG", "sg/SF", "C", "G", "F", "UTIL", "Util"],
  ...["W", "c/W", "GOALIE", "QB,WR", "", "MVP", "PG/QB"],
);
const at = fc.nat(30);

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constantFrom("bookA", "bookB", "bookC").map(
    (book): Change =>
      (body) => ({ ...body, book }),
  ),
  fc.constantFrom("classic", "showdown", "x").map(
    (contest): Change =>
      (body) => ({ ...body, contest }),
  ),
  onPlayer(fc.tuple(at, fc.record({ position: name }))),
  onPlayer(fc.tuple(at, fc.record({ salary: fc.constantFrom(-1, 0, 1.5, 4_000, 2_000_000_000) }))),
  onPlayer(fc.tuple(at, fc.record({ captainSalary: fc.constantFrom(undefined, 9_000) }))),
  fc.constantFrom<Change>(
    (body) => ({ ...body, teams: undefined }),
    (body) => ({ ...body, teams: [{ team: OTHER, salary: 3_000 }] }),
    (body) => ({ ...body, teams: [{ team: OTHER, salary: 3_000, captainSalary: 4_500 }] }),
    (body) => ({ ...body, games: [] }),
    (body) => ({ ...body, games: body.games.slice(0, 1) }),
    (body) => ({ ...body, games: [...body.games, body.games[0]!] }),
    (body) => ({ ...body, games: [...body.games, OTHER] }),
    (body) => ({ ...body, unknown: 1 }),
    (body) => ({ ...body, players: [...body.players, of(body.players, 0)] }),
    (body) => ({ ...body, exclude: { players: [OTHER] } }),
  ),
  fc.tuple(name, fc.nat(10)).map(
    ([key, least]): Change =>
      (body) => ({ ...body, positions: { [key]: least } }),
  ),
  fc.constantFrom(true, false, "yes").map(
    (stack): Change =>
      (body) => ({ ...body, stack }),
  ),
  fc.constantFrom(-1, 0, 50_000, 60_000, 10 ** 10).map(
    (cap): Change =>
      (body) => ({ ...body, cap }),
  ),
  fc.constantFrom(0, 1, 10, 11, "3").map(
    (count): Change =>
      (body) => ({ ...body, count }),
  ),
  fc.tuple(at, fc.option(name, { nil: undefined })).map(
    ([index, position]): Change =>
      (body) => ({
        ...body,
        include: { players: [{ player: of(body.players, index)["player"], position }] },
      }),
  ),
  fc.array(at, { maxLength: 2 }).map(
    (indices): Change =>
      (body) => ({
        ...body,
        exclude: { players: indices.map((index) => of(body.players, index)["player"]) },
      }),
  ),
);

function of(players: readonly Entry[], index: number): Entry {
  return players[index % players.length]!;
}

function onPlayer(drawn: fc.Arbitrary<readonly [number, Entry]>): fc.Arbitrary<Change> {
  return drawn.map(([index, values]) => ({ players, ...body }) => ({
    ...body,
    players: players.map((player, own) =>
      own === index % players.length ? { ...player, ...values } : player,
    ),
  }));
}

/** A JSON body after one to three changes. */
export function drawnBody(body: DrawnBody): fc.Arbitrary<DrawnBody> {
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map(
      (changes) =>
        JSON.parse(JSON.stringify(changes.reduce((value, next) => next(value), body))) as DrawnBody,
    );
}
