import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect } from 'vitest'
import { withFormats } from './json-schema.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
}

interface Described {
  readonly paths: Record<string, Record<string, { responses?: Record<string, { content?: Record<string, Media> }> }>>
}

/** Expects the examples of an OpenAPI document to fit their schemas. */
export function expectFittingExamples(given: object): void {
  const document = given as Described
  const ajv = withFormats(new Ajv2020({ strict: false, formats: { starts_with: true } })).addSchema(
    document,
    'document',
  )
  const media = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods).flatMap(({ responses = {} }) => Object.values(responses)))
    .flatMap(({ content = {} }) => Object.values(content).filter(({ example }) => example !== undefined))
  expect(media).not.toEqual([])
  for (const { schema, example } of media) {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const isFitting = ajv.compile(JSON.parse(text))
    expect([isFitting(example), isFitting.errors, example]).toEqual([true, null, example])
  }
}
