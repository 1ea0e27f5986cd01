import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  addCustomEqualityTesters,
  type ExpectStatic,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from "@vitest/expect";
import * as chai from "chai";

type Hook = () => unknown;
type Body = (...given: unknown[]) => unknown;

/** A test of a bundle, with the hooks around it. */
export interface CollectedTest {
  readonly name: string;
  readonly run: () => Promise<void>;
}

/** A group of tests during collection. */
interface Group {
  readonly name: string;
  readonly before: Hook[];
  readonly around: { readonly before: Hook[]; readonly after: Hook[] };
  readonly after: Hook[];
  readonly parent: Group | null;
  /** Whether its `beforeAll` hooks have run. */
  isReady: boolean;
}

const newGroup = (name: string, parent: Group | null): Group => ({
  name,
  before: [],
  around: { before: [], after: [] },
  after: [],
  parent,
  isReady: false,
});

let group = newGroup("", null);
let groups: Group[] = [group];
let collected: CollectedTest[] = [];
let finishers: Hook[] = [];
let folder = "";

/** Forgets the tests of the last bundle; `file` is the test file of the next ones. */
export function beginCollecting(file: string): void {
  // Only now: Vitest shares this Chai, and a process that merely loads this module keeps Vitest's.
  chai.use(readSnapshots);
  group = newGroup("", null);
  groups = [group];
  collected = [];
  folder = dirname(file);
}

export function collectedTests(): readonly CollectedTest[] {
  return collected;
}

/** Runs the cleanup that tests registered. */
export async function endCollecting(): Promise<void> {
  for (const one of groups.reverse()) if (one.isReady) for (const hook of one.after) await hook();
}

function add(name: string, body: Body, given: readonly unknown[]): void {
  const own = group;
  const lineage = lineageOf(own);
  const names = [...lineage.map((one) => one.name), name];
  const run = async () => {
    for (const one of lineage) {
      if (one.isReady) continue;
      one.isReady = true;
      for (const hook of one.before) await hook();
    }
    finishers = [];
    try {
      for (const one of lineage) for (const hook of one.around.before) await hook();
      await body(...given, ...(given.length === 0 ? [{ expect, onTestFinished }] : []));
    } finally {
      for (const one of lineage) for (const hook of one.around.after) await hook();
      for (const hook of finishers.reverse()) await hook();
    }
  };
  collected.push({ name: names.filter((one) => one !== "").join(" > "), run });
}

function lineageOf(one: Group): Group[] {
  return one.parent === null ? [one] : [...lineageOf(one.parent), one];
}

const bodyOf = (...given: readonly unknown[]) => given.find((one) => typeof one === "function") as Body;

const test = Object.assign((name: string, ...rest: unknown[]) => add(name, bodyOf(...rest), []), {
  each:
    (rows: readonly unknown[]) =>
    (name: string, ...rest: unknown[]) => {
      for (const [at, row] of rows.entries())
        add(`${name} #${at}`, bodyOf(...rest), Array.isArray(row) ? row : [row]);
    },
  skipIf: (isSkipped: unknown) => (isSkipped ? () => {} : test) as typeof test,
  concurrent: (name: string, ...rest: unknown[]) => add(name, bodyOf(...rest), []),
});

const describe = Object.assign(
  (name: string, body: Body, given: readonly unknown[] = []) => {
    group = newGroup(name, group);
    groups.push(group);
    body(...given);
    group = group.parent as Group;
  },
  {
    each: (rows: readonly unknown[]) => (name: string, body: Body) => {
      for (const [at, row] of rows.entries())
        describe(`${name} #${at}`, body, Array.isArray(row) ? row : [row]);
    },
    skipIf: (isSkipped: unknown) => (isSkipped ? () => {} : describe) as typeof describe,
  },
);

const onTestFinished = (hook: Hook) => void finishers.push(hook);

chai.use(JestExtend);
chai.use(JestChaiExpect);
chai.use(JestAsymmetricMatchers);

/** The Chai plugin with which a bundle's tests compare texts with files. */
function readSnapshots(library: Chai.ChaiStatic, { addMethod }: Chai.ChaiUtils): void {
  addMethod(library.Assertion.prototype, "toMatchFileSnapshot", function (this: object, file: string) {
    const actual: unknown = chai.util.flag(this, "object");
    chai.assert.equal(actual, readFileSync(join(folder, file), "utf8"));
    return Promise.resolve();
  });
}

const expect = Object.assign(
  (value: unknown, message?: string) => chai.expect(value, message),
  chai.expect,
  (globalThis as Record<symbol, unknown>)[ASYMMETRIC_MATCHERS_OBJECT],
  {
    getState: () => getState(expect as unknown as ExpectStatic),
    extend: (matchers: object) => (chai.expect as unknown as { extend: Body }).extend(expect, matchers),
    addEqualityTesters: addCustomEqualityTesters,
  },
);
setState({ assertionCalls: 0 }, expect as unknown as ExpectStatic);

/** Answers every property access and call with itself: type checks are the compiler's task. */
const unchecked: unknown = new Proxy(() => {}, { get: () => unchecked, apply: () => unchecked });

/** Replaces Vitest's exports without its processes, watcher and transformations per file. */
export const vitestNames: Record<string, unknown> = {
  test,
  it: test,
  describe,
  expect,
  expectTypeOf: unchecked,
  onTestFinished,
  vi: { setConfig: () => {} },
  beforeAll: (hook: Hook) => void group.before.push(hook),
  afterAll: (hook: Hook) => void group.after.push(hook),
  beforeEach: (hook: Hook) => void group.around.before.push(hook),
  afterEach: (hook: Hook) => void group.around.after.push(hook),
};
