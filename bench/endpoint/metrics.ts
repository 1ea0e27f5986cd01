/** One of the numbers in a server's `/metrics`. */
export async function metricOf(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1];
  if (value === undefined) throw new Error(`${url}/metrics does not report ${name}.`);
  return Number(value);
}
