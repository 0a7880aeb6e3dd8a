/** A JSON object of a document. */
export type Json = Readonly<Record<string, unknown>>

/** Leaves out what is undefined. */
export function compact(part: Json): Json {
  return Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined))
}
