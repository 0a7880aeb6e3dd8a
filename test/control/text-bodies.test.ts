import { expect, test } from 'vitest'
import * as z from 'zod'
import { defineControl } from '../../src/engine/control/control-operation.ts'
import { buildDocument } from '../../src/engine/control/reports/openapi.ts'
import { readControlBody } from '../../src/engine/control/requests/control-input.ts'
import { buildResponse, text } from '../../src/engine/control/requests/control-responses.ts'
import { decodeBody, encodeText, joinBody } from '../../src/engine/http/body.ts'
import { type TextKind, textTypes } from '../../src/engine/http/operation-declaration.ts'
import { finish } from '../../src/engine/work/steps.ts'
import { createTransport } from '../../src/entries/client/transport/transport.ts'
import { service } from '../../src/service/service.ts'

// No operation of the control API has a text today, so this one is only declared here.
const shout = defineControl({
  name: 'shout',
  request: 'POST /shout',
  summary: 'A text in capitals.',
  body: z.string().min(1),
  responses: { 200: text('text') },
  run: (_, { body }) => body.toUpperCase(),
})

const TYPE = 'text/plain; charset=utf-8'

test('an operation whose body is declared as a text gets it as it was sent', () => {
  const read = (sent: Uint8Array) => finish(readControlBody(sent, shout, service))
  expect(read(encodeText('{"a": '))).toBe('{"a": ')
  expect(() => read(encodeText(''))).toThrow('Failed to read the body: It is "".')
  expect(() => read(new Uint8Array([0xff]))).toThrow('Failed to read the body: it is not UTF-8. Send text.')
})

test('an operation whose response is declared as a text sends plain text', () => {
  const { status, headers, body } = buildResponse(shout, 'HELLO', () => undefined)
  expect([status, headers['content-type'], decodeBody(joinBody(body))]).toEqual([200, TYPE, 'HELLO'])
})

test('clients may keep a text, and ask whether it has changed', () => {
  const kept = { ...shout, isCacheable: true } as const
  const first = buildResponse(kept, 'HELLO', () => undefined)
  expect(first.headers).toMatchObject({ 'content-type': TYPE, 'cache-control': 'private, no-cache' })
  expect(buildResponse(kept, 'HELLO', () => String(first.headers.etag)).status).toBe(304)
})

test('the document of the control API has the types of texts', () => {
  const { paths, components } = buildDocument(service, [shout])
  expect(paths).toMatchObject({
    '/_simulator/shout': {
      post: {
        requestBody: { content: { 'text/plain': { schema: { $ref: '#/components/schemas/ShoutBody' } } } },
        responses: { 200: { content: { 'text/plain': { schema: { type: 'string' } } } } },
      },
    },
  })
  expect(components).toMatchObject({ schemas: { ShoutBody: { type: 'string', minLength: 1 } } })
})

test.for(Object.entries(textTypes))(
  '%s is a text that no browser executes, and that a client reads',
  async ([kind, type]) => {
    const operation = { ...shout, responses: { 200: text(kind as TextKind) } }
    const { headers } = buildResponse(operation, 'HELLO', () => undefined)
    expect(headers['content-type']).toBe(type)
    expect(type).toMatch(/^text\/(?!html)[a-z-]+; (?:version=[\d.]+; )?charset=utf-8$/)
    const { paths } = buildDocument(service, [operation])
    const content = { [type.replace(/;.*/, '')]: { schema: { type: 'string' } } }
    expect(paths).toMatchObject({ '/_simulator/shout': { post: { responses: { 200: { content } } } } })
    for (const answer of ['HELLO', '']) expect(await sendTo(answer, type)).toMatchObject({ value: answer })
  },
)

test('a client sends a text as it is', async () => {
  const { sent } = await sendTo('HELLO', TYPE)
  expect(sent).toEqual(['http://any.test/shout', { 'content-type': TYPE }, '"hello"'])
})

/** Sends a text with a client that gets another one. */
async function sendTo(answer: string, type: string) {
  const sent: unknown[] = []
  const { send } = createTransport({
    url: 'http://any.test',
    token: undefined,
    fetch: async (url, init) => {
      sent.push(url, init?.headers, init?.body)
      return new Response(answer, { headers: { 'content-type': type } })
    },
  })
  return { value: await send('POST', '/shout', { body: '"hello"', isText: true }), sent }
}
