// Reads and writes files with what was learned about a real service.

import * as z from 'zod'
import type { AssumptionOverrides } from '../engine/assumptions/assumptions.ts'
import { assumptionsSchemaOf } from '../engine/assumptions/assumptions-schema.ts'
import { questions } from '../service/assumptions/questions.ts'
import { PRESETS, type Preset } from '../service/assumptions/register.ts'
import { assertSchema, readSourceFile } from './read/source-file.ts'

const undecidedSchema = z.strictObject({ possible: z.array(z.string()), because: z.string() })
const evidenceSchema = z.strictObject({ request: z.string(), received: z.string() })

/** The schema of the file. People may change the assumptions, and nobody reads the rest but people. */
const assumptionsFileSchema = z.strictObject({
  preset: z.enum(PRESETS).optional(),
  assumptions: assumptionsSchemaOf(questions),
  undecided: z.record(z.string(), undecidedSchema).default({}),
  unexplained: z.array(z.strictObject({ request: z.string(), expected: z.string(), received: z.string() })).default([]),
  evidence: z.record(z.string(), evidenceSchema).default({}),
})

/** What is known about a real service. */
export interface ServiceAssumptions {
  /** The values of questions that are not decided. Default: `spec`. */
  readonly preset?: Preset
  /** The values of the decided questions. */
  readonly assumptions: AssumptionOverrides
  /** The questions that are not decided. */
  readonly undecided: readonly string[]
}

/**
 * Reads a file that `deploymock learn` has written.
 *
 * @throws one error that lists every issue with its line and column
 * @example
 * const { preset, assumptions } = await readAssumptionsFile('service.yaml')
 */
export async function readAssumptionsFile(path: string | URL): Promise<ServiceAssumptions> {
  const file = await readSourceFile(path)
  assertSchema(file, assumptionsFileSchema)
  const { preset, assumptions, undecided } = assumptionsFileSchema.parse(file.source.value)
  return {
    ...(preset === undefined ? {} : { preset }),
    // The schema has just validated the values.
    assumptions: assumptions as AssumptionOverrides,
    undecided: Object.keys(undecided),
  }
}

/** The content of such a file. */
export type AssumptionsFileContent = z.input<typeof assumptionsFileSchema>

/**
 * Returns the text of such a file.
 *
 * @param title what the first line says, such as the command that was run
 */
export async function writeAssumptionsFile(content: AssumptionsFileContent, title: string): Promise<string> {
  const { stringify } = await import('yaml')
  return `# ${title}\n${stringify(content, { lineWidth: 100, compat: 'yaml-1.1' })}`
}
