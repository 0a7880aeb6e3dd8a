// Rejects unknown options, and options and arguments of a wrong kind.

import { describeValue, isPromise } from '../text/describe-value.ts'
import { quote } from '../text/quote.ts'
import { suggestWord } from '../text/suggestion.ts'
import { OptionError, type Problem } from './option-error.ts'

/** The names of options, each with its kind; `true` if it is checked where it is read. A missing one is an error. */
export type OptionNames<Options> = Readonly<Record<keyof Options, OptionKind | true>>

/** Rejects unknown options, and options of a wrong kind. @throws OptionError with what is allowed */
export function assertKnownOptions<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): void {
  const problem = findWrongOption(task, options, names)
  if (problem !== undefined) throw new OptionError(problem)
}

/** Finds the first wrong option, or that something else is given instead of options. Undefined if all are right. */
export function findWrongOption<Options extends object>(
  task: string,
  options: unknown,
  names: OptionNames<Options>,
): Problem | undefined {
  if (!isKind(options, 'fields')) {
    const advice = `Pass an object with any of: ${Object.keys(names).join(', ')}.`
    return { attempt: task, received: `the options are ${describeValue(options)}`, advice }
  }
  const unknown = Object.keys(options as object).find((name) => !Object.hasOwn(names, name))
  const known = Object.keys(names)
  if (unknown !== undefined) {
    const advice = `${suggestWord(unknown, known)} Options: ${known.join(', ')}.`
    return { attempt: task, received: `${quote(unknown)} is not an option`, advice }
  }
  const wrong = Object.entries<OptionKind | true>(names).flatMap(([name, kind]) => {
    const value: unknown = Reflect.get(options as object, name)
    const issue = value === undefined || kind === true ? undefined : findWrongValue(task, name, value, kind)
    return issue ?? []
  })
  return wrong[0]
}

/** Rejects an argument of a wrong kind. @throws OptionError with what is allowed */
export function assertValue(task: string, name: string, value: unknown, kind: OptionKind): void {
  const problem = findWrongValue(task, name, value, kind)
  if (problem !== undefined) throw new OptionError(problem)
}

export function findWrongValue(task: string, name: string, value: unknown, kind: OptionKind): Problem | undefined {
  if (isKind(value, kind)) return undefined
  const { allowed } = KINDS[kind]
  if (kind === 'handlers' && Array.isArray(value)) {
    const index = value.findIndex((each) => !isHandler(each))
    const received = `"${name}.${index}" is ${describeValue(value[index])}`
    return { attempt: task, received, advice: `"${name}" must be ${allowed}.` }
  }
  return { attempt: task, received: `"${name}" is ${describeValue(value)}`, advice: `It must be ${allowed}.` }
}

/** Rejects a value that is not one of its choices. @throws OptionError with all choices, and the most similar one */
export function assertChoice(task: string, name: string, value: unknown, choices: readonly (string | boolean)[]): void {
  if (choices.some((choice) => choice === value)) return
  const hint = typeof value === 'string' ? suggestWord(value, choices.map(String)) : ''
  throw new OptionError({
    attempt: task,
    received: `"${name}" is ${describeValue(value)}`,
    advice: `${hint} Allowed: ${choices.map((each) => describeValue(each)).join(', ')}.`,
  })
}

/** Whether a value is a request handler of MSW. Not by its class, because there may be several copies of MSW. */
export function isHandler(value: unknown): boolean {
  const { run, info } = Object(value) as { readonly run?: unknown; readonly info?: unknown }
  return typeof run === 'function' && typeof info === 'object'
}

interface KindOfValue {
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
  id: { allowed: 'a text or a whole number', has: (value) => typeof value === 'string' || isWhole(value) },
  function: { allowed: 'a function', has: (value) => typeof value === 'function' },
  list: { allowed: 'a list', has: Array.isArray },
  handlers: {
    allowed: "a list of MSW's request handlers, such as [http.get(url, resolver)]",
    has: (value) => Array.isArray(value) && value.every(isHandler),
  },
  fields: {
    allowed: 'an object with fields',
    has: (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && !isPromise(value),
  },
  integer: { allowed: 'a whole number', has: isWhole },
  count: { allowed: 'a whole number of at least 0', has: isCount },
  limit: {
    allowed: 'a whole number of at least 0',
    has: (value) => isCount(value) || value === Number.POSITIVE_INFINITY,
  },
  megabytes: {
    allowed: 'a whole number of megabytes of at least 1, such as 256',
    has: (value) => isCount(value) && value !== 0,
  },
  port: {
    allowed: `a whole number from 0 to ${LAST_PORT}`,
    has: (value) => isCount(value) && Number(value) <= LAST_PORT,
  },
  // The schema that gets it reads the text.
  duration: {
    allowed: 'milliseconds, or text such as 30s',
    has: (value) => Number.isFinite(value) || typeof value === 'string',
  },
  chaos: {
    allowed: 'a level from 0 to 1, text such as 0.3:4711, or an object with fields',
    has: (value) => ['number', 'string', 'object'].includes(typeof value) && value !== null && !isPromise(value),
  },
  number: { allowed: 'a number', has: (value) => Number.isFinite(value) },
  time: { allowed: 'a Date or a date-time', has: (value) => typeof value === 'string' || value instanceof Date },
} as const satisfies Readonly<Record<string, KindOfValue>>

export type OptionKind = keyof typeof KINDS

function isKind(value: unknown, kind: OptionKind): boolean {
  return KINDS[kind].has(value)
}

/** Finds options among the arguments after the last one that a function has. */
export function findNeedless(attempt: string, more: readonly unknown[]): Problem | undefined {
  const needless = more.find(isOption)
  if (needless === undefined) return undefined
  return { attempt, received: `it also got ${describeValue(needless)}`, advice: 'It has no such parameter.' }
}

// Test runners give contexts to hooks, and lists give numbers and themselves to callbacks.
function isOption(value: unknown): boolean {
  if (typeof value === 'string') return true
  return typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value))
}

/** Lets methods reject options that they do not have. @param place for messages: `clock.` @param counts how many arguments each has */
export function refuseNeedless<Methods extends object>(
  place: string,
  methods: Methods,
  counts: { readonly [Name in keyof Methods]?: number },
): Methods {
  const refusing = Object.entries<number>(counts as Record<string, number>).map(([name, count]) => {
    const method = Reflect.get(methods, name) as (...given: unknown[]) => unknown
    // It can be a hook: Jest counts the parameters.
    const call = function (): unknown {
      // biome-ignore lint/complexity/noArguments: Vitest rejects hooks with a rest parameter.
      const given: unknown[] = [...arguments]
      const problem = given.length > count ? findNeedless(`call ${place}${name}`, given.slice(count)) : undefined
      if (problem !== undefined) throw new OptionError(problem)
      return method(...given)
    }
    return [name, call]
  })
  return Object.assign(methods, Object.fromEntries(refusing))
}
