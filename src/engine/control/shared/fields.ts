// Schemas: how operations declare them, and those that several have.

import * as z from 'zod'
import { omitUndefined } from '../../input/schemas/schema-walk.ts'
import type { ServiceDeclarations } from '../../scenario/service.ts'
import type { ReplaceOptions } from '../../sessions/session.ts'

/** A schema, or a function that builds it from what the service declares: always the same one. */
export type Declared<Schema extends z.ZodType> = Schema | ((declared: ServiceDeclarations) => Schema)

/** Returns a schema for a service. Most requests need only few of them. */
export function schemaFor<Schema extends z.ZodType>(schema: Declared<Schema>, declared: ServiceDeclarations): Schema {
  return typeof schema === 'function' ? schema(declared) : schema
}

export const countSchema = z.int().min(0)

export const strictSchema = z.boolean().describe('Whether everything outside of the contract is rejected or labelled.')

/** Returns the schema of a whole number in a query. Any other text stays as it is, so that a message shows it. */
export function integerText(least: number, most = Number.MAX_SAFE_INTEGER) {
  const toNumber = (text: unknown) => (/^-?\d+$/.test(String(text)) ? Number(text) : text)
  return z.preprocess(toNumber, z.int().min(least).max(most))
}

/** The query of operations that replace the state of a session. */
export const keepQuerySchema = z.strictObject({
  keep: z
    .literal('requests')
    .optional()
    .describe('Keeps the request log, so that its requests can still be explained.'),
})

export function readKeepQuery({ keep }: z.output<typeof keepQuerySchema>): ReplaceOptions {
  return { keepRequests: keep === 'requests' }
}

const WORLD_OF = 'The id of a request in the request log, for the state that it met. Default: the current state.'

export const metSchema = z.int().min(1).describe(WORLD_OF)

export const metQuerySchema = z.strictObject({
  request: integerText(1).optional().describe(WORLD_OF),
})

type AddIssue = (issue: { code: 'custom'; path: string[]; input: unknown; message: string }) => void

interface IssueAdder {
  readonly addIssue: AddIssue
}

/** Adds an issue for each given field. @param source what contains its own: `snapshot` */
export function refuseFieldsBeside(
  source: string,
  fields: Readonly<Record<string, unknown>>,
  { addIssue }: IssueAdder,
): void {
  for (const [field, value] of Object.entries(omitUndefined(fields))) {
    const message = `It must be absent, because the ${source} contains its own`
    addIssue({ code: 'custom', path: [field], input: value, message })
  }
}
