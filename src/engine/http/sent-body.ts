// Bodies as clients send them: JSON, or a form whose names may nest.

export const FORM_TYPE = 'application/x-www-form-urlencoded'

/** Writes a value as a body of a media type. */
export function writeSentBody(value: unknown, mediaType: string): string {
  if (mediaType !== FORM_TYPE) return JSON.stringify(value)
  // Brackets are easier to read as they are.
  return new URLSearchParams(listPairs(value, '')).toString().replaceAll('%5B', '[').replaceAll('%5D', ']')
}

function listPairs(value: unknown, name: string): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[name, String(value ?? '')]]
  return Object.entries(value).flatMap(([key, each]) => listPairs(each, name === '' ? key : `${name}[${key}]`))
}
