import { Argument, Command, Option } from "commander";
import { packageVersion } from "../service/server/version.ts";
import type { CommandName, Options } from "./options/definitions.ts";
import { REMOVED } from "./options/removed.ts";
import type { Definition, Spec } from "./options/table.ts";
import { folded, paragraph, styled, terminalWidth } from "./render/text.ts";

type CommandModules = {
  readonly [Name in CommandName]: {
    readonly summary: string;
    readonly load: () => Promise<{ run(options: Options<Name>, ...values: never[]): Promise<void> }>;
  };
};

export const COMMANDS: CommandModules = {
  optimize: {
    summary: "find the best lineups of a salary file or a request",
    load: () => import("./run/optimize.ts"),
  },
  build: {
    summary: "fill a book's entries file or template with lineups",
    load: () => import("./run/build.ts"),
  },
  swap: {
    summary: "change entries after news; started games are left alone",
    load: () => import("./run/swap.ts"),
  },
  simulate: {
    summary: "show how often each player and stack is optimal",
    load: () => import("./run/simulate.ts"),
  },
  contest: {
    summary: "estimate what entries can win, and choose entries",
    load: () => import("./run/contest.ts"),
  },
  backtest: {
    summary: "show how lineups would have finished in past contests",
    load: () => import("./run/backtest.ts"),
  },
  calibrate: {
    summary: "compare simulations of past contests with what happened",
    load: async () => ({ run: (await import("./run/backtest.ts")).calibrate }),
  },
  outcomes: {
    summary: "fit spreads and correlations to past contests",
    load: async () => ({ run: (await import("./run/backtest.ts")).outcomes }),
  },
  ownership: {
    summary: "fit the estimate of ownership to past contests",
    load: async () => ({ run: (await import("./run/backtest.ts")).ownership }),
  },
  slate: { summary: "show how a book's file was understood", load: () => import("./run/slate.ts") },
  verify: { summary: "check lineups, without any solver", load: () => import("./run/verify.ts") },
  check: {
    summary: "check each row of an upload or entries file",
    load: async () => ({ run: (await import("./run/verify.ts")).check }),
  },
  report: {
    summary: "show what lineups have in common: exposures, stacks, pairs, spread",
    load: () => import("./run/report.ts"),
  },
  score: { summary: "turn stat lines into fantasy points", load: () => import("./run/score.ts") },
  rules: { summary: "show the contests and their rules", load: () => import("./run/rules.ts") },
  serve: { summary: "answer lineup requests over HTTP", load: () => import("./run/serve.ts") },
  batch: {
    summary: "run thousands of jobs unattended, and continue after an interruption",
    load: () => import("./run/batch.ts"),
  },
  worker: {
    summary: "solve jobs of batches that come through a queue",
    load: async () => ({ run: (await import("./run/batch.ts")).work }),
  },
  key: { summary: "make an API key for serve", load: () => import("./run/keys.ts") },
  init: {
    summary: "write a commented description of portfolio rules",
    load: () => import("./run/init.ts"),
  },
  studio: {
    summary: "open the studio in your browser: build, simulate, fill entries, swap late",
    load: () => import("./run/studio.ts"),
  },
  completion: {
    summary: "print a completion script for bash, zsh or fish",
    load: () => import("./run/completion.ts"),
  },
};

export const EXIT_CODES =
  "Exit codes: 0 done; 1 no legal lineup, or a lineup that breaks a rule; 2 bad input; 3 a batch with jobs " +
  "that have no lineups, or an incomplete portfolio or swap; 70 failed, but not because of the input; 130 interrupted.";

/** Loads definitions only for the commands in `asked`; other commands have no options. */
export async function program(asked: readonly string[]): Promise<Command> {
  const root = new Command("dfs-lineups")
    .description("Exact daily-fantasy lineups: the N best of a contest, proved best.")
    .version(packageVersion())
    .exitOverride()
    .configureHelp({
      helpWidth: terminalWidth(),
      styleTitle: (title) => styled("title", title, { colour: true }),
    })
    .configureOutput({ outputError: (message, write) => write(asParagraph(message, asked)) })
    .addHelpText("after", () => `\n${folded(EXIT_CODES, terminalWidth())}`);
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    const command = new Command(name).summary(summary).copyInheritedSettings(root);
    root.addCommand(command);
    if (asked.includes(name)) await define(command, name as CommandName);
  }
  return root;
}

async function define(command: Command, name: CommandName): Promise<void> {
  const { DEFINITIONS } = await import("./options/definitions.ts");
  const definition: Definition = DEFINITIONS[name];
  const { description, arguments: values = {}, options = {}, epilogue = [] } = definition;
  command.description(description);
  for (const [word, spec] of Object.entries(values))
    command.addArgument(withValue(new Argument(word, helpOf(spec)), spec));
  for (const [heading, group] of Object.entries(options))
    for (const [flags, spec] of Object.entries(group)) {
      const option = withValue(new Option(flags, helpOf(spec)), spec).helpGroup(`${heading}:`);
      if (typeof spec === "object" && spec.env !== undefined) option.env(spec.env);
      command.addOption(option.makeOptionMandatory(typeof spec === "object" && spec.required === true));
    }
  for (const text of epilogue) command.addHelpText("after", () => `\n${folded(text, terminalWidth())}`);
  command.action(async (...given: unknown[]) => {
    const { checkedOptions } = await import("./options/table.ts");
    const count = Object.keys(values).length;
    const checked = checkedOptions(
      definition,
      given[count] as Record<string, unknown>,
      given.slice(0, count),
    );
    const { run } = await COMMANDS[name].load();
    await (run as (...all: unknown[]) => Promise<void>)(checked, ...given.slice(0, count));
  });
}

function helpOf(spec: string | Spec): string {
  return typeof spec === "string" ? spec : spec.help;
}

function withValue<One extends Option | Argument>(one: One, spec: string | Spec): One {
  if (typeof spec === "string") return one;
  const { choices, parse, repeats, shown } = spec;
  if (choices !== undefined) one.choices(choices as string[]);
  if (parse !== undefined) one.argParser(parse as (text: string) => unknown);
  else if (repeats) one.argParser((text: string, earlier: readonly string[] = []) => [...earlier, text]);
  if (spec.default !== undefined) one.default(spec.default, shown);
  return one;
}

function asParagraph(message: string, asked: readonly string[]): string {
  const action = asked.includes("collect") ? "collect" : "";
  const [, option = action] = /^error: unknown option '(--[a-z-]+)/.exec(message) ?? [];
  const instead = REMOVED[option];
  const text = instead === undefined ? message.replace(/^error: /, "") : `${option} is gone. ${instead}`;
  return paragraph(text, "failure");
}
