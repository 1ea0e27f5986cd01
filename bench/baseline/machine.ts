import { cpus } from "node:os";

/** The properties that must be equal for two runs to be compared. */
export interface Machine {
  /** The processor's own name. */
  readonly cpu: string;
  readonly cores: number;
  readonly architecture: string;
  readonly platform: string;
  /** The version of Node, such as `v22.12.0`. */
  readonly node: string;
}

export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? "unknown",
    cores: cores.length,
    architecture: process.arch,
    platform: process.platform,
    node: process.version,
  };
}

/** Describes how one machine differs from another; empty if they are alike. */
export function differences(one: Machine, other: Machine): string[] {
  const fields = Object.keys(one) as (keyof Machine)[];
  return fields
    .filter((field) => one[field] !== other[field])
    .map((field) => `${field}: ${one[field]} here, ${other[field]} there`);
}
