import { expect } from 'vitest'
import { copyRequest, type LoggedRequest } from '../../src/entries/request-code/copied-request.ts'
import { buildFetch } from '../../src/entries/request-code/fetch-code.ts'
import { echoTest as test } from '../console/support/echo-server.ts'
import { run } from '../console/support/run-shell.ts'

const ENTRY: LoggedRequest = {
  method: 'POST',
  path: '/v2/deployments',
  query: '',
  body: null,
  request: { headers: [] },
}

const copy = (entry: Partial<LoggedRequest>, url = 'http://127.0.0.1:4010') =>
  buildFetch(copyRequest({ ...ENTRY, ...entry }, url))

const BODIES = [
  JSON.stringify({ name: `it's "$(x)" \`y\` \${z} !`, list: [1, 2.5, null, true, { deep: [] }] }),
  '{"__proto__":{"a":1},"b":2}',
  '{"b":1,"1":2}',
  '{"big":12345678901234567890,"float":1.0}',
  '{ "spaced" : "line\\nbreak \u2028 \u202e \\u001b" }',
  'not JSON: \u0000 \u001b \u00ad \r\n',
  `{"name":"${'long '.repeat(30)}"}`,
]

test('sends the same bodies as code', async ({ server, folder }) => {
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  for (const [index, body] of BODIES.entries()) {
    await folder.write(`copied-${index}.mjs`, copy({ body, request: { headers } }, server.url))
  }
  // One process for all, because it takes longer to start than to send.
  const imports = BODIES.map((_, index) => `await import('./copied-${index}.mjs')\n`)
  const file = await folder.write('all.mjs', imports.join(''))
  expect(await run(process.execPath, [file])).toBe('200 {}\n'.repeat(BODIES.length))
  expect(server.arrived.map(({ body }) => String(body))).toEqual(BODIES)
  for (const arrived of server.arrived) {
    expect(arrived).toMatchObject({ method: 'POST', headers: { 'Content-Type': 'application/json' } })
  }
})

test('sends a header that is given twice', async ({ server, folder }) => {
  const headers: [string, string][] = [
    ['X-Tag', 'one'],
    ['X-Tag', 'two'],
  ]
  const file = await folder.write('copied.mjs', copy({ method: 'DELETE', request: { headers } }, server.url))
  await run(process.execPath, [file])
  expect(server.arrived).toMatchObject([{ method: 'DELETE', headers: { 'X-Tag': 'one, two' } }])
})

test('is short for a short request, and readable for a longer one', () => {
  expect(copy({ method: 'GET', query: 'limit=2' })).toBe(
    `const response = await fetch('http://127.0.0.1:4010/v2/deployments?limit=2')
console.log(response.status, await response.text())
`,
  )
  const headers: [string, string][] = [['Content-Type', 'application/json']]
  expect(copy({ body: '{"name":"checkout"}', request: { headers } })).toBe(
    `const response = await fetch('http://127.0.0.1:4010/v2/deployments', {
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'checkout' }),
})
console.log(response.status, await response.text())
`,
  )
})

test('says what fetch cannot send', () => {
  expect(copy({ method: 'GET', body: '{}' })).toContain('// fetch cannot send a body with GET.')
  const headers: [string, string][] = [['content-length', '70000']]
  expect(copy({ request: { headers } })).toContain('// The body of this request was too large for the request log.')
})
