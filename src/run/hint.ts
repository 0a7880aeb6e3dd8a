import { listDiffering, presetValue } from '../engine/define/assumptions/assumptions.ts'
import { describeChaos } from '../engine/faults/chaos/chaos.ts'
import { parseMicroseconds } from '../engine/input/schemas/timestamp.ts'
import { showText } from '../engine/input/text/quote.ts'
import { quoteForShell, quoteWord } from '../engine/input/text/shell.ts'
import type { JournalEntry } from '../engine/journal/entry.ts'
import { countUsage } from '../engine/journal/usage.ts'
import type { Session } from '../engine/sessions/session.ts'
import { questions } from '../service/assumptions/register.ts'
import { ENVIRONMENT, readEnvironment, writeAssumptions } from './environment.ts'

const MOST_LINES = 5
const MOST_LENGTH = 240
const NONE = 'The simulator received no request for an operation.'
const UNSEEN = 'It does not see a fetch that was captured before the test began, nor the fetch of the package undici.'
// Jest fakes them by default, and then requests never begin.
const FAKED =
  "The test has faked nextTick or queueMicrotask, which requests need: jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] })."

interface Seen {
  readonly session: Session & { readonly url: string }
  listOthers(): readonly string[]
}

/** Describes the requests of a failed test: the last ones, those without an operation, or why none may have come. */
export function describeFailed({ session, listOthers }: Seen): string {
  if (session.requests.count() > 0) return describeLastRequests(session)
  const others = listOthers()
  const seen =
    others.length === 0
      ? [`${NONE} ${isNextTickFaked() ? FAKED : UNSEEN}`]
      : [`${NONE} Its base URL is ${session.url}. These came instead:`, ...others.map((each) => `  ${each}`)]
  return [...seen, ...describeUnused(session)].join('\n')
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
  const last = entries.slice(-MOST_LINES)
  const lines = last.map(({ id }) => {
    // The last sentence lists assumptions, which the hint leaves out.
    const words = requests.get(id)?.explanation.words.slice(0, -1).join(' ') ?? ''
    return `  #${id} ${words.length > MOST_LENGTH ? `${words.slice(0, MOST_LENGTH)}...` : words}`
  })
  return [`${describeCount(last.length, entries.length)} that the simulator received:`, ...lines, ...replay].join('\n')
}

/** Names the faults that never applied. Chance can keep some from it, so these say nothing about the test. */
export function describeUnused({ faults }: Session): string[] {
  const unused = faults.uses().filter(({ applied, probability }) => applied === 0 && probability === 1)
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
export function describeAssumptions({ requests, assumptions, preset, vary }: Session): string[] {
  const isVaried = vary !== undefined || readEnvironment().assumptions !== undefined
  if (!isVaried) return []
  const used = countUsage(requests.list()).assumptions
  const different = listDiffering(questions, { assumptions, preset }).filter(([id]) => used[id] !== undefined)
  const values = Object.fromEntries(different.map(([id]) => [id, assumptions[id]]))
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
