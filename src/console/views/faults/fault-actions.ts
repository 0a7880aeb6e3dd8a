// What can be done to faults.

import type { FaultInput, FaultUse } from '../../../client/index.ts'
import { type Console, useConsole } from '../../app/console.ts'
import { writeLiteral } from '../../copy/literal.ts'
import type { Action } from '../../store/actions.ts'
import type { Recipe } from '../../store/api.ts'
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
  const codeOf = (verb: 'add' | 'remove', given: readonly unknown[]) =>
    given.map((each) => `await simulator.faults.${verb}(${writeLiteral(each)})`).join('\n')
  // The first one that responds wins, so those that came later are added anew.
  const putBack = async (before: readonly FaultUse[], ids: readonly string[]) => {
    const now = await simulator.faults.list()
    const isRemoved = ({ id }: FaultUse) => ids.includes(id)
    const later = before
      .slice(before.findIndex(isRemoved))
      .flatMap((fault) => (isRemoved(fault) ? fault : (now.find(({ id }) => id === fault.id) ?? [])))
    await removeAll(idsOf(later.filter((fault) => !isRemoved(fault))))
    await addAll(later.map(toGiven))
  }
  const removeSome = (title: `Remove ${string}`, ids: readonly string[], code = codeOf('remove', ids)) =>
    actions.run({
      title,
      code,
      async run() {
        const before = await simulator.faults.list()
        await removeAll(ids)
        return before
      },
      undo: (before) => putBack(before, ids),
      changes: CHANGES,
    })

  return {
    add: (fault, { effect, ...options }) =>
      actions.run({
        title: `Add a fault (${effect}): ${describeMatch(fault)}`,
        code: codeOf('add', [fault]),
        run: () => simulator.faults.add(fault),
        undo: ({ id }) => simulator.faults.remove(id),
        changes: CHANGES,
        ...options,
      }),
    remove: ({ id, description }) => removeSome(`Remove the fault ${id}: ${description}`, [id]),
    clear: (faults) => removeSome('Remove all faults', idsOf(faults), 'await simulator.faults.clear()'),
    follow: ({ title, faults }) =>
      actions.run({
        title: `Add the faults of “${title}”`,
        code: codeOf('add', faults),
        run: () => addAll(faults),
        undo: () => removeAll(idsOf(faults)),
        changes: CHANGES,
      }),
    leave: ({ title, faults }) => removeSome(`Remove the faults of “${title}”`, idsOf(faults)),
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
