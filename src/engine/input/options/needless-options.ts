// Options that a function does not have.

import { describeValue } from '../text/describe-value.ts'
import { OptionError, type Problem } from './option-error.ts'

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
