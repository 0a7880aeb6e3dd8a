import { drawSeed } from '../../chaos-seed.ts'
import type { Declarations } from '../../engine/contract/operation/declarations.ts'
import { type AssumptionOverrides, parseAssumption } from '../../engine/define/assumptions/assumptions.ts'
import { assertNoExclusion } from '../../engine/define/assumptions/exclusions.ts'
import type { Questions } from '../../engine/define/assumptions/register-entry.ts'
import { parseVarySeed, readVariation } from '../../engine/define/assumptions/variation.ts'
import { readChaos } from '../../engine/faults/chaos/chaos-input.ts'
import type { FaultInput } from '../../engine/faults/fault.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { omitUndefined } from '../../engine/input/schemas/schema-walk.ts'
import { hasHidden } from '../../engine/input/text/hidden-characters.ts'
import { quote, writePrintableJson } from '../../engine/input/text/quote.ts'
import type { RunSettings } from '../../engine/sessions/state/start.ts'

/** The variables that vary a run without a change of its code. */
export const ENVIRONMENT = {
  assume: 'DEPLOYMOCK_ASSUME',
  vary: 'DEPLOYMOCK_VARY',
  seed: 'DEPLOYMOCK_SEED',
  chaos: 'DEPLOYMOCK_CHAOS',
  faults: 'DEPLOYMOCK_FAULTS',
  service: 'DEPLOYMOCK_SERVICE',
} as const

/**
 * Reads what the environment sets for this run. An empty variable counts as none.
 *
 * - `DEPLOYMOCK_ASSUME`: assumptions, such as `nameMatching=prefix;optionalFields=absent`, or a JSON object of them
 * - `DEPLOYMOCK_VARY`: the seed that a value for every other assumption is drawn from
 * - `DEPLOYMOCK_SEED`: the seed of every scenario
 * - `DEPLOYMOCK_CHAOS`: a level of chaos, such as `low` or `0.3:4711`
 * - `DEPLOYMOCK_FAULTS`: a JSON array of faults that every session starts with
 * - `DEPLOYMOCK_SERVICE`: the title of the service that the other variables are meant for, if a run has several
 *
 * @throws OptionError that names the variable
 */
export function readEnvironment(
  { title, questions }: Pick<Declarations, 'title' | 'questions'>,
  environment: NodeJS.ProcessEnv = process.env,
): RunSettings {
  if (!isMeant(title, environment)) return {}
  const read = <Value>(name: string, parse: (text: string) => Value): Value | undefined => {
    const text = environment[name]?.trim() ?? ''
    if (text === '') return undefined
    try {
      return parse(text)
    } catch (error) {
      throw new OptionError({ attempt: `read ${name}`, received: (error as Error).message })
    }
  }
  return omitUndefined({
    assumptions: read(ENVIRONMENT.assume, (text) => parseAssumptions(questions, text)),
    vary: read(ENVIRONMENT.vary, (text) => readVariation(questions, parseVarySeed(text))),
    seed: read(ENVIRONMENT.seed, parseSeed),
    chaos: read(ENVIRONMENT.chaos, (text) => ({ seed: drawSeed(), ...readChaos(text) })),
    faults: read(ENVIRONMENT.faults, parseFaults),
  }) as RunSettings
}

/** Whether the environment is meant for a service. */
export function isMeant(title: string | undefined, environment: NodeJS.ProcessEnv = process.env): boolean {
  return [undefined, '', title].includes(environment[ENVIRONMENT.service])
}

/** Writes assumptions as `DEPLOYMOCK_ASSUME` has them: as JSON if a value has a separator or an odd character. */
export function writeAssumptions(assumptions: AssumptionOverrides): string {
  const values = Object.entries(assumptions).map(([id, value]) => [id, String(value)] as const)
  const needsJson = values.some(([, value]) => value.includes(';') || value !== value.trim() || hasHidden(value))
  if (needsJson) return writePrintableJson(Object.fromEntries(values))
  return values.map(([id, value]) => `${id}=${value}`).join(';')
}

function parseAssumptions(questions: Questions, text: string): AssumptionOverrides {
  const parsed = (text.startsWith('{') ? parseObject(text) : splitParts(text)).map((each) =>
    parseAssumption(questions, each),
  )
  const assumptions: AssumptionOverrides = Object.assign({}, ...parsed)
  assertNoExclusion(questions, assumptions)
  return assumptions
}

function parseObject(text: string): string[] {
  return Object.entries(JSON.parse(text) as object).map(([id, value]) => `${id}=${value}`)
}

function splitParts(text: string): string[] {
  const parts = text.split(';').map((part) => part.trim())
  return parts.filter((part) => part !== '')
}

function parseSeed(text: string): number {
  const seed = Number(text)
  if (/^-?\d+$/.test(text) && Number.isSafeInteger(seed)) return seed
  throw new TypeError(`${quote(text)} is not a seed. Allowed: a whole number.`)
}

function parseFaults(text: string): FaultInput[] {
  const faults: unknown = JSON.parse(text)
  // A fault is validated when it is added to a session.
  if (Array.isArray(faults)) return faults as FaultInput[]
  throw new TypeError(`${quote(text)} is not a list. Allowed: a JSON array of faults.`)
}
