// Checks the arguments of methods before they are called, because a server cannot see what a request leaves out.

import { findWrongOption, findWrongValue, type OptionNames } from '../engine/input/options/known-options.ts'
import { describeProblem, type Problem } from '../engine/input/options/option-error.ts'
import type { Kind } from '../engine/input/options/value-kinds.ts'
import { ControlError } from './transport/control-error.ts'

/** Finds what is wrong with an argument, if something is. */
export type Parameter = (task: string, argument: unknown) => Problem | undefined

/** A parameter that must be given. */
export function required(name: string, kind: Kind): Parameter {
  return (task, argument) => findWrongValue(task, name, argument, kind)
}

/** A parameter that can be left out. */
export function optional(name: string, kind: Kind): Parameter {
  return (task, argument) => (argument === undefined ? undefined : findWrongValue(task, name, argument, kind))
}

/** A parameter with options. It can be left out. */
export function options<Options extends object>(names: OptionNames<Options>): Parameter {
  return (task, argument) => (argument === undefined ? undefined : findWrongOption(task, argument, names))
}

/** A parameter that the server checks. */
export const unchecked: Parameter = () => undefined

/** The parameters of methods. */
export type Calls<Methods> = { readonly [Name in keyof Methods]?: readonly Parameter[] }

/**
 * Returns the same methods, which reject a call with an argument of a wrong kind.
 *
 * @param place where they are, for messages: `clock.`
 */
export function checkMethods<Methods extends object>(place: string, methods: Methods, calls: Calls<Methods>): Methods {
  const checked = Object.entries<readonly Parameter[] | undefined>(calls).map(([name, parameters = []]) => {
    const call = Reflect.get(methods, name) as (...args: unknown[]) => Promise<unknown>
    const check = async (...args: unknown[]) => {
      checkArguments(`call ${place}${name}`, parameters, args)
      return call(...args)
    }
    return [name, check] as const
  })
  return { ...methods, ...Object.fromEntries(checked) }
}

/** @throws ControlError for the first wrong argument */
export function checkArguments(task: string, parameters: readonly Parameter[], args: readonly unknown[]): void {
  for (const [index, findProblem] of parameters.entries()) {
    const problem = findProblem(task, args[index])
    if (problem !== undefined) throw new ControlError(describeProblem(problem))
  }
}
