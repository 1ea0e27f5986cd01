/**
 * A script's arguments, including options that `npm run` consumed because there was no `--` separator. npm
 * passes these in the environment: version 10 with their values, version 11 as `true` with the values left
 * among the arguments, in the order of `names`.
 */
export function withNpmOptions(
  args: readonly string[],
  names: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): string[] {
  const known = names.map((name) => ({ name, value: environment[`npm_config_${name}`] }));
  const bare = known.filter(({ value }) => value === "true");
  const [values, rest] =
    bare.length === 0 ? [[], args] : [args.slice(0, bare.length), args.slice(bare.length)];
  return [
    ...known.flatMap(({ name, value }) =>
      value === undefined || value === "true" || value === "" ? [] : [`--${name}`, value],
    ),
    ...bare.flatMap(({ name }, at) => [`--${name}`, ...values.slice(at, at + 1)]),
    ...rest,
  ];
}
