/** A text without surrounding spaces; null for an empty text or a value that is not a text. */
export function textIn(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null;
}

/** The full name of a Player or Team resource; null if it has none. */
export function nameOf({ attributes = {} }: { attributes?: Readonly<Record<string, unknown>> | undefined }) {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => textIn(attributes[name]) ?? []).join(" ") || null;
  return parts("fullName") ?? parts("firstName", "lastName") ?? parts("location", "nickName");
}
