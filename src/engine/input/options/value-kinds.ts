// The kinds of options and arguments that need no schema.

interface KindOfValue {
  /** What is allowed, for a message: "a text". */
  readonly allowed: string
  has(value: unknown): boolean
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value)
const isCount = (value: unknown): boolean => isWhole(value) && Number(value) >= 0
const LAST_PORT = 65_535

/** The kinds by their names. A limit is a count, or `Infinity` for none. */
export const KINDS = {
  flag: { allowed: 'true or false', has: (value) => typeof value === 'boolean' },
  text: { allowed: 'a text', has: (value) => typeof value === 'string' },
  function: { allowed: 'a function', has: (value) => typeof value === 'function' },
  list: { allowed: 'a list', has: Array.isArray },
  fields: {
    allowed: 'an object with fields',
    has: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  },
  integer: { allowed: 'a whole number', has: isWhole },
  count: { allowed: 'a whole number of at least 0', has: isCount },
  limit: {
    allowed: 'a whole number of at least 0',
    has: (value) => isCount(value) || value === Number.POSITIVE_INFINITY,
  },
  size: { allowed: 'a whole number of at least 1', has: (value) => isCount(value) && value !== 0 },
  port: {
    allowed: `a whole number from 0 to ${LAST_PORT}`,
    has: (value) => isCount(value) && Number(value) <= LAST_PORT,
  },
  // The schema that gets it reads the text.
  duration: {
    allowed: 'milliseconds, or text such as 30s',
    has: (value) => Number.isFinite(value) || typeof value === 'string',
  },
  number: { allowed: 'a number', has: (value) => Number.isFinite(value) },
  time: { allowed: 'a Date or a date-time', has: (value) => typeof value === 'string' || value instanceof Date },
} as const satisfies Readonly<Record<string, KindOfValue>>

/** The name of a kind. */
export type Kind = keyof typeof KINDS

export function isKind(value: unknown, kind: Kind): boolean {
  return KINDS[kind].has(value)
}
