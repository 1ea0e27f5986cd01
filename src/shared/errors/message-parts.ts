/** The end of a message about a failure that the user can neither cause nor avoid. */
export const REPORT_IT = "Your request is not the cause. Please report it.";

/**
 * A reference in a message: to a player or team (`entry`, by GUID), to a field of the request (`field`, by
 * JSON pointer), or to a `place` in a description or file, for which `to` is the text without its number and
 * lines. `shown` is the text if no name replaces it.
 */
interface Reference {
  readonly kind: "entry" | "field" | "place";
  readonly to: string;
  readonly shown: string;
}

/** A text, or its parts as plain data. */
export type Message = string | readonly (string | Reference)[];

/**
 * Names that replace the references in a message. `entry` takes the GUID of a player or team, `field` the
 * JSON pointer of a field in the request. They return its name, or null if it has none.
 */
export interface Naming {
  readonly entry?: ((uuid: string) => string | null) | undefined;
  readonly field?: ((pointer: string) => string | null) | undefined;
}

export function entryRef(uuid: string): Message {
  return [{ kind: "entry", to: uuid, shown: uuid }];
}

export function fieldRef(pointer: string, shown = pointer): Message {
  return [{ kind: "field", to: pointer, shown }];
}

export function placeRef(shown: string, to: string): Message {
  return [{ kind: "place", to, shown }];
}

/** The tag of a template whose values may be messages. */
export function message(texts: readonly string[], ...values: readonly (Message | number | null)[]): Message {
  return joinedMessages(
    texts.flatMap((text, at) => {
      const value = values[at - 1] ?? "";
      return [typeof value === "number" ? String(value) : value, text];
    }),
  );
}

export function joinedMessages(messages: readonly Message[], separator = ""): Message {
  return ofParts(messages.flatMap((one, at) => [at === 0 ? "" : separator, one].flat()));
}

function ofParts(parts: Exclude<Message, string>): Message {
  return parts.every((part) => typeof part === "string")
    ? parts.join("")
    : parts.filter((part) => part !== "");
}

/** Replaces each reference in a message by its name in `naming`; a reference without one is kept as it is. */
export function named(text: Message, naming: Naming): Message {
  return ofParts(
    [text].flat().map((part) => {
      if (typeof part === "string" || part.kind === "place") return part;
      return naming[part.kind]?.(part.to) ?? part;
    }),
  );
}

/** The text of a message, with GUIDs and the fields' names in requests. */
export function plain(text: Message): string {
  return [text]
    .flat()
    .map((part) => (typeof part === "string" ? part : part.shown))
    .join("");
}

/** Removes the place with which a message about a rule begins, and the names of fields and lines of places. */
export function withoutPlaces(text: Message): Message {
  const [first = "", after, ...others] = [text].flat().filter((part) => part !== "");
  const isPlaced = typeof first === "object" && first.kind === "place";
  const rest =
    isPlaced && typeof after === "string" && /^[,:] /.test(after)
      ? [after.slice(2), ...others]
      : [first, ...(after === undefined ? [] : [after]), ...others];
  return ofParts(
    rest.map((part) => {
      if (typeof part === "string" || part.kind === "entry") return part;
      return part.kind === "place" ? part.to : part.shown;
    }),
  );
}
