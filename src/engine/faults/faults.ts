// The faults of a session, and which of them apply.

import type { Contract } from '../contract/contract.ts'
import type { ServiceRequest } from '../contract/operation/messages.ts'
import { describeRequestLine } from '../contract/unmatched.ts'
import { decodePath, parseQuery, type Query } from '../http/route-table.ts'
import { assertValue, refuseNeedless } from '../input/options/known-options.ts'
import { type Issue, joinIssues, MOST_ISSUES, OptionError } from '../input/options/option-error.ts'
import { readAt, readValue } from '../input/schemas/describe-issues.ts'
import { isRecord } from '../input/schemas/schema-walk.ts'
import { quote } from '../input/text/quote.ts'
import { suggestWord } from '../input/text/suggestion.ts'
import { onDemand } from '../limits/on-demand.ts'
import { type Draw, openDraw } from '../store/random.ts'
import { type Chaos, type ChaosCounts, drawFault, isSameChaos } from './chaos/chaos.ts'
import { canApply, type Effect } from './effects/effect.ts'
import { type EffectDeclarations, findEffect } from './effects/effects.ts'
import type { Fault, FaultInput, FaultMatch, FaultRule } from './fault.ts'
import { faultInputSchemaOf } from './fault-input.ts'
import {
  buildTooManyError,
  createFaultList,
  type FaultCandidate,
  type FaultEntry,
  type FaultList,
  type FaultTally,
  MOST_FAULTS,
  type UsedFault,
} from './fault-list.ts'
import { findUnmatchable, listOffered } from './unmatchable.ts'

/** The types of the faults of a session. */
export interface FaultForms {
  readonly Fault: Fault
  readonly FaultInput: FaultInput
  readonly FaultUse: UsedFault
}

/** The faults of a session. */
export interface Faults<Of extends FaultForms = FaultForms> {
  /**
   * Adds a fault.
   *
   * @throws with all issues if the fault is invalid or can never match; nothing is added then
   * @example
   * simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
   */
  add(fault: Of['FaultInput']): Of['Fault']
  /** The same faults, with how often each applied, and to which request last. */
  uses(): readonly Of['FaultUse'][]
  /** The faults that can still apply, in the order in which they were added. */
  list(): readonly Of['Fault'][]
  /**
   * Builds a test that tells whether a fault would match a request. Nothing is added.
   *
   * @throws with all issues, as `add` does
   */
  buildTest(fault: Of['FaultInput']): (request: MatchedRequest) => boolean
  /** Removes a fault. Returns whether it existed. */
  remove(id: string): boolean
  /** Removes all faults. */
  clear(): void
}

export interface MatchedRequest {
  readonly method: string
  readonly path: string
  readonly query: string
  /** The operation of the request; null if it matches none. */
  readonly operation: string | null
}

/** How the faults of a session have changed. */
export interface FaultChange {
  readonly what: 'added' | 'removed' | 'cleared' | 'used-up'
  /** The id of the fault; absent if all of them were removed. */
  readonly id?: string
}

/** Creates the faults of a session, whose state may be replaced. @param onChange called after every change */
export function followFaults(
  find: () => { faults: StateFaults; contract: Contract },
  onChange: (change: FaultChange) => void,
): Faults {
  const methods: Faults = {
    add(input) {
      const { faults, contract } = find()
      const fault = faults.add(input, contract)
      onChange({ what: 'added', id: fault.id })
      return fault
    },
    buildTest(input) {
      const { faults, contract } = find()
      return faults.buildTest(input, contract)
    },
    list: () => find().faults.read().faults,
    uses: () => find().faults.uses(),
    remove(id) {
      assertValue('remove the fault', 'id', id, 'text')
      const isRemoved = find().faults.remove(id)
      if (isRemoved) onChange({ what: 'removed', id })
      return isRemoved
    },
    clear() {
      find().faults.clear()
      onChange({ what: 'cleared' })
    },
  }
  return refuseNeedless('faults.', methods, { add: 1, list: 0, uses: 0, remove: 1, clear: 0 })
}

/** The faults that are left, and what is counted of them: an immutable value. */
export interface PresentFaults {
  readonly faults: readonly Fault[]
  readonly chaos: Chaos
  readonly counts: { readonly chaos: ChaosCounts; readonly faults: FaultTally }
}

/** The faults of a state: those that were added, and those that chaos draws. */
export type StateFaults = ReturnType<typeof createStateFaults>

export interface StateFaultsOptions {
  declared: EffectDeclarations
  /** What the probabilities of faults are drawn from. */
  seed: number
  start?: readonly FaultRule[] | undefined
  /** Those that begin later, by their paths. */
  planned?: readonly (readonly [path: string, fault: FaultRule])[] | undefined
  chaos: Chaos
  /** Called after a fault has applied for the last time. */
  onUsedUp(id: string): void
}

/** Creates the faults of a state. @throws OptionError with the faults that can never match */
export function createStateFaults(
  contract: Contract,
  { declared, seed, start = [], planned = [], chaos: initial, onUsedUp }: StateFaultsOptions,
) {
  const first = start.map((rule, index) => [`faults.${index}`, rule] as const)
  if (planned.length > MOST_FAULTS) throw buildTooManyError(`${planned.length} are planned`)
  assertMatchable([...first, ...planned], declared, contract)
  let present: PresentFaults | undefined
  const onChange = (): void => {
    present = undefined
  }
  const list = createFaultList(declared, { onUsedUp, onChange })
  let chaos = initial
  let counts: ChaosCounts = { requests: 0, applied: 0 }
  const countChaos = (next: ChaosCounts): void => {
    counts = next
    onChange()
  }
  const read = (): PresentFaults =>
    (present ??= { faults: list.list(), chaos, counts: { chaos: counts, faults: list.tally() } })
  for (const rule of start) list.place(rule)
  const drawNext = (request: ServiceRequest, operation: string | undefined): FaultCandidate | undefined => {
    const drawnFrom = chaos
    countChaos({ ...counts, requests: counts.requests + 1 })
    const onUse = (): void => {
      // A request that was waiting counts for the draws that it comes from.
      if (chaos === drawnFrom) countChaos({ ...counts, applied: counts.applied + 1 })
    }
    return drawFault(declared, chaos, request, { operation, number: counts.requests, onUse })
  }

  return {
    /** @param present what decides which requests there can be */
    add: (input: FaultInput, present: Contract) => list.place(parseFault('add', input, declared, present)),
    /** @param present what decides which requests there can be */
    buildTest(input: FaultInput, present: Contract): (request: MatchedRequest) => boolean {
      const rule = parseFault('match', input, declared, present)
      const entry = { fault: { id: '', ...rule }, effect: findEffect(declared, rule.effect) }
      // The name comes from the list of operations.
      return (request) => createFaultMatcher(request, request.operation ?? undefined)(entry)
    },
    /** The faults that may apply to a request, in order; undefined if none can. Call it once for each request. */
    findCandidates(request: ServiceRequest, { findOperation }: Contract): FaultCandidate[] | undefined {
      if (read().faults.length === 0 && chaos.level === 0) return undefined
      const operation = findOperation(request)?.name
      const candidates = createCandidates(findApplying(seed, list, request, operation), list)
      const drawn = chaos.level === 0 ? undefined : drawNext(request, operation)
      return drawn === undefined ? candidates : [...candidates, drawn]
    },
    /** Returns what there is and what is counted. It is the same value until something changes. */
    read,
    /** Replaces the settings of chaos. If they differ, its draws start anew. @returns whether they differ */
    setChaos(next: Chaos): boolean {
      if (isSameChaos(next, chaos)) return false
      chaos = next
      countChaos({ requests: 0, applied: 0 })
      return true
    },
    /** Lets the draws of chaos continue from the counts of others with its settings. */
    continueChaos: countChaos,
    ...list,
  }
}

function createCandidates(applying: readonly Applying[], list: FaultList): FaultCandidate[] {
  // A fault after an effect that may end the request is counted only when the request reaches it.
  let isSure = true
  return applying.map((each) => {
    const { reachesNext } = each.entry.effect
    const candidate = createCandidate(each, isSure && reachesNext !== 'sometimes', list)
    isSure &&= reachesNext === undefined
    return candidate
  })
}

/** Creates a candidate. A fault that is sure to apply is counted now. */
function createCandidate({ entry, draw }: Applying, isSure: boolean, { use, has, count }: FaultList): FaultCandidate {
  const { fault, effect } = entry
  const own = {
    draw,
    recall: () => entry.counts.memory,
    remember: (memory: unknown) => count(entry, { memory }),
  }
  if (isSure) use(entry)
  return {
    fault,
    effect,
    apply(context) {
      const outcome = isSure || has(entry) ? effect.apply(fault.effect, { ...context, ...own }) : undefined
      if (outcome !== undefined && !isSure) use(entry)
      return outcome
    },
    countWithNext: () => ({ applied: entry.counts.applied + 1, times: entry.times }),
    note(request) {
      count(entry, { applied: entry.counts.applied + 1 })
      entry.lastRequest = request
    },
  }
}

/** A fault that applies to a request, and the random numbers for this request. */
interface Applying {
  entry: FaultEntry
  draw: Draw
}

function findApplying(
  seed: number,
  { entries, count }: FaultList,
  request: ServiceRequest,
  operation: string | undefined,
): Applying[] {
  const isMatch = createFaultMatcher(request, operation)
  const applying: Applying[] = []
  for (const entry of entries()) {
    if (!isMatch(entry)) continue
    const { asked } = entry.counts
    const draw = openDraw(seed, `fault/${entry.fault.id}`, asked, 'applies')
    count(entry, { asked: asked + 1 })
    if (draw.chance(entry.fault.probability)) applying.push({ entry, draw })
  }
  return applying
}

function parseFault(
  verb: 'add' | 'match',
  input: unknown,
  declared: EffectDeclarations,
  contract: Contract,
): FaultRule {
  const read = readValue(faultInputSchemaOf(declared), input)
  if ('issues' in read) {
    const issues = read.issues.map((issue) => offerPresent(issue, input, contract, declared))
    throw new OptionError({ attempt: `${verb} the fault`, received: joinIssues(issues) }, issues)
  }
  // The type of the schema does not include the effects, because it is built from a list.
  const rule = read.value as FaultRule
  const found = findUnmatchable(rule.match, findEffect(declared, rule.effect), contract, declared)
  if (found === undefined) return rule
  const path = isRecord(input) && input.match !== undefined ? `match.${found.field}` : found.field
  const issue = { path, message: `"${path}" ${found.message}` }
  throw new OptionError({ attempt: `${verb} the fault`, received: issue.message }, [issue])
}

// The schema knows the operations of all presets.
function offerPresent(issue: Issue, input: unknown, contract: Contract, declared: EffectDeclarations): Issue {
  const operation = /^(?:match\.)?operation$/.test(issue.path) ? readAt(input, issue.path.split('.')) : undefined
  const offered = listOffered(contract)
  if (typeof operation !== 'string' || offered.includes(operation)) return issue
  const meant = describeRequestLine(operation, declared) ?? `Allowed: ${offered.join(', ')}`
  const message = `"${issue.path}" is ${quote(operation)}.${suggestWord(operation, offered)} ${meant}`
  return { ...issue, message }
}

// In a scenario, the field may be inside "match" or next to the effect. Its name is the same.
function assertMatchable(
  rules: NonNullable<StateFaultsOptions['planned']>,
  declared: EffectDeclarations,
  contract: Contract,
): void {
  const issues: Issue[] = []
  for (const [index, [path, rule]] of rules.entries()) {
    const found = findUnmatchable(rule.match, findEffect(declared, rule.effect), contract, declared)
    if (found === undefined) continue
    const label = path.startsWith('faults.') ? `fault ${index + 1}` : `"${path}"`
    const message = `${label}: "${found.field}" ${found.message}`
    issues.push({ path, message, field: found.field })
    if (issues.length === MOST_ISSUES) break
  }
  if (issues.length > 0) throw new OptionError({ attempt: 'add the faults', received: joinIssues(issues) }, issues)
}

/** Creates a function that says whether a fault matches a request. It parses the query once for all faults. */
function createFaultMatcher(
  request: ServiceRequest | MatchedRequest,
  operation: string | undefined,
): (entry: { fault: Fault; effect: Effect }) => boolean {
  const readQuery = onDemand(() => parseQuery(request.query))
  const path = decodePath(request.path)
  return ({ fault: { match }, effect }) => {
    if (match.operation !== undefined && match.operation !== operation) return false
    if (match.method !== undefined && match.method !== request.method) return false
    if (match.path !== undefined && !path.startsWith(decodePath(match.path))) return false
    return matchesQuery(match, readQuery) && canApply(effect, request, operation)
  }
}

function matchesQuery({ query: expected }: FaultMatch, readQuery: () => Query): boolean {
  if (expected === undefined) return true
  const query = readQuery()
  return Object.entries(expected).every(([name, value]) => query.get(name)?.includes(value) === true)
}
