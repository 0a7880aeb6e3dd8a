// What can be done to faults.

import type { FaultInput, FaultUse } from '../../../../entries/client/index.ts'
import { writeLiteral } from '../../../../entries/request-code/literal.ts'
import { toPercent } from '../../format/numbers.ts'
import { type Console, useConsole, useRemote } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import type { Handling, Title } from '../../store/actions/actions.ts'
import type { Recipe, Simulator } from '../../store/api.ts'
import type { Remote } from '../../store/remote.ts'

/** A fault as it is added, with its id if it has one already. One that is off is kept in this page only. */
export type FaultDefinition = FaultInput & { readonly isOff?: boolean | undefined }

type Faults = readonly FaultDefinition[]

/** Creates the actions on faults of a session: by default, that of the page. */
export function createFaultActions({ actions, connection, faultsOff }: Console, { faults } = connection.simulator) {
  const read = async () => putBack((await faults.list()).map(toDefinition), faultsOff.peek())
  const write = (edit: (before: Faults) => Faults) =>
    inTurn(async () => {
      const before = await read()
      const next = edit(before)
      const code = await arrange(faults, before.filter(isOn), next.filter(isOn))
      faultsOff.value = next.map((fault) => (isOn(fault) ? undefined : fault))
      return { before, after: await read(), code, newest: (await faults.list()).at(-1) }
    })
  const change = (title: Title, edit: (before: Faults) => Faults, handling?: Handling, describesNewest = false) =>
    actions.run({
      title,
      run: () => write(edit),
      undo: ({ before, after }) => write((now) => revert(before, after, now)),
      changes: ['faults', 'state'],
      describe: ({ code, newest }) => ({
        code,
        href: buildHref({ view: 'faults' }),
        details: describesNewest && newest ? describeFault(newest) : undefined,
      }),
      ...handling,
    })
  const addAll = (title: Title, added: Faults, ...rest: [handling?: Handling, describesNewest?: boolean]) =>
    change(title, (before) => [...before, ...added], ...rest)
  const removeAll = (title: Title, ids: readonly string[]) =>
    change(title, (before) => before.filter(({ id = '' }) => !ids.includes(id)))
  const replace = (
    title: Title,
    id: FaultDefinition['id'],
    build: (fault: FaultDefinition) => FaultDefinition,
    handling?: Handling,
  ) => change(title, (before) => before.map((each) => (each.id === id ? build(each) : each)), handling)
  return {
    add: (fault: FaultDefinition, title: Title, handling: Handling) => addAll(title, [fault], handling, true),
    edit: (fault: FaultUse, next: FaultDefinition, handling: Handling) =>
      replace(['Change', 'Changed', nameFault(fault)], fault.id, () => next, handling),
    move: (fault: FaultUse, step: 1 | -1) =>
      change(['Move', 'Moved', `${nameFault(fault)} ${step < 0 ? 'up' : 'down'}`], (before) => {
        const { id } = fault
        const from = before.findIndex((each) => each.id === id)
        return before.toSpliced(from, 1).toSpliced(from + step, 0, ...before.slice(from, from + 1))
      }),
    /** Takes a fault off the server and keeps it in this page, or puts it back in its place. */
    turn: (turned: FaultDefinition, to: 'on' | 'off') =>
      replace(['Turn', 'Turned', `${nameFault(turned)} ${to}`], turned.id, (fault) => ({
        ...fault,
        isOff: to === 'off' || undefined,
      })),
    remove: (fault: FaultDefinition) => removeAll(['Remove', 'Removed', nameFault(fault)], [fault.id ?? '']),
    clear: () => change(['Remove', 'Removed', 'all faults'], (before) => before.filter(({ isOff }) => isOff)),
    follow: ({ title, faults: added }: Recipe) => addAll(['Add', 'Added', `the faults of “${title}”`], added),
    leave: ({ title, faults: added }: Recipe) =>
      removeAll(['Remove', 'Removed', `the faults of “${title}”`], idsOf(added)),
  }
}

let last: Promise<unknown> = Promise.resolve()

/** Does something after what was to be done before it, so that it begins with what that has left. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const done = last.then(work, work)
  last = done
  return done
}

/** Changes the faults of a session. They apply in their order, so those behind are added anew. @returns the code */
async function arrange(faults: Simulator['faults'], now: Faults, next: Faults): Promise<string> {
  const kept = now.filter((fault) => isSame(find(next, fault), fault))
  const first = next.findIndex((fault, place) => !isSame(fault, kept[place]))
  const added = first < 0 ? [] : next.slice(first)
  const removed = idsOf(now.filter((fault) => find(added, fault) || !find(next, fault)))
  // What is invalid is refused before anything is removed.
  if (new Set(idsOf(next)).size < idsOf(next).length) throw new Error('Another fault has this id.')
  for (const fault of removed.length > 0 ? added : []) if (!now.includes(fault)) await faults.matches(fault)
  for (const id of removed) await faults.remove(id)
  for (const fault of added) await faults.add(fault)
  const write = (verb: string, all: readonly unknown[]) =>
    all.map((each) => `await simulator.faults.${verb}(${writeLiteral(each)})`)
  return [...write('remove', removed), ...write('add', added)].join('\n')
}

/** Undoes a change to faults, and leaves what others have changed since. */
function revert(before: Faults, after: Faults, now: Faults): Faults {
  return [
    ...before.flatMap((fault) => (isSame(find(after, fault), fault) ? (find(now, fault) ?? []) : fault)),
    ...now.filter((fault) => !find(before, fault) && !find(after, fault)),
  ]
}

function isSame(one: FaultDefinition | undefined, other: FaultDefinition | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

const isOn = ({ isOff }: FaultDefinition): boolean => !isOff

function find(list: Faults, { id }: FaultDefinition): FaultDefinition | undefined {
  return list.find((each) => each.id === id)
}

/** Puts the faults that are off in their places among those of the server, unless those have their ids again. */
export function putBack<Fault extends FaultDefinition>(
  active: readonly Fault[],
  off: readonly (FaultDefinition | undefined)[],
): readonly (Fault | FaultDefinition)[] {
  const all: (Fault | FaultDefinition)[] = [...active]
  for (const [place, fault] of off.entries()) if (fault && !find(active, fault)) all.splice(place, 0, fault)
  return all
}

export function useFaultActions() {
  return createFaultActions(useConsole())
}

/** The ids of faults that have one of their own. */
export function idsOf(faults: readonly FaultInput[]): readonly string[] {
  return faults.flatMap(({ id }) => id ?? [])
}

/** Returns a fault without what the server says of it. */
export function toDefinition({ applied, lastRequest, description, coveredBy, ...fault }: FaultUse) {
  return fault
}

/** Reads the faults of a session, and again after every request, because a request counts them. */
export function useFaults(session = useConsole().connection.session): Remote<readonly FaultUse[]> {
  const { connection } = useConsole()
  return useRemote(() => connection.simulatorOf(session).faults.list(), {
    on: ['faults', 'requests'],
    inputs: [session],
  })
}

/** Which requests a fault matches: `All GET requests below /v2 with status=READY`. */
export function describeMatch({ match }: Pick<FaultUse, 'match'>): string {
  const { operation, method, path, query = {} } = match
  const parameters = Object.entries(query).map(([name, value]) => `${name}=${value}`)
  return join(' ', [
    operation ? `Requests to ${operation}` : `All ${method ? `${method} ` : ''}requests`,
    operation && method && `with the method ${method}`,
    path && `whose path starts with ${path}`,
    parameters.length > 0 && `with ${parameters.join(' and ')}`,
  ])
}

/** How often a fault applies: `to 20 % of them, 3 times at most`. */
export function describeLimits({ probability, times }: Pick<FaultUse, 'probability' | 'times'>): string {
  return join(', ', [
    probability < 1 && `${toPercent(probability)} % of them`,
    times && (times === 1 ? 'once more' : `${times} times more`),
  ])
}

/** What a fault does, and to which requests: `responds with 503, all GET requests`. */
function describeFault(fault: FaultUse): string {
  const match = describeMatch(fault)
  return `${fault.description}, ${match.charAt(0).toLowerCase()}${match.slice(1)}`
}

interface NamedFault {
  readonly id?: string | undefined
  readonly description?: string
}

/** Names a fault. A number says nothing to people. */
export function nameFault({ id = '', description }: NamedFault): string {
  if (!isNumber(id)) return `the fault ${id}`
  return description === undefined ? 'the fault' : `the fault “${description}”`
}

/** Whether an id is one that the server has given. */
export function isNumber(id: string): boolean {
  return /^\d+$/.test(id)
}

function join(separator: string, parts: readonly (string | number | false | undefined)[]): string {
  return parts.filter(Boolean).join(separator)
}
