import { readFileSync } from "node:fs";
import { Argument, Command, Option } from "commander";
import { COMMANDS } from "./commands.ts";
import type { CommandName } from "./options/definitions.ts";
import type { Definition, Spec } from "./options/table.ts";
import { folded } from "./render/folded.ts";
import { styled, terminalWidth } from "./render/look.ts";
import { paragraph } from "./render/paragraph.ts";

/** The last paragraph of every command's help. */
export const EXIT_CODES =
  "Exit codes: 0 done; 1 no legal lineup, or a lineup that breaks a rule; 2 bad input; 3 a batch with jobs " +
  "that have no lineups, or a portfolio kept in part; 70 failed, not by the input; 130 interrupted.";

/**
 * The command line parser. Throws `CommanderError` instead of ending the process. Loads definitions only for
 * the commands in `asked`; other commands have no options.
 */
export async function program(asked: readonly string[]): Promise<Command> {
  const root = new Command("dfs-lineups")
    .description("Exact daily-fantasy lineups: the N best of a contest, proved best.")
    .version(version())
    .exitOverride()
    .configureHelp({
      helpWidth: terminalWidth(),
      styleTitle: (title) => styled("title", title, { colour: true }),
    })
    .configureOutput({ outputError: (message, write) => write(asParagraph(message)) })
    .addHelpText("after", () => `\n${folded(EXIT_CODES, terminalWidth())}`);
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    const command = new Command(name).summary(summary).copyInheritedSettings(root);
    root.addCommand(command);
    if (asked.includes(name)) await define(command, name as CommandName);
  }
  return root;
}

/** Applies a command's definition to it. */
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

/** Sets an option's or argument's choices, parser and default. */
function withValue<One extends Option | Argument>(one: One, spec: string | Spec): One {
  if (typeof spec === "string") return one;
  const { choices, parse, repeats, shown } = spec;
  if (choices !== undefined) one.choices(choices as string[]);
  if (parse !== undefined) one.argParser(parse as (text: string) => unknown);
  else if (repeats) one.argParser((text: string, earlier: readonly string[] = []) => [...earlier, text]);
  if (spec.default !== undefined) one.default(spec.default, shown);
  return one;
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}

/** The parser's message as a paragraph like all others. */
function asParagraph(message: string): string {
  return paragraph(message.replace(/^error: /, ""), "failure");
}
