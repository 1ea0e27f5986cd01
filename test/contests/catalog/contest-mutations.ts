import type { ContestTable } from "../../../src/contests/constraints/readers/contest-table.ts";
import { choose, citations, type Mutation, shapeMutations } from "./mutate.ts";

/** Generates every kind of inconsistency of a contest table, at a chosen place. */
export const contestMutations: Readonly<Record<string, Mutation<ContestTable>>> = {
  ...shapeMutations,
  "an undeclared position in a slot": ({ slots }, pick) => {
    const slot = pick(slots.length);
    const at = pick(slots[slot]!.accepts.length);
    slots[slot]!.accepts[at] = "XX";
    return ["slots", slot, "accepts", at];
  },
  "an alias in a slot": ({ positions, slots }, pick) => {
    const alias = positions.flatMap(({ aliases }) => aliases)[0];
    if (alias === undefined) return null;
    const slot = pick(slots.length);
    slots[slot]!.accepts.push(alias);
    return ["slots", slot, "accepts", slots[slot]!.accepts.length - 1];
  },
  "a position twice in a slot": ({ slots }, pick) => {
    const slot = pick(slots.length);
    const { accepts } = slots[slot]!;
    accepts.push(choose(accepts, pick));
    return ["slots", slot, "accepts", accepts.length - 1];
  },
  "two slots of one name": ({ slots }, pick) => {
    const later = 1 + pick(slots.length - 1);
    slots[later]!.name = slots[pick(later)]!.name;
    return ["slots", later, "name"];
  },
  "two positions of one name": ({ positions }, pick) => {
    const later = 1 + pick(positions.length - 1);
    positions[later]!.name = positions[pick(later)]!.name;
    return ["positions", later, "name"];
  },
  "an alias that is a later position's name": ({ positions }, pick) => {
    const later = 1 + pick(positions.length - 1);
    positions[pick(later)]!.aliases.push(positions[later]!.name);
    return ["positions", later, "name"];
  },
  "an alias that is an earlier position's name": ({ positions }, pick) => {
    const later = 1 + pick(positions.length - 1);
    const { aliases } = positions[later]!;
    aliases.push(positions[pick(later)]!.name);
    return ["positions", later, "aliases", aliases.length - 1];
  },
  "an alias that is a slot for other positions": ({ positions, slots }, pick) => {
    const flexible = slots.findIndex(
      ({ name, accepts }) =>
        accepts.length > 1 && !name.includes("/") && positions.every((position) => position.name !== name),
    );
    if (flexible < 0) return null;
    choose(positions, pick).aliases.push(slots[flexible]!.name);
    return ["slots", flexible, "name"];
  },
  "a slot named like a position it does not accept": ({ positions, slots, uploadOrder }, pick) => {
    const lonely = slots.findIndex(
      (slot) => slot.accepts.length < positions.length && positions.every(({ name }) => name !== slot.name),
    );
    if (lonely < 0) return null;
    const refused = positions.filter(({ name }) => !slots[lonely]!.accepts.includes(name));
    positions.push({ ...choose(refused, pick), name: "NEW", aliases: [] });
    slots.push({ ...slots[lonely]!, name: "NEW2", accepts: ["NEW"] });
    slots[lonely]!.name = "NEW";
    uploadOrder.push("NEW2");
    return ["slots", lonely, "name"];
  },
  "an unseated position that is a position in another case": (table, pick) => {
    const taken = choose(table.positions, pick);
    table.unseated = [{ ...taken, name: taken.name.toLowerCase(), aliases: [] }];
    return ["unseated", 0, "name"];
  },
  "two slots of one name in two cases": ({ slots }, pick) => {
    const later = 1 + pick(slots.length - 1);
    slots[later]!.name = slots[pick(later)]!.name.toLowerCase();
    return ["slots", later, "name"];
  },
  "a position that no slot accepts": ({ positions }, pick) => {
    positions.push({ ...choose(positions, pick), name: "ZZ", aliases: [] });
    return ["positions", positions.length - 1, "name"];
  },
  "an upload column of no slot": ({ uploadOrder }, pick) => {
    const at = pick(uploadOrder.length);
    uploadOrder[at] = "XX";
    return ["uploadOrder", at];
  },
  "an upload column twice": ({ uploadOrder }, pick) => {
    uploadOrder.push(choose(uploadOrder, pick));
    return ["uploadOrder", uploadOrder.length - 1];
  },
  "a slot without upload column": ({ uploadOrder }, pick) => {
    uploadOrder.splice(pick(uploadOrder.length), 1);
    return ["uploadOrder"];
  },
  "a source that is not listed": (table, pick) => {
    const { holder, path } = choose(citations(table), pick);
    holder["source"] = "hearsay";
    return path;
  },
  "a source that nothing cites": ({ sources }) => {
    sources["hear-say"] = "Somebody said so.";
    return ["sources", "hear-say"];
  },
  "an undeclared position that does not count": (table, pick) => {
    const rules = [
      { place: ["minimumGames"], except: table.minimumGames?.except },
      { place: ["minimumTeams"], except: table.minimumTeams?.except },
      ...table.teamLimits.map(({ except }, at) => ({ place: ["teamLimits", at], except })),
    ].filter(({ except }) => except !== undefined);
    if (rules.length === 0) return null;
    const { place, except } = choose(rules, pick);
    except!.push("XX");
    return [...place, "except", except!.length - 1];
  },
  "a limit that counts no player": ({ positions, teamLimits, games }) => {
    teamLimits.push({ maximum: 4, except: positions.map(({ name }) => name), source: games.source });
    return ["teamLimits", teamLimits.length - 1, "except"];
  },
  "a book's own limit that counts no player": ({ positions, bookOnly, games }) => {
    const { source } = games;
    bookOnly.teamLimits = [{ maximum: 4, except: positions.map(({ name }) => name), source }];
    return ["bookOnly", "teamLimits", 0, "except"];
  },
  "a book's own minimum that no roster reaches": ({ bookOnly, games }) => {
    bookOnly.minimumTeams = { minimum: 39, except: [], source: games.source };
    return ["bookOnly", "minimumTeams", "minimum"];
  },
  "a stack among the book's own limits": (table) => {
    Object.assign(table.bookOnly, { stack: null });
    return ["bookOnly", "stack"];
  },
  "a control character in an upload column": ({ slots }, pick) => {
    const slot = pick(slots.length);
    slots[slot]!.uploadColumn = "MVP\n";
    return ["slots", slot, "uploadColumn"];
  },
  "a stack of an undeclared position": ({ stack }, pick) => {
    if (stack === null) return null;
    const role = choose(["passer", "receiver"] as const, pick);
    stack[role] = "XX";
    return ["stack", role];
  },
  "a stack of one position": ({ stack }) => {
    if (stack === null) return null;
    stack.receiver = stack.passer;
    return ["stack", "receiver"];
  },
  "more games than counted seats": (table, pick) => {
    const out = choose(table.positions, pick).name;
    const counted = table.slots.filter(({ accepts }) => accepts.some((name) => name !== out));
    table.minimumGames = {
      minimum: 1 + counted.reduce((seats, { count }) => seats + count, 0),
      except: [out],
      source: table.games.source,
    };
    return ["minimumGames", "minimum"];
  },
  "more teams than a roster has": (table) => {
    table.minimumTeams = { minimum: 39, except: [], source: table.games.source };
    return ["minimumTeams", "minimum"];
  },
  "more teams than one game has": (table) => {
    if (table.games.maximum !== 1) return null;
    table.minimumTeams = { minimum: 3, except: [], source: table.games.source };
    return ["minimumTeams", "minimum"];
  },
  "a team limit that two teams cannot fill": ({ games, teamLimits }, pick) => {
    if (games.maximum !== 1) return null;
    teamLimits.push({ maximum: 1 + pick(2), except: [], source: games.source });
    return ["teamLimits", teamLimits.length - 1, "maximum"];
  },
  "both teams of several games": (table) => {
    if (table.games.maximum === 1) return null;
    table.bothTeams = { source: table.games.source };
    return ["bothTeams"];
  },
  "fewer games at most than at least": (table, pick) => {
    table.games.minimum = 3 + pick(5);
    table.games.maximum = 2;
    table.bothTeams = null;
    return ["games", "minimum"];
  },
  "more than 40 seats": ({ slots }, pick) => {
    choose(slots, pick).count = 40;
    return ["slots"];
  },
};
