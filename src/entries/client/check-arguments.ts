// The check of arguments before a call, because a server cannot see what a request leaves out.

import { findNeedless, findWrongOption, findWrongValue } from '../../engine/input/options/known-options.ts'
import { describeProblem, type Problem } from '../../engine/input/options/option-error.ts'
import { isPromise, PROMISE } from '../../engine/input/text/describe-value.ts'
import type { MethodParameter } from './remote/parameters.ts'
import { ControlError } from './transport/control-error.ts'

/** @param most how many arguments there may be @throws ControlError for the first wrong argument */
export function checkArguments(
  task: string,
  parameters: readonly MethodParameter[],
  args: readonly unknown[],
  most = parameters.length,
): void {
  const isFields = (each: unknown): each is object => typeof each === 'object' && each !== null
  if (args.some((each) => isPromise(each) || (isFields(each) && Object.values(each).some(isPromise))))
    throw new ControlError(describeProblem({ attempt: task, received: `an argument contains ${PROMISE}` }))
  for (const [index, parameter] of parameters.entries()) {
    const problem = findProblem(task, parameter, args[index])
    if (problem !== undefined) throw new ControlError(describeProblem(problem))
  }
  const needless = findNeedless(task, args.slice(most))
  if (needless !== undefined) throw new ControlError(describeProblem(needless))
}

function findProblem(task: string, parameter: MethodParameter, argument: unknown): Problem | undefined {
  if (parameter === undefined) return undefined
  if ('options' in parameter)
    return argument === undefined ? undefined : findWrongOption(task, argument, parameter.options)
  const { name, kind, isOptional = false, advice = '' } = parameter
  const problem = isOptional && argument === undefined ? undefined : findWrongValue(task, name, argument, kind)
  return problem && { ...problem, advice: `${problem.advice} ${advice}` }
}
