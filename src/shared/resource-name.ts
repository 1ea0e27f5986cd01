/** The text without surrounding spaces; null if it is empty or no text. */
export function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The name of a Player or a Team; null if unknown. */
export function nameOf({ attributes = {} }: { attributes?: Readonly<Record<string, unknown>> | undefined }) {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => textIn(attributes[name]) ?? []).join(" ") || null;
  return parts("fullName") ?? parts("firstName", "lastName") ?? parts("location", "nickName");
}
