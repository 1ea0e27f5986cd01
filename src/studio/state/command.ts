/** What the page shows, as a command for a shell. */
import { chosenBy } from "./long.ts";
import { isPortfolio } from "./portfolio-of.ts";
import { slate, solved, whole } from "./studio.ts";

export function commandText(): string {
  const { file, projections, attributes, entries, contest, contestFile, takesFiles } = slate.value!;
  const { value } = whole;
  const hasOwn = value.points.size > 0 || value.ownership.size > 0;
  const points = hasOwn ? "points.csv" : projections;
  const quoted = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const named = (flag: string, players: ReadonlySet<number>) =>
    [...players].map((player) => ` ${flag} ${quoted(slate.value!.players[player]!.ref)}`).join("");
  const isBuild = value.contests.length > 0;
  const rules =
    isBuild || isPortfolio(value)
      ? " -r rules.yaml"
      : `${named("--lock", value.locks)}${named("--exclude", value.bans)}`;
  const given =
    (points === null ? "" : ` -p ${quoted(points)}`) +
    attributes.map((name) => ` --attributes ${quoted(name)}`).join("") +
    (value.aliases.size > 0 && !hasOwn ? " --alias aliases.csv" : "") +
    (contestFile === null ? "" : ` --rules ${quoted(contestFile)} --contest ${quoted(contest)}`) +
    (value.cap === null ? "" : ` --cap ${value.cap}`) +
    rules;
  if (isBuild) {
    const own = entries?.file ?? "DKEntries.csv";
    const salaries = entries === null || file === own ? "" : ` -s ${quoted(file)}`;
    return `dfs-lineups build ${quoted(own)}${salaries}${given} -o filled.csv`;
  }
  if (solved.value?.method === "chosen" && chosenBy.value !== null) {
    const { terms, goal } = chosenBy.value;
    const by = `--goal ${goal} --payouts ${terms.shape} --fee ${terms.fee} --field ${terms.field} --draws ${terms.draws}`;
    const choose = `--choose ${solved.value.points.length} ${by} --chosen lineups.csv`;
    return `dfs-lineups contest ${quoted(file)}${given} ${choose}`;
  }
  const output = takesFiles ? "--format csv -o lineups.csv" : "-o lineups.txt";
  const count = value.lineups === null ? "" : ` -n ${value.lineups}`;
  return `dfs-lineups optimize ${quoted(file)}${given}${count} ${output}`;
}
