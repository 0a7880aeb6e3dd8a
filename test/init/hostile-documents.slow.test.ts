import { parse } from '@swc/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument } from '../../src/programs/init/read-document.ts'
import { writeService } from '../../src/programs/init/write-service.ts'
import { writeTest } from '../../src/programs/init/write-test.ts'
import { runs } from '../support/scope.ts'

// Each would run, or end a text, a comment or a template, if it got into code as it is.
const INJECTION = fc.constantFrom(
  "'); globalThis.hit(); ('",
  '"); globalThis.hit(); ("',
  '`$' + '{globalThis.hit()}`',
  '\n globalThis.hit() //',
  '\u2028globalThis.hit()',
  '*/ globalThis.hit() /*',
  "\\'); globalThis.hit(); //",
  '})\n globalThis.hit()',
  '[globalThis.hit()]',
)
const OWN_NAMES = fc.constantFrom('__proto__', 'constructor', 'id', 'class', 'default', 'api', 'z', '', '日本', '1')
const text = fc.oneof(INJECTION, OWN_NAMES, fc.string({ unit: 'binary', maxLength: 12 }))

const schema = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.record(
      {
        type: fc.constantFrom('string', 'integer', 'number', 'boolean', 'array', 'object'),
        format: text,
        pattern: text,
        enum: fc.array(fc.oneof(text, fc.integer(), fc.constant(null)), { maxLength: 4 }),
        default: text,
        example: text,
        nullable: fc.boolean(),
        minLength: fc.integer(),
        maximum: fc.double(),
      },
      { requiredKeys: ['type'] },
    ),
    fc.constantFrom({ $ref: '#/components/schemas/One' }, { $ref: '#/paths/~1a~0%zz' }),
    fc.record({ type: fc.constant('array'), items: tie('schema') }),
    fc.record({ properties: fc.dictionary(text, tie('schema'), { maxKeys: 4 }), required: fc.array(text) }),
    fc.record({ allOf: fc.array(tie('schema'), { maxLength: 3 }), anyOf: fc.array(tie('schema'), { maxLength: 3 }) }),
  ),
})).schema

const operation = fc.record({
  operationId: text,
  summary: text,
  parameters: fc.array(fc.record({ name: text, in: fc.constantFrom('query', 'path', 'header'), schema })),
  requestBody: fc.record({ content: fc.dictionary(fc.constant('application/json'), fc.record({ schema })) }),
  responses: fc.dictionary(
    fc.constantFrom('200', '201', '404', '4XX', 'default'),
    fc.record({
      content: fc.record({ 'application/json': fc.record({ schema }) }),
      headers: fc.dictionary(text, schema),
    }),
  ),
})
const item = fc.record({ get: operation, post: operation, patch: operation, delete: operation }, { requiredKeys: [] })
const path = fc
  .array(
    fc.oneof(
      text,
      text.map((name) => `{${name}}`),
      fc.constantFrom('things', '{id}'),
    ),
    { maxLength: 4 },
  )
  .map((steps) => `/${steps.join('/')}`)
const document = fc.record({
  openapi: fc.constant('3.1.0'),
  info: fc.record({ title: text, version: text }),
  servers: fc.array(fc.record({ url: text })),
  security: fc.array(fc.dictionary(text, fc.constant([]))),
  components: fc.record({
    schemas: fc.record({ One: schema }),
    securitySchemes: fc.dictionary(
      text,
      fc.record({ type: fc.constant('apiKey'), in: fc.constant('header'), name: text }),
    ),
  }),
  paths: fc.dictionary(path, item, { maxKeys: 6 }),
})

test('whatever a document says, the written code is code, and nothing of the document runs', async () => {
  await fc.assert(
    fc.asyncProperty(document, text, async (root, from) => {
      const service = writeService(toDocument(root), { isTyped: true, from })
      const untyped = writeService(toDocument(root), { isTyped: false, from })
      for (const source of [service.source, untyped.source, writeTest(service, './own.js')]) {
        const syntax = source === untyped.source ? 'ecmascript' : 'typescript'
        const module = await parse(source, { syntax, target: 'es2022' })
        // What is in a literal is a value of the tree, and an identifier is none.
        expect(JSON.stringify(module)).not.toMatch(/"type":"Identifier"[^{}]*"value":"globalThis"/)
      }
    }),
    { numRuns: runs(300) },
  )
})
