import { groupBy } from "../shared/collections.ts";
import type { Slate } from "./slate.ts";

/** In upper case, letters and digits only. */
const OUT: Readonly<Record<string, string>> = {
  O: "out",
  OUT: "out",
  INJ: "injured",
  INA: "inactive",
  INACT: "inactive",
  INACTIVE: "inactive",
  NA: "not active",
  DL: "disabled list",
  IL: "injured list",
  IL7: "injured list for 7 days",
  IL10: "injured list for 10 days",
  IL15: "injured list for 15 days",
  IL60: "injured list for 60 days",
  "7DAYIL": "injured list for 7 days",
  "10DAYIL": "injured list for 10 days",
  "15DAYIL": "injured list for 15 days",
  "60DAYIL": "injured list for 60 days",
  D7: "injured list for 7 days",
  D10: "injured list for 10 days",
  D15: "injured list for 15 days",
  D60: "injured list for 60 days",
  IR: "injured reserve",
  IRR: "injured reserve, designated to return",
  IRDR: "injured reserve, designated to return",
  IRLT: "long-term injured reserve",
  LTIR: "long-term injured reserve",
  IRNR: "injured reserve, not on the roster",
  INJUREDRESERVE: "injured reserve",
  PUP: "physically unable to perform",
  PUPR: "physically unable to perform",
  PUPP: "physically unable to perform",
  NFI: "non-football injury",
  NFIR: "non-football injury",
  EX: "exempt list",
  EXE: "exempt list",
  CEL: "commissioner's exempt list",
  SUS: "suspended",
  SUSP: "suspended",
  SSPD: "suspended",
  SUSPENDED: "suspended",
  BRV: "bereavement list",
  PAT: "paternity list",
  RET: "retired",
  WD: "withdrawn",
};

/** Marks of players who may play. */
const FIT: Readonly<Record<string, string>> = {
  Q: "questionable",
  QUESTIONABLE: "questionable",
  D: "doubtful",
  DOUBTFUL: "doubtful",
  P: "probable",
  PROBABLE: "probable",
  GTD: "decided at game time",
  DTD: "day to day",
  DAYTODAY: "day to day",
  LP: "limited practice",
  FP: "full practice",
  A: "active",
  ACT: "active",
  ACTIVE: "active",
  H: "healthy",
  HEALTHY: "healthy",
  NONE: "healthy",
};

const keyOf = (mark: string) => mark.toUpperCase().replace(/[^A-Z0-9]/g, "");

/** Marks that mean so, unless `injured`, and those in `leaveOut`. */
export function leftOutBy({
  injured = false,
  leaveOut = [],
}: {
  readonly injured?: boolean | undefined;
  readonly leaveOut?: readonly string[] | undefined;
}): (mark: string) => boolean {
  const named = new Set(leaveOut.map(keyOf));
  return (mark) => (!injured && Object.hasOwn(OUT, keyOf(mark))) || named.has(keyOf(mark));
}

export function unknownMarks({ entries }: Pick<Slate, "entries">): readonly string[] {
  const isKnown = (mark: string) => mark === "" || Object.hasOwn(OUT, mark) || Object.hasOwn(FIT, mark);
  const unknown = entries.filter(({ status }) => !isKnown(keyOf(status ?? "")));
  const groups = [...groupBy(unknown, ({ status }) => status!)].map(
    ([mark, these]) => `${mark} (${these.map(({ name }) => name).join(", ")})`,
  );
  if (groups.length === 0) return [];
  return [
    `marks of unknown meaning, whose players count as fit: ${groups.join("; ")}. If one means out, leave its players out: --leave-out.`,
  ];
}
