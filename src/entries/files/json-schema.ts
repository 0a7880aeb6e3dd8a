import * as z from 'zod'
import { keepAnnotations } from '../../engine/input/schemas/duration-schema.ts'
import { timestampSchema } from '../../engine/input/schemas/timestamp.ts'
import { uuidSchema } from '../../engine/input/schemas/uuid.ts'
import { scenarioSchemaOf } from '../../engine/scenario/scenario.ts'
import type { ServiceDeclarations } from '../../engine/scenario/service.ts'

const HYPHENATED = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}'

// These schemas accept several spellings and convert them to one.
const TEXTS: readonly [z.ZodType, Readonly<Record<string, string>>][] = [
  [
    timestampSchema,
    {
      pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2})?(\\.\\d+)?(Z|[+-]\\d{2}:\\d{2})$',
      description: 'An ISO 8601 date-time with an offset, such as 2026-03-02T09:00:00Z.',
    },
  ],
  [
    uuidSchema,
    { pattern: `^([0-9a-fA-F]{32}|(urn:uuid:)?${HYPHENATED}|\\{${HYPHENATED}\\})$`, description: 'A UUID.' },
  ],
]

/** Builds the JSON Schema of the scenario files of a service, for editors and validators. */
export function buildScenarioJsonSchema(declared: ServiceDeclarations): Record<string, unknown> {
  const schema = z.toJSONSchema(scenarioSchemaOf(declared), {
    io: 'input',
    // The version that editors support best.
    target: 'draft-07',
    override(each) {
      keepAnnotations(each)
      const { zodSchema, jsonSchema } = each
      // A schema shares its definition with its copy that has a description.
      const more = TEXTS.find(([{ def }]) => Object.is(def, zodSchema._zod.def))?.[1]
      const { description } = jsonSchema
      if (more !== undefined) Object.assign(jsonSchema, more, description === undefined ? {} : { description })
      // JSON Schema has no such format. The pattern says the same.
      if (jsonSchema.format === 'starts_with') delete jsonSchema.format
    },
  })
  return {
    ...schema,
    patternProperties: { '^x-': true },
    title: 'A scenario of deploymock',
    description: 'A named world: the records in it, its current time, and how the service behaves.',
  }
}
