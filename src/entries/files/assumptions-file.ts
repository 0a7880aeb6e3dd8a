// Reads and writes files with what was learned about a real service.

import * as z from 'zod'
import type { Declarations } from '../../engine/contract/operation/declarations.ts'
import { type AssumptionOverrides, presetValue } from '../../engine/define/assumptions/assumptions.ts'
import { assumptionsSchemaOf } from '../../engine/define/assumptions/assumptions-schema.ts'
import { derivedFrom } from '../../engine/limits/on-demand.ts'
import { readText } from './read/read-text.ts'
import { assertSchema, readSourceFile } from './read/source-file.ts'
import { writeWholeFile } from './write/write-file.ts'

const LINE_WIDTH = 100
const MOST_MEGABYTES = 16

const undecidedSchema = z.strictObject({
  possible: z.array(z.string()),
  because: z.string(),
  /** What a simulator does meanwhile: as its preset, unless that was ruled out. */
  simulated: z.string().optional(),
})
const fromSchema = z.strictObject({ url: z.string(), at: z.string(), requests: z.number() })
const evidenceSchema = z.strictObject({ request: z.string(), received: z.string() })

const acceptedSchema = z.strictObject(
  { operation: z.string(), aspect: z.string(), value: z.string() },
  'A text is from an earlier version, and accepts too much. Learn the service again',
)

/** The schema of the file. People may change the assumptions, and nobody reads the rest but people. */
const assumptionsFileSchemaOf = derivedFrom(({ questions }: Declarations) =>
  z.strictObject({
    from: fromSchema.optional(),
    preset: z.enum(questions.presets).optional(),
    assumptions: assumptionsSchemaOf(questions),
    undecided: z.record(z.string(), undecidedSchema).default({}),
    unexplained: z
      .array(z.strictObject({ request: z.string(), expected: z.string(), received: z.string() }))
      .default([]),
    evidence: z.record(z.string(), evidenceSchema).default({}),
    accepted: z.array(acceptedSchema).optional(),
  }),
)

/** A difference of one operation that is known. Nothing else is accepted by it. */
export type AcceptedDifference = z.output<typeof acceptedSchema>

/** The types of answers: those that a service makes exact. */
interface AnswerTypes {
  readonly Preset: string
  readonly AssumptionOverrides: AssumptionOverrides
}

/** What is known about a real service. */
export interface ServiceAssumptions<Of extends AnswerTypes = AnswerTypes> {
  /** The values of questions that are not decided. Default: `spec`. */
  readonly preset?: Of['Preset']
  /** The values of the decided questions, and those of the others if that of the preset was ruled out. */
  readonly assumptions: Of['AssumptionOverrides']
  /** The questions that are not decided. */
  readonly undecided: readonly string[]
  /** What differs from every service that the register describes, and is known. */
  readonly accepted: readonly AcceptedDifference[]
}

/** Reads a file of a service that `deploymock learn` has written. @throws FileError that lists every issue */
export async function readAnswers(declared: Declarations, path: string | URL): Promise<ServiceAssumptions> {
  const { preset, assumptions, undecided, accepted = [] } = await readLearned(declared, path)
  return {
    ...(preset !== undefined && { preset }),
    assumptions: simulatedBy(declared, { preset, assumptions, undecided }),
    undecided: Object.keys(undecided),
    accepted,
  }
}

export async function readLearned(declared: Declarations, path: string | URL): Promise<LearnedFile> {
  const schema = assumptionsFileSchemaOf(declared)
  const file = await readSourceFile(path, 'deploymock learn')
  assertSchema(file, schema)
  return schema.parse(file.source.value)
}

export type LearnedFile = z.output<ReturnType<typeof assumptionsFileSchemaOf>>

/** Returns what a simulator of such a file does: what is decided, and something possible where its preset is ruled out. */
export function simulatedBy(
  { questions }: Declarations,
  { preset = 'spec', assumptions, undecided }: Pick<LearnedFile, 'preset' | 'assumptions' | 'undecided'>,
): AssumptionOverrides {
  const ruledOut = Object.entries(undecided).flatMap(([id, { simulated }]) => {
    const entry = questions.register[id]
    const isUsual = entry === undefined || simulated === presetValue(questions, entry, preset)
    return simulated === undefined || isUsual ? [] : [[id, simulated]]
  })
  // The schema has validated the values.
  return { ...Object.fromEntries(ruledOut), ...(assumptions as AssumptionOverrides) }
}

/** Says in words what such a file knows about each question: the value or why there is none, and where that was learned. */
export function describeLearned({ from, assumptions, evidence, undecided }: LearnedFile): Record<string, string> {
  const source = from === undefined ? '' : ` from ${from.url} on ${from.at}`
  const decided = Object.entries(assumptions).map(([id, value]) => {
    const { request, received } = evidence[id] ?? {}
    const reason = request === undefined ? '' : `, because ${request} returned ${received}`
    return [id, `Learned${source}: ${value}${reason}.`]
  })
  const open = Object.entries(undecided).map(([id, { possible, because, simulated }]) => {
    const values = possible.length === 0 ? '' : ` Possible: ${possible.join(', ')}.`
    return [
      id,
      `Not learned${source}: ${because}${values}${simulated === undefined ? '' : ` Simulated: ${simulated}.`}`,
    ]
  })
  return Object.fromEntries([...decided, ...open])
}

export interface NewState {
  readonly changed: readonly { readonly id: string; readonly now: readonly string[] }[]
  readonly differences: readonly AcceptedDifference[]
  /** What was accepted and is not any more. Default: nothing. */
  readonly ended?: readonly AcceptedDifference[]
}

/** Makes what is new about a service the content of a file. Comments and everything else stay. */
export async function acceptDifferences(
  declared: Declarations,
  path: string,
  { changed, differences, ended = [] }: NewState,
): Promise<void> {
  const { accepted } = await readAnswers(declared, path)
  const { parseDocument } = await import('yaml')
  const document = parseDocument(await readText(path, MOST_MEGABYTES), { compat: 'yaml-1.1' })
  for (const { id, now } of changed) {
    for (const part of ['evidence', 'undecided']) if (document.hasIn([part, id])) document.deleteIn([part, id])
    if (now.length === 1) document.setIn(['assumptions', id], now[0])
    else {
      document.deleteIn(['assumptions', id])
      document.setIn(['undecided', id], document.createNode({ possible: now, because: 'It is not what was learned.' }))
    }
  }
  const keyOf = ({ operation, aspect, value }: AcceptedDifference) => JSON.stringify([operation, aspect, value])
  const gone = new Set(ended.map(keyOf))
  const all = [...accepted, ...differences]
    .filter((each) => !gone.has(keyOf(each)))
    .map(({ operation, aspect, value }) => ({ operation, aspect, value }))
  if (all.length > 0) document.set('accepted', document.createNode(all))
  else document.delete('accepted')
  await writeWholeFile(path, document.toString({ lineWidth: LINE_WIDTH }), { replace: true })
}

export type AssumptionsFileContent = z.input<ReturnType<typeof assumptionsFileSchemaOf>>

/** Returns the text of such a file. @param title what the first line says */
export async function writeAssumptionsFile(content: AssumptionsFileContent, title: string): Promise<string> {
  const { stringify } = await import('yaml')
  return `# ${title}\n${stringify(content, { lineWidth: LINE_WIDTH, compat: 'yaml-1.1' })}`
}
