import { Argument, Command, Option } from "commander";
import { packageVersion } from "../service/server/version.ts";
import type { CommandName, Options } from "./options/definitions.ts";
import { REMOVED } from "./options/removed.ts";
import type { Definition, Spec } from "./options/table.ts";
import { folded, paragraph, styled, terminalWidth } from "./render/text.ts";

/** In their order in the help. */
export const SUMMARIES: Readonly<Record<CommandName, string>> = {
  optimize: "find the best lineups of a salary file or a request",
  build: "fill a book's entries file or template with lineups",
  swap: "change entries after news; started games are left alone",
  simulate: "show how often each player and stack is optimal",
  contest: "estimate what entries can win, and choose entries",
  backtest: "show how lineups would have finished in past contests",
  calibrate: "compare simulations of past contests with what happened",
  outcomes: "fit spreads and correlations to past contests",
  ownership: "fit the estimate of ownership to past contests",
  slate: "show how a book's file was understood",
  verify: "check lineups, without any solver",
  check: "check each row of an upload or entries file",
  report: "show what lineups have in common: exposures, stacks, pairs, spread",
  score: "turn stat lines into fantasy points",
  rules: "show the contests and their rules",
  serve: "answer lineup requests over HTTP",
  batch: "run thousands of jobs unattended, and continue after an interruption",
  worker: "solve jobs of batches that come through a queue",
  key: "make an API key for serve",
  init: "write a commented description of portfolio rules",
  studio: "open the studio in your browser: build, simulate, fill entries, swap late",
  completion: "print a completion script for bash, zsh or fish",
};

type RunOf<Name extends CommandName> = (options: Options<Name>, ...values: never[]) => Promise<void>;

const LOADED: { readonly [Name in CommandName]: () => Promise<RunOf<Name>> } = {
  optimize: async () => (await import("./run/optimize.ts")).run,
  build: async () => (await import("./run/build.ts")).run,
  swap: async () => (await import("./run/swap.ts")).run,
  simulate: async () => (await import("./run/simulate.ts")).run,
  contest: async () => (await import("./run/contest.ts")).run,
  backtest: async () => (await import("./run/backtest.ts")).run,
  calibrate: async () => (await import("./run/backtest.ts")).calibrate,
  outcomes: async () => (await import("./run/backtest.ts")).outcomes,
  ownership: async () => (await import("./run/backtest.ts")).ownership,
  slate: async () => (await import("./run/slate.ts")).run,
  verify: async () => (await import("./run/verify.ts")).run,
  check: async () => (await import("./run/verify.ts")).check,
  report: async () => (await import("./run/report.ts")).run,
  score: async () => (await import("./run/score.ts")).run,
  rules: async () => (await import("./run/rules.ts")).run,
  serve: async () => (await import("./run/serve.ts")).run,
  batch: async () => (await import("./run/batch.ts")).run,
  worker: async () => (await import("./run/batch.ts")).work,
  key: async () => (await import("./run/keys.ts")).run,
  init: async () => (await import("./run/init.ts")).run,
  studio: async () => (await import("./run/studio.ts")).run,
  completion: async () => (await import("./run/completion.ts")).run,
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
  for (const [name, summary] of Object.entries(SUMMARIES)) {
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
    const run: (...all: never[]) => Promise<void> = await LOADED[name]();
    await run(...([checked, ...given.slice(0, count)] as never[]));
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
