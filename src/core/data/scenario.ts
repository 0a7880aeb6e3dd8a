import { z } from 'zod'
import { OptionError } from '../option-error.ts'
import { deepFreeze, type Frozen } from '../records/freeze.ts'
import { INTEGRATION_KINDS } from '../records/integration.ts'
import { timestampSchema } from '../records/timestamp.ts'
import { describeIssues, showValue } from './describe-issues.ts'

// What tells the ids of repositories apart has room for this many.
const MOST_INTEGRATIONS = 4096

const countSchema = z.int().min(0)

const scenarioSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string(),
  seed: z.int().default(1),
  now: timestampSchema.default('2026-03-02T09:00:00Z'),
  providers: countSchema,
  integrations: z
    .array(z.strictObject({ kind: z.enum(INTEGRATION_KINDS), name: z.string().min(1), repositories: countSchema }))
    .max(MOST_INTEGRATIONS),
  deployments: countSchema,
})

/** A named world: what it is about, when it plays, and what is in it. */
export type Scenario = Frozen<z.output<typeof scenarioSchema>>
export type ScenarioInput = z.input<typeof scenarioSchema>

/**
 * Defines a scenario. The same definition makes the same world everywhere.
 *
 * @throws naming every mistake
 * @example
 * const quiet = defineScenario({
 *   name: 'quiet',
 *   description: 'One integration, two repositories, a single deployment.',
 *   providers: 1,
 *   integrations: [{ kind: 'standard', name: 'lumen-works', repositories: 2 }],
 *   deployments: 1,
 * })
 */
export function defineScenario(input: ScenarioInput | Scenario): Scenario {
  const result = scenarioSchema.safeParse(input, { reportInput: true })
  if (result.success) return deepFreeze(result.data)
  const name = showValue(input?.name)
  throw new OptionError(`Failed to define scenario ${name}: ${describeIssues(result.error, scenarioSchema)}.`)
}
