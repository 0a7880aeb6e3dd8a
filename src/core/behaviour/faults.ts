import type { Answer, Call } from '../contract/call.ts'
import type { OperationName } from '../contract/operations/operations.ts'
import { parseQuery } from '../contract/validation/query.ts'
import { describeIssues } from '../data/describe-issues.ts'
import { openDraw } from '../data/random.ts'
import { OptionError } from '../option-error.ts'
import type { EffectContext } from './effects/effect.ts'
import { effects } from './effects/effects.ts'
import { expandFault, type Fault, type FaultInput, type FaultMatch, faultSchema } from './fault.ts'

/** The faults of a session. */
export interface Faults {
  /**
   * Adds a fault.
   *
   * @throws naming every mistake; nothing is added then
   * @example
   * simulator.faults.add({ operation: 'listDeployments', status: 503, times: 2 })
   */
  add(fault: FaultInput): Fault
  /** The faults that may still happen, in the order in which they were added. */
  list(): readonly Fault[]
  /** Removes a fault and tells whether there was one. */
  remove(id: string): boolean
  clear(): void
}

/** Something that happens to a call. */
export interface Strike {
  fault: Fault
  apply(context: Omit<EffectContext, 'draw'>): Answer | Promise<Answer>
}

export interface FaultEngine {
  faults: Faults
  /** Counts the calls that wait for latency, so that each draws anew. */
  countCall(): number
  /** Whether nothing can happen, which saves asking. */
  isQuiet(): boolean
  /** What happens to a call, in order; each happens once for being told. */
  strike(call: Call, operation: OperationName | undefined): Strike[]
}

/** Creates the faults of a session. What happens by chance is drawn from the seed. */
export function createFaultEngine(seed: number, start: readonly FaultInput[] = []): FaultEngine {
  const entries = new Map<string, { fault: Fault; left: number; asked: number }>()
  let numbered = 0
  let calls = 0

  const findFreeId = (): string => {
    do numbered += 1
    while (entries.has(String(numbered)))
    return String(numbered)
  }

  const parse = (input: FaultInput): Fault => {
    const result = faultSchema.safeParse(expandFault(input), { reportInput: true })
    if (!result.success) throw new OptionError(`Failed to add the fault: ${describeIssues(result.error, faultSchema)}.`)
    const id = result.data.id ?? findFreeId()
    if (entries.has(id)) throw new OptionError(`Failed to add the fault: the id "${id}" exists. Choose another id.`)
    return Object.freeze({ ...result.data, id }) as Fault
  }
  const add = (input: FaultInput): Fault => {
    const fault = parse(input)
    entries.set(fault.id, { fault, left: fault.times ?? Number.POSITIVE_INFINITY, asked: 0 })
    return fault
  }
  for (const input of start) add(input)

  return {
    faults: {
      add,
      list: () =>
        [...entries.values()].map(({ fault, left }) => (fault.times === undefined ? fault : { ...fault, times: left })),
      remove: (id) => entries.delete(id),
      clear: () => entries.clear(),
    },
    countCall() {
      calls += 1
      return calls
    },
    isQuiet: () => entries.size === 0,
    strike(call, operation) {
      const struck = [...entries.values()].filter(({ fault }) => matchesCall(fault.match, call, operation))
      return struck.flatMap((entry) => {
        const { fault } = entry
        const draw = openDraw(seed, `fault/${fault.id}`, entry.asked, 'strike')
        entry.asked += 1
        if (!draw.chance(fault.probability)) return []
        entry.left -= 1
        if (entry.left <= 0) entries.delete(fault.id)
        const effect = effects.find(({ kind }) => kind === fault.effect.kind)
        return effect === undefined
          ? []
          : [{ fault, apply: (context) => effect.apply(fault.effect, { ...context, draw }) }]
      })
    },
  }
}

function matchesCall(match: FaultMatch, call: Call, operation: OperationName | undefined): boolean {
  if (match.operation !== undefined && match.operation !== operation) return false
  if (match.method !== undefined && match.method !== call.method) return false
  if (match.path !== undefined && !call.path.startsWith(match.path)) return false
  if (match.query === undefined) return true
  const query = parseQuery(call.query)
  return Object.entries(match.query).every(([name, value]) => query.get(name)?.includes(value) === true)
}
