// Finds out which of the assumptions that a response depends on decided something.

import type { Outcome, ServiceRequest } from '../../contract/operation/messages.ts'
import { type AssumptionOverrides, listEntries, namedValues } from '../../define/assumptions/assumptions.ts'
import { decodeBody, joinBody } from '../../http/body.ts'
import { OptionError } from '../../input/options/option-error.ts'
import { pairHeaders } from '../../journal/header-list.ts'
import type { JournalRecord } from '../../journal/journal-store.ts'
import { realTime } from '../../store/time/real-time.ts'
import type { Steps } from '../../work/steps.ts'
import { measureChanges } from '../../world/changes.ts'
import type { Baselines } from '../../world/start/baselines.ts'
import { createWorld } from '../../world/world.ts'
import { writeChanges } from '../../world/written-changes.ts'
import type { Moment } from '../state/moment.ts'
import { readOrderings, type State, type StateParts } from '../state/state.ts'
import { type AnswerParts, MANY_BYTES, respondUncounted } from './respond.ts'

/** What a request is asked again with. */
export interface DecidingParts
  extends Pick<AnswerParts, 'run'>,
    Pick<StateParts, 'declared' | 'findBaseline' | 'findContract' | 'speed'> {
  readonly whenBuilt: Baselines['whenBuilt']
}

/** A request with its response, and what it met. */
export interface Decided {
  readonly request: ServiceRequest
  readonly record: Pick<JournalRecord, 'at' | 'assumptions' | 'faults' | 'state'>
  readonly outcome: Outcome
  readonly moment: Pick<Moment, 'assumptions' | 'baseline' | 'changes' | 'isStrict' | 'start'>
}

/**
 * Finds the assumptions with another value of which the response would differ. It asks again under each other value, in
 * steps and without a trace.
 *
 * @returns undefined if that cannot be told, or would take too long
 */
export function* findDeciding(decided: Decided, parts: DecidingParts): Steps<readonly string[] | undefined> {
  const { outcome, record } = decided
  if (!canTell(decided)) return undefined
  const ask = (others: Others) => parts.whenBuilt(() => respondUnder(others, decided, parts))
  try {
    const first = yield* ask({})
    // What has refused it, such as a rate limit, is not asked again.
    if (first?.status !== outcome.response.status) return undefined
    const deciding: string[] = []
    for (const [id, entry] of listEntries(parts.declared.questions)) {
      const values = outcome.dependsOn.includes(id) ? namedValues(entry) : []
      const others = values.filter((value) => value !== record.assumptions[id])
      if (yield* isAnyOther(others, first.text, (value) => ask({ [id]: value }))) deciding.push(id)
    }
    return deciding.toSorted()
  } catch (error) {
    // There is no memory for another world, or the data does not allow it.
    if (error instanceof OptionError) return undefined
    throw error
  }
}

type Others = Partial<Record<string, string>>
type Answered = ReturnType<typeof respondUnder>

// Only the service itself can be asked again, and in a large world, that takes long.
function canTell({ outcome, moment, record }: Decided): boolean {
  const isOfService = record.faults.length === 0 && outcome.overriddenBy === undefined && outcome.waits === undefined
  const isSmall = !moment.baseline.isLarge && measureChanges(moment.changes) < MANY_BYTES
  return isOfService && isSmall && record.state === 'finished'
}

function* isAnyOther(values: readonly string[], text: string, ask: (value: string) => Steps<Answered>): Steps<boolean> {
  for (const value of values) if ((yield* ask(value))?.text !== text) return true
  return false
}

/** Answers a request again, with another value of an assumption. Returns undefined for a document, which takes long. */
function respondUnder(others: Others, { request, record, moment }: Decided, parts: DecidingParts) {
  const { declared, findBaseline, findContract, speed } = parts
  const { start, changes, isStrict } = moment
  const resolved = { ...record.assumptions, ...others } as JournalRecord['assumptions']
  const orderings = readOrderings(declared.resources, resolved)
  const baseline = findBaseline(start.scenario, declared.world.readSettings(resolved), orderings)
  const lease = findContract(resolved)
  const contract = lease.item
  const elapsed = record.at - moment.baseline.context.now
  const from =
    baseline.item === moment.baseline
      ? { from: { changes, elapsed } }
      : { changes: writeChanges(moment.baseline, changes, elapsed) }
  const world = createWorld(baseline.item, { ...from, realTime, speed, onChange: () => undefined })
  try {
    if (contract.findOperation(request)?.isDocumentation === true) return undefined
    const assumptions = { ...moment.assumptions, ...others } as AssumptionOverrides
    const { response } = respondUncounted(request, { contract, world, isStrict, assumptions, start }, parts)
    const isOpen = request.header('origin') !== undefined && contract.allowsOtherOrigins
    const { status, headers, body } = response
    return { status, text: JSON.stringify([status, headers, isOpen, decodeBody(joinBody(body))]) }
  } finally {
    world.end()
    baseline.release()
    lease.release()
  }
}

/** Finds the same for a request in the journal. */
export function* findDecidingAt(id: number, { journal }: State, parts: DecidingParts): ReturnType<typeof findDeciding> {
  const record = journal.find(id)?.record
  if (record?.moment === undefined) return undefined
  const { method, path, query, headers, body, outcome } = record
  const sent = pairHeaders(headers)
  const header = (name: string) => sent.find(([each]) => each.toLowerCase() === name.toLowerCase())?.[1]
  const request = { origin: '', basePath: '', method, path, query, header, rawHeaders: headers, body }
  // Only sessions write moments.
  const moment = record.moment as Moment
  return yield* findDeciding({ request, record, outcome, moment }, parts)
}
