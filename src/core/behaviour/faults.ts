import type { Outcome, ServiceRequest } from '../contract/messages.ts'
import type { OperationName } from '../contract/operations/operations.ts'
import type { Route } from '../contract/routing.ts'
import { parseQuery, type Query } from '../contract/validation/query.ts'
import { readValue } from '../data/describe-issues.ts'
import { type Draw, openDraw } from '../data/random.ts'
import { type Issue, joinIssues, MOST_ISSUES, OptionError, TakenError } from '../option-error.ts'
import { quote } from '../quote.ts'
import { isRecord } from '../records/schema-walk.ts'
import { canApply, type Effect, type EffectContext } from './effects/effect.ts'
import { effects } from './effects/effects.ts'
import type { Fault, FaultInput, FaultMatch, FaultRule } from './fault.ts'
import { faultInputSchema } from './fault-input.ts'
import { findUnmatchable } from './unmatchable.ts'

/** The faults of a session. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @throws with all issues if the fault is invalid or can never match; nothing is added then
   * @example
   * simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
   */
  add(fault: FaultInput): Fault
  /** The faults that can still apply, in the order in which they were added. */
  list(): readonly Fault[]
  /** Removes a fault. Returns whether it existed. */
  remove(id: string): boolean
  clear(): void
}

/** A fault that may apply to a request. */
export interface FaultCandidate {
  fault: Fault
  /** Whether it can still apply: other requests may have used it up in the meantime. */
  isLeft(): boolean
  /** Applies it and returns the outcome; undefined if it leaves the request alone. */
  apply(context: Omit<EffectContext, 'draw'>): Outcome | Promise<Outcome> | undefined
  /** Counts one use. */
  count(): void
}

export interface FaultEngine extends Omit<Faults, 'add'> {
  /** @param routes the routes that the fault may match */
  add(fault: FaultInput, routes: readonly Route[]): Fault
  /** Whether there are no faults, so that `findCandidates` need not be called. */
  isQuiet(): boolean
  /** The faults that may apply to a request, in order. */
  findCandidates(request: ServiceRequest, operation: OperationName | undefined): FaultCandidate[]
}

interface Entry {
  fault: Fault
  effect: Effect
  apply: ReturnType<Effect['create']>
  left: number
  asked: number
}

/**
 * Creates the faults of a session. Probabilities are drawn from the seed.
 *
 * @param routes the routes that the faults may match
 * @param start the faults of a scenario or a snapshot
 * @throws OptionError with the faults that can never match
 */
export function createFaultEngine(
  seed: number,
  routes: readonly Route[],
  start: readonly FaultRule[] = [],
): FaultEngine {
  const entries = new Map<string, Entry>()
  let numbered = 0

  const findFreeId = (): string => {
    do numbered += 1
    while (entries.has(String(numbered)))
    return String(numbered)
  }
  const place = (rule: FaultRule): Fault => {
    if (rule.id !== undefined && entries.has(rule.id)) {
      throw new TakenError(`Failed to add the fault: the id ${quote(rule.id)} already exists. Choose another id.`)
    }
    const fault: Fault = Object.freeze({ ...rule, id: rule.id ?? findFreeId() })
    const effect = findEffect(fault)
    const apply = effect.create(fault.effect)
    entries.set(fault.id, { fault, effect, apply, left: fault.times ?? Number.POSITIVE_INFINITY, asked: 0 })
    return fault
  }
  const use = (entry: Entry): void => {
    entry.left -= 1
    if (entry.left <= 0) entries.delete(entry.fault.id)
  }
  const createCandidate = (entry: Entry, draw: Draw, isSure: boolean): FaultCandidate => {
    if (isSure) use(entry)
    return {
      fault: entry.fault,
      isLeft: () => isSure || entries.get(entry.fault.id) === entry,
      apply: (context) => entry.apply({ ...context, draw }),
      count: () => (isSure ? undefined : use(entry)),
    }
  }
  assertMatchable(start, routes)
  for (const rule of start) place(rule)

  return {
    add: (input, places) => place(parseFault(input, places)),
    list: () => Array.from(entries.values(), ({ fault, left }) => (fault.times ? { ...fault, times: left } : fault)),
    remove: (id) => entries.delete(id),
    clear: () => entries.clear(),
    isQuiet: () => entries.size === 0,
    findCandidates(request, operation) {
      const candidates: FaultCandidate[] = []
      // A fault after an effect that may end the request is counted only when the request reaches it.
      let isSure = true
      let query: Query | undefined
      const readQuery = (): Query => {
        query ??= parseQuery(request.query)
        return query
      }
      for (const entry of [...entries.values()]) {
        if (!matchesRequest(entry, request, operation, readQuery)) continue
        const draw = openDraw(seed, `fault/${entry.fault.id}`, entry.asked, 'applies')
        entry.asked += 1
        if (!draw.chance(entry.fault.probability)) continue
        const { continues } = entry.effect
        candidates.push(createCandidate(entry, draw, isSure && continues !== 'sometimes'))
        isSure &&= continues === undefined
      }
      return candidates
    },
  }
}

function parseFault(input: unknown, routes: readonly Route[]): FaultRule {
  const read = readValue(faultInputSchema, input)
  if ('issues' in read) throw new OptionError(`Failed to add the fault: ${read.text}.`, read.issues)
  // The type of the schema does not include the effects, because it is built from a list.
  const rule = read.value as FaultRule
  const found = findUnmatchable(rule.match, findEffect(rule), routes)
  if (found === undefined) return rule
  const path = isRecord(input) && input.match !== undefined ? `match.${found.field}` : found.field
  const issue = { path, message: `"${path}" ${found.message}` }
  throw new OptionError(`Failed to add the fault: ${issue.message}.`, [issue])
}

// In a scenario, the field may be inside "match" or next to the effect. Its name is the same.
function assertMatchable(rules: readonly FaultRule[], routes: readonly Route[]): void {
  const issues: Issue[] = []
  for (const [index, rule] of rules.entries()) {
    const found = findUnmatchable(rule.match, findEffect(rule), routes)
    if (found === undefined) continue
    const message = `fault ${index + 1}: "${found.field}" ${found.message}`
    issues.push({ path: `faults.${index}`, message })
    if (issues.length === MOST_ISSUES) break
  }
  if (issues.length > 0) throw new OptionError(`Failed to add the faults: ${joinIssues(issues)}.`, issues)
}

function findEffect({ effect }: Pick<Fault, 'effect'>): Effect {
  // The schema accepts only kinds that have an effect.
  return effects.find(({ kind }) => kind === effect.kind) as Effect
}

function matchesRequest(
  { fault: { match }, effect }: Entry,
  request: ServiceRequest,
  operation: OperationName | undefined,
  readQuery: () => Query,
): boolean {
  if (match.operation !== undefined && match.operation !== operation) return false
  if (match.method !== undefined && match.method !== request.method) return false
  if (match.path !== undefined && !request.path.startsWith(match.path)) return false
  return matchesQuery(match, readQuery) && canApply(effect, request, operation)
}

// The query is parsed once for all faults.
function matchesQuery({ query: wanted }: FaultMatch, readQuery: () => Query): boolean {
  if (wanted === undefined) return true
  const query = readQuery()
  return Object.entries(wanted).every(([name, value]) => query.get(name)?.includes(value) === true)
}
