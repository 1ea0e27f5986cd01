import { type CodeChanges, tryCode } from "./changes.ts";
import type { Asked } from "./options.ts";
import type { Part } from "./report.ts";

/** Tries the changes of each part of the code that includes a requested file. */
export function codeParts(
  changes: Readonly<Record<string, CodeChanges>>,
  { files, sample }: Asked,
): Readonly<Record<string, Part>> {
  return Object.fromEntries(
    Object.entries(changes).flatMap(([name, all]): [string, Part][] => {
      const sources = all.sources.filter((file) => files?.includes(file) ?? true);
      return sources.length === 0 ? [] : [[name, (onTrial) => tryCode({ ...all, sources }, onTrial, sample)]];
    }),
  );
}
