// What can be done to faults.

import type { FaultInput, FaultUse } from '../../../client/index.ts'
import { type Console, useConsole, useRemote } from '../../app/console.ts'
import { buildHref } from '../../app/routes.ts'
import { writeLiteral } from '../../copy/literal.ts'
import type { Action } from '../../store/actions/actions.ts'
import type { Imperative } from '../../store/actions/past.ts'
import type { Recipe, Simulator } from '../../store/api.ts'
import type { Remote } from '../../store/remote.ts'

/** A fault as it is added, with its id if it has one already. */
export type FaultDefinition = FaultInput & Partial<Pick<FaultUse, 'id'>>

type Handling = Pick<Action<unknown>, 'onFailure'>

/** The actions on the faults of a session. */
export interface FaultActions {
  add(fault: FaultDefinition, title: Imperative, handling: Handling): Promise<unknown>
  /** Puts another fault in the place of one. */
  edit(fault: FaultUse, next: FaultDefinition, handling: Handling): Promise<unknown>
  /** Moves a fault up or down by one place. */
  move(fault: FaultUse, step: 1 | -1): Promise<unknown>
  /** Takes a fault off the server, and keeps it in this page. */
  turnOff(fault: FaultUse): Promise<unknown>
  turnOn(fault: FaultDefinition): Promise<unknown>
  /** Forgets a fault that is off. */
  forget(fault: FaultDefinition): void
  remove(fault: FaultUse): Promise<unknown>
  clear(faults: readonly FaultUse[]): Promise<unknown>
  /** Adds the faults of a recipe. */
  follow(recipe: Recipe): Promise<unknown>
  /** Removes the faults of a recipe. */
  leave(recipe: Recipe): Promise<unknown>
}

type Faults = readonly FaultDefinition[]

/** Creates the actions on faults of a session: by default, that of the page. */
export function createFaultActions(
  { actions, connection, faultsOff }: Console,
  simulator: Simulator = connection.simulator,
): FaultActions {
  const { faults } = simulator
  const list = async (): Promise<Faults> => (await faults.list()).map(toDefinition)
  const change = (title: Imperative, code: string, edit: (before: Faults) => Faults, handling?: Handling) =>
    actions.run({
      title,
      code,
      async run() {
        const before = await list()
        await arrange(faults, before, edit(before))
        return { before, after: await list() }
      },
      undo: async ({ before, after }) => {
        const now = await list()
        await arrange(faults, now, revert(before, after, now))
      },
      changes: ['faults', 'state'],
      describe: () => ({ href: buildHref({ view: 'faults' }) }),
      ...handling,
    })
  const addAll = (title: Imperative, added: Faults, handling?: Handling) =>
    change(title, codeOf('add', added), (before) => [...before, ...added], handling)
  const removeAll = (title: Imperative, ids: readonly string[], code = codeOf('remove', ids)) =>
    change(title, code, (before) => before.filter(({ id = '' }) => !ids.includes(id)))
  const forget = (fault: FaultDefinition) => {
    faultsOff.value = faultsOff.peek().filter((each) => each !== fault)
  }
  return {
    forget,
    add: (fault, title, handling) => addAll(title, [fault], handling),
    edit: ({ id }, next, handling) =>
      change(
        `Change the fault ${id}`,
        `${codeOf('remove', [id])}\n${codeOf('add', [next])}`,
        (before) => before.map((each) => (each.id === id ? next : each)),
        handling,
      ),
    move: ({ id }, step) =>
      change(`Move the fault ${id} ${step < 0 ? 'up' : 'down'}`, codeOf('remove', [id]), (before) => {
        const from = before.findIndex((each) => each.id === id)
        return before.toSpliced(from, 1).toSpliced(from + step, 0, ...before.slice(from, from + 1))
      }),
    async turnOff(fault) {
      const removed = await removeAll(`Turn the fault ${fault.id} off`, [fault.id])
      if (removed !== undefined) faultsOff.value = [...faultsOff.peek(), toDefinition(fault)]
    },
    async turnOn(fault) {
      if ((await addAll(`Turn the fault ${fault.id} on`, [fault])) !== undefined) forget(fault)
    },
    remove: ({ id, description }) => removeAll(`Remove the fault ${id}: ${description}`, [id]),
    clear: (all) => removeAll('Remove all faults', idsOf(all), 'await simulator.faults.clear()'),
    follow: ({ title, faults: recipeFaults }) => addAll(`Add the faults of “${title}”`, recipeFaults),
    leave: ({ title, faults: recipeFaults }) => removeAll(`Remove the faults of “${title}”`, idsOf(recipeFaults)),
  }
}

/** Makes the faults of a session others. They apply in the order in which they are added, so those behind are, too. */
async function arrange(faults: Simulator['faults'], now: Faults, next: Faults): Promise<void> {
  const place = next.findIndex((fault, index) => !isSame(fault, now[index]))
  const first = place < 0 ? next.length : place
  // What is invalid is refused before anything is removed.
  if (first < now.length) for (const fault of next.filter((each) => !now.includes(each))) await faults.matches(fault)
  for (const id of idsOf(now.slice(first))) await faults.remove(id)
  for (const fault of next.slice(first)) await faults.add(fault)
}

/** Undoes a change to faults, and leaves what others have changed since. */
function revert(before: Faults, after: Faults, now: Faults): Faults {
  const find = (list: Faults, { id }: FaultDefinition) => list.find((each) => each.id === id)
  return [
    ...before.flatMap((fault) => (isSame(find(after, fault), fault) ? (find(now, fault) ?? []) : fault)),
    ...now.filter((fault) => !find(before, fault) && !find(after, fault)),
  ]
}

function isSame(one: FaultDefinition | undefined, other: FaultDefinition | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function codeOf(verb: 'add' | 'remove', faultsOrIds: readonly unknown[]): string {
  return faultsOrIds.map((each) => `await simulator.faults.${verb}(${writeLiteral(each)})`).join('\n')
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
export function toDefinition({ applied: _, lastRequest: __, description: ___, coveredBy: ____, ...fault }: FaultUse) {
  return fault
}

/** Reads the faults, and again after every request, because a request counts them. */
export function useFaults(): Remote<readonly FaultUse[]> {
  const { connection } = useConsole()
  return useRemote(() => connection.simulator.faults.list(), { on: ['faults', 'requests'] })
}
