import { readFileSync } from "node:fs";
import { Command } from "commander";
import { COMMANDS, type CommandEntry } from "./commands.ts";
import { folded } from "./render/folded.ts";
import { styled, terminalWidth } from "./render/look.ts";
import { paragraph } from "./render/paragraph.ts";

/** What the help of every command ends with. */
export const EXIT_CODES =
  "Exit codes: 0 done; 1 no legal lineup, or a lineup that breaks a rule; 2 bad input; 3 a batch with jobs " +
  "that have no lineups, or a portfolio kept in part; 70 failed, not by the input; 130 interrupted.";

/**
 * The command line's parser. It throws `CommanderError` where it would end the process. Commands whose names are not
 * among `asked` have no options: their definitions are not loaded.
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
  for (const entry of COMMANDS) root.addCommand(await commandOf(entry, root, asked.includes(entry.name)));
  return root;
}

async function commandOf(entry: CommandEntry, root: Command, isAsked: boolean): Promise<Command> {
  const command = new Command(entry.name).summary(entry.summary).copyInheritedSettings(root);
  if (!isAsked) return command;
  const { description, arguments: values = [], options, epilogue = [] } = (await entry.define()).definition;
  command.description(description);
  for (const value of values) command.addArgument(value);
  for (const option of options) command.addOption(option);
  for (const paragraph of epilogue)
    command.addHelpText("after", () => `\n${folded(paragraph, terminalWidth())}`);
  return command.action(async (...given: unknown[]) => {
    const { run } = await entry.load();
    await (run as (...all: unknown[]) => Promise<void>)(
      given[values.length],
      ...given.slice(0, values.length),
    );
  });
}

function version(): string {
  const file = new URL("../../package.json", import.meta.url);
  const { version } = JSON.parse(readFileSync(file, "utf8")) as { readonly version: string };
  return version;
}

/** The parser's own message in the form of all others. */
function asParagraph(message: string): string {
  return paragraph(message.replace(/^error: /, ""), "failure");
}
