const ONLY_DATE = /^\d{4}-\d{2}-\d{2}$/;
const WITH_OFFSET = /(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since 1970; a date and time without an offset is UTC, as everywhere in the service. */
export function timeOf(text: string): number {
  if (ONLY_DATE.test(text)) return Date.parse(text);
  const iso = text.replace(" ", "T");
  return Date.parse(WITH_OFFSET.test(iso) ? iso : `${iso}Z`);
}
