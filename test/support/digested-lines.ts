import { createHash } from "node:crypto";

/** Of whatever a part makes; equal ones are of the very same. */
export function digestOf(made: unknown): string {
  // The value itself: a library that pages are drawn by gives sets a toJSON of its own.
  const text = JSON.stringify(made, function (this: Readonly<Record<string, unknown>>, key) {
    const value = this[key];
    if (value instanceof Set || value instanceof Map || ArrayBuffer.isView(value))
      return [...(value as Set<unknown>)];
    return typeof value === "number" && !Number.isFinite(value) ? `${value}` : value;
  });
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

type Part<Made> = (one: Made) => unknown;

/** A line for each part and each few cases, of what it makes of them. */
export function linesOf<Case, Made>(
  parts: Readonly<Record<string, Part<Made>>>,
  { cases, atATime, make }: PartCases<Case, Made>,
): (readonly [what: string, line: () => Promise<string>])[] {
  return Object.entries(parts).flatMap(([name, part]) =>
    Array.from({ length: Math.ceil(cases.length / atATime) }, (_, at) => {
      const from = at * atATime;
      const line = async () => {
        const digests: string[] = [];
        for (const one of cases.slice(from, from + atATime)) digests.push(digestOf(await make(part, one)));
        return digests.join(" ");
      };
      return [`${name}, from ${from}`, line] as const;
    }),
  );
}

interface PartCases<Case, Made> {
  readonly cases: readonly Case[];
  readonly atATime: number;
  /** What a part makes of a case. */
  readonly make: (part: Part<Made>, one: Case) => unknown;
}
