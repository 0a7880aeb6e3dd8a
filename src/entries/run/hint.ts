import { listDiffering, presetValue } from '../../engine/define/assumptions/assumptions.ts'
import { describeChaos } from '../../engine/faults/chaos/chaos.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { parseMicroseconds } from '../../engine/input/schemas/timestamp.ts'
import { showText } from '../../engine/input/text/quote.ts'
import { hideSeen } from '../../engine/input/text/secrets.ts'
import { quoteForShell, quoteWord } from '../../engine/input/text/shell.ts'
import type { JournalEntry } from '../../engine/journal/entry.ts'
import { countUsage } from '../../engine/reports/coverage/usage.ts'
import { declaredBy } from '../../engine/scenario/service.ts'
import type { Session } from '../../engine/sessions/session.ts'
import { ENVIRONMENT, readEnvironment, writeAssumptions } from './environment.ts'

const MOST_LINES = 5
const MOST_LENGTH = 240
const NONE = 'The simulator received no request for an operation.'
const UNSEEN =
  'It does not see a fetch that was captured before the test began, the fetch of the package undici, or what another copy of MSW answers (`npm ls msw` lists them).'
// Jest fakes them by default, and then requests never begin.
const FAKED =
  "The test has faked nextTick or queueMicrotask, which requests need: jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })."

interface HintSession {
  readonly session: Session & { readonly url: string }
  listOthers(): readonly string[]
}

// A test that fails by an error of ours has not come to its requests.
const OWN_ERROR = /^(?:Option|Taken|NoRoom|Control|File)Error$/

/**
 * Describes the requests of a failed test: the last ones, those without an operation, or why none may have come.
 *
 * @param errors what the test has failed with; lists of errors count, too
 */
export function describeFailed({ session, listOthers }: HintSession, errors: readonly unknown[] = []): string {
  if (session.requests.count() > 0) return describeLastRequests(session)
  const others = listOthers()
  const seen =
    others.length === 0
      ? [errors.flat().some(isOwn) ? NONE : `${NONE} ${isNextTickFaked() ? FAKED : UNSEEN}`]
      : [`${NONE} Its base URL is ${session.url}. These came instead:`, ...others.map((each) => `  ${each}`)]
  return [...seen, ...describeUnused(session)].join('\n')
}

function isOwn(error: unknown): boolean {
  return isRecord(error) && OWN_ERROR.test(String(error.name))
}

// Faked functions refer to their clock.
function isNextTickFaked(): boolean {
  return [globalThis.process?.nextTick, globalThis.queueMicrotask].some((each) => each !== undefined && 'clock' in each)
}

/** Lists the last requests of a session with their explanations, and how to replay its chaos and its assumptions. */
export function describeLastRequests(session: Session): string {
  const { requests, chaos } = session
  const entries = requests.list()
  if (entries.length === 0) return [NONE, ...describeUnused(session)].join('\n')
  const replay = [
    ...describeWaiting(session),
    ...describeUnused(session),
    ...(chaos === undefined ? [] : [`${describeChaos(chaos, 'option')}.`]),
    ...describeAssumptions(session),
  ]
  const groups = groupEqual(entries).slice(-MOST_LINES)
  const lines = groups.map((group) => {
    const { id, method, path, query } = group.last
    // The last sentence lists assumptions, which the hint leaves out.
    const words = requests.get(id)?.explanation.words.slice(0, -1).join(' ') ?? ''
    const hiding = hideSeen(group.last)
    const asked = `${method} ${path}`
    const target = `${method} ${hiding.url(path)}${showQuery(hiding.query(query))}`
    const told = words.startsWith(asked) ? target + hiding.text(words.slice(asked.length)) : hiding.text(words)
    const cut = told.length > MOST_LENGTH ? `${told.slice(0, MOST_LENGTH)}...` : told
    return `  #${id} ${cut}${group.count === 1 ? '' : ` (${group.count} times in a row, since #${group.first})`}`
  })
  const shown = groups.reduce((sum, { count }) => sum + count, 0)
  return [`${describeCount(shown, entries.length)} that the simulator received:`, ...lines, ...replay].join('\n')
}

const MOST_QUERY = 120

function showQuery(query: string): string {
  return query === '' ? '' : `?${showText(query, MOST_QUERY)}`
}

/** Groups requests one after another that are equal, and got the same status. A client may send one forever. */
function groupEqual(entries: readonly JournalEntry[]) {
  const groups: { first: number; last: JournalEntry; count: number }[] = []
  const keyOf = ({ method, path, query, status, body }: JournalEntry) => [method, path, query, status, body].join('\n')
  for (const entry of entries) {
    const group = groups.at(-1)
    if (group !== undefined && keyOf(group.last) === keyOf(entry))
      Object.assign(group, { last: entry, count: group.count + 1 })
    else groups.push({ first: entry.id, last: entry, count: 1 })
  }
  return groups
}

/** Names the faults that never applied. Chance can keep some from it, so these say nothing about the test. */
export function describeUnused({ faults, requests }: Session): string[] {
  const applying = new Set(requests.list().flatMap((each) => [...each.faults, each.waitsFor?.fault ?? '']))
  const unused = faults
    .uses()
    .filter(({ id, applied, probability }) => applied === 0 && probability === 1 && !applying.has(id))
  return unused.map(({ id, description }) => `The fault "${id}", which ${description}, applied to no request.`)
}

function describeCount(shown: number, all: number): string {
  if (all === 1) return 'The only request'
  return shown < all ? `The last ${shown} of ${all} requests` : `All ${all} requests`
}

/** Describes, in a line, what lets the requests go on that wait for a frozen clock. There is none if no request does. */
export function describeWaiting({ requests, clock }: Session): string[] {
  const last = requests.list({ state: 'pending' }).filter(isTimed).map(readUntil).sort(compare).at(-1)
  if (last === undefined || !clock.isFrozen()) return []
  const milliseconds = Math.max(0, Math.ceil(Number(last - parseMicroseconds(clock.now())) / 1000))
  return [
    `The clock is frozen, so requests wait. simulator.clock.advance(${milliseconds}) or simulator.clock.run() lets them go on.`,
  ]
}

function isTimed({ waitsFor }: JournalEntry): boolean {
  return typeof waitsFor?.until === 'string'
}

function readUntil({ waitsFor, at }: JournalEntry): bigint {
  return parseMicroseconds(waitsFor?.until ?? at)
}

function compare(one: bigint, other: bigint): number {
  return Number(one - other)
}

/** Describes the assumptions that requests depended on and that differ from the preset, if something varies them. */
export function describeAssumptions(session: Session): string[] {
  const { requests, assumptions, preset, vary } = session
  const declared = declaredBy(session)
  const isVaried = vary !== undefined || (declared && readEnvironment(declared).assumptions !== undefined)
  if (!isVaried || declared === undefined) return []
  const { questions } = declared
  const used = countUsage(requests.list()).assumptions
  const different = listDiffering(questions, { assumptions, preset }).filter(([id]) => used[id] !== undefined)
  const values = Object.fromEntries(different.map(([id]) => [id, String(assumptions[id])]))
  const seed =
    vary === undefined
      ? []
      : [
          `The assumptions were drawn with seed ${showText(String(vary.seed))}. To draw them again: ${ENVIRONMENT.vary}=${quoteWord(String(vary.seed))}`,
        ]
  if (different.length === 0) return [...seed, 'The requests depended on no assumption that differs from the preset.']
  const lines = different.map(
    ([id, entry]) => `  ${id}=${assumptions[id]} instead of ${presetValue(questions, entry, preset)}`,
  )
  return [
    ...seed,
    'The requests depended on these assumptions that differ from the preset:',
    ...lines,
    `To use only these: ${ENVIRONMENT.assume}=${quoteForShell(writeAssumptions(values))}`,
  ]
}
