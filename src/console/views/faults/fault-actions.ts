// What can be done to faults.

import type { FaultInput, FaultUse } from '../../../client/index.ts'
import { type Console, useConsole } from '../../app/console.ts'
import type { Action } from '../../store/actions.ts'
import type { Recipe } from '../../store/api.ts'
import { toCode } from '../../store/code.ts'
import { describeMatch } from './fault-words.ts'

/** The actions on the faults of a session. */
export interface FaultActions {
  /** @param options `effect`: the title of its effect */
  add(
    fault: FaultInput & Pick<FaultUse, 'match'>,
    options: Pick<Action<unknown>, 'onFailure'> & { readonly effect: string },
  ): Promise<unknown>
  remove(fault: FaultUse): Promise<unknown>
  clear(faults: readonly FaultUse[]): Promise<unknown>
  /** Adds the faults of a recipe. */
  follow(recipe: Recipe): Promise<unknown>
  /** Removes the faults of a recipe. */
  leave(recipe: Recipe): Promise<unknown>
}

const CHANGES = ['faults', 'state']

/** Creates the actions on faults. */
export function createFaultActions({ actions, connection: { simulator } }: Console): FaultActions {
  const addAll = async (faults: readonly FaultInput[]) => {
    for (const fault of faults) await simulator.faults.add(fault)
  }
  const removeAll = (ids: readonly string[]) => Promise.all(ids.map((id) => simulator.faults.remove(id)))
  const codeOf = (faults: readonly FaultInput[]) =>
    faults.map((fault) => `await simulator.faults.add(${toCode(fault)})`).join('\n')
  const codeOfRemoval = (ids: readonly string[]) =>
    ids.map((id) => `await simulator.faults.remove(${toCode(id)})`).join('\n')

  return {
    add: (fault, { effect, onFailure }) =>
      actions.run({
        title: `Add a fault (${effect}): ${describeMatch(fault)}`,
        code: codeOf([fault]),
        run: () => simulator.faults.add(fault),
        undo: ({ id }) => simulator.faults.remove(id),
        changes: CHANGES,
        ...(onFailure === undefined ? {} : { onFailure }),
      }),
    remove: (fault) =>
      actions.run({
        title: `Remove the fault ${fault.id}: ${fault.description}`,
        code: codeOfRemoval([fault.id]),
        run: () => simulator.faults.remove(fault.id),
        undo: () => addAll([toGiven(fault)]),
        changes: CHANGES,
      }),
    clear: (faults) =>
      actions.run({
        title: 'Remove all faults',
        code: 'await simulator.faults.clear()',
        run: () => simulator.faults.clear(),
        undo: () => addAll(faults.map(toGiven)),
        changes: CHANGES,
      }),
    follow: ({ title, faults }) =>
      actions.run({
        title: `Add the faults of “${title}”`,
        code: codeOf(faults),
        run: () => addAll(faults),
        undo: () => removeAll(idsOf(faults)),
        changes: CHANGES,
      }),
    leave: ({ title, faults }) =>
      actions.run({
        title: `Remove the faults of “${title}”`,
        code: codeOfRemoval(idsOf(faults)),
        run: () => removeAll(idsOf(faults)),
        undo: () => addAll(faults),
        changes: CHANGES,
      }),
  }
}

/** Returns the actions on the faults of this page's session. */
export function useFaultActions(): FaultActions {
  return createFaultActions(useConsole())
}

/** The ids of faults that have one of their own. */
export function idsOf(faults: readonly FaultInput[]): readonly string[] {
  return faults.flatMap(({ id }) => id ?? [])
}

/** Returns a fault without what the server says of it. */
export function toGiven({
  applied: _,
  lastRequest: __,
  description: ___,
  coveredBy: ____,
  ...fault
}: FaultUse): FaultInput {
  return fault
}
