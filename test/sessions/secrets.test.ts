import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createHiding } from '../../src/engine/input/text/secrets.ts'
import { createSimulator } from '../../src/index.ts'
import {
  BODIES,
  findLeaks,
  HEADERS,
  NAMES,
  number,
  PATHS,
  plain,
  QUERIES,
  TYPES,
  text,
} from '../support/planted-secrets.ts'

async function writeArchive(send: (simulator: ReturnType<typeof createSimulator>) => Promise<unknown>) {
  const simulator = createSimulator({ scenario: 'empty', preset: 'langsmith-next' })
  await send(simulator)
  return JSON.stringify(await simulator.requests.toHar())
}

const withType = (type: string): Record<string, string> => (type === '' ? {} : { 'content-type': type })

test.for(Object.entries(BODIES))('an archive hides %s in bodies of all types', async ([, body]) => {
  const archive = await writeArchive(async (simulator) => {
    for (const type of TYPES) {
      const headers = { 'x-api-key': 'any', 'x-tenant-id': 'a', ...withType(type) }
      const bytes = new TextEncoder().encode(body)
      await simulator.fetch('/v2/deployments', { method: 'POST', headers, body: bytes })
      simulator.use(http.get('*/echo', () => new HttpResponse(body, { headers: withType(type), status: 400 })))
      await simulator.fetch('/echo')
    }
  })
  expect(findLeaks(archive)).toEqual([])
})

test.for(QUERIES)('an archive hides the secret in ?%s', async (query) => {
  const archive = await writeArchive((simulator) => simulator.fetch(`/v2/deployments?${query}`))
  expect(findLeaks(archive)).toEqual([])
})

test.for(HEADERS)('an archive hides the secret in the header %s', async ([name, value]) => {
  const archive = await writeArchive(async (simulator) => {
    simulator.use(http.get('*/echo', () => new HttpResponse('', { headers: { [name]: value } })))
    await simulator.fetch('/v2/deployments', { headers: { [name]: value } })
    await simulator.fetch('/echo')
  })
  expect(findLeaks(archive)).toEqual([])
})

test.for(PATHS)('an archive hides the secret in the path %s', async (path) => {
  expect(findLeaks(await writeArchive((simulator) => simulator.fetch(path)))).toEqual([])
})

test('a response does not repeat the secrets of its request in an archive', async () => {
  const archive = await writeArchive(async (simulator) => {
    simulator.use(
      http.post('*/echo', () =>
        HttpResponse.json(
          { detail: `${plain} is no key, and ${text} is no password` },
          { headers: { 'x-note': plain } },
        ),
      ),
    )
    const body = JSON.stringify({ password: text })
    await simulator.fetch('/echo', { method: 'POST', headers: { 'x-api-key': plain }, body })
  })
  expect(findLeaks(archive)).toEqual([])
})

// Whatever is around a secret, and however it is written.
const secretName = fc.constantFrom(...NAMES)
const fields = fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })
const leaf = fc.constantFrom<unknown>(text, number, plain, [plain], { any: [number, text] })
const secret = fc.oneof(
  fc.record({ name: secretName, fields, leaf }).map(({ name, fields, leaf }) => ({ ...fields, [name]: leaf })),
  fc.record({ name: secretName, leaf }).map(({ name, leaf }) => [{ value: leaf, name }]),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    secret,
    fc.tuple(fields, tie('tree')).map(([fields, inner]) => ({ ...fields, inner })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 2 }),
    tie('tree').map((inner) => ({ note: JSON.stringify(inner) })),
  ),
}))

test('no secret is left of JSON, however deep it is and however its characters are escaped', () => {
  const escapeLetters = (json: string) =>
    json.replace(/[A-Za-z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
  fc.assert(
    fc.property(tree as fc.Arbitrary<unknown>, fc.boolean(), (value, isEscaped) => {
      const json = JSON.stringify(value)
      const written = isEscaped ? json.replace(/"(?:[^"\\]|\\.)*"/g, escapeWhole) : json
      const shown = createHiding().text(written)
      expect(findLeaks(JSON.stringify(JSON.parse(shown)))).toEqual([])
    }),
  )
  function escapeWhole(string: string): string {
    return string.replace(/\\.|[A-Za-z]/g, (each) => (each.startsWith('\\') ? each : escapeLetters(each)))
  }
})

test('nothing is hidden that is no secret', () => {
  const body = JSON.stringify({
    name: 'checkout',
    next_page_token: 'abc',
    secrets: [{ name: 'DB_PASSWORD', value: '[hidden]' }],
    env: [{ name: 'LOG_LEVEL', value: 'debug' }],
    image: 'registry:5000/app@sha256:abc',
    repo_url: 'https://github.com/a/b',
    password: null,
    required: ['password', 'email'],
    pairs: [
      ['accept', 'text/html'],
      ['token', 'password', 'email'],
    ],
    command: 'docker run -u 1000:1000 app --token-file a.txt --password-stdin --password',
    args: ['--password', '--user', 'me'],
    page: '<p>a<b>c</b></p><password/><password></password>',
    tracer_session_id: '380dfd8b-3fce-4b14-bbcd-39f3215d7eb1',
    has_secret: true,
    detail: [{ loc: ['body', 'name'], input: { name: 1 } }],
    at: '2026-03-02T12:00:00Z',
  })
  const hiding = createHiding()
  expect(hiding.text(body)).toBe(body)
  expect(hiding.query('limit=2&status=READY&name_contains=a%3Db&page_token=x')).toBe(
    'limit=2&status=READY&name_contains=a%3Db&page_token=x',
  )
  for (const path of [
    '/v2/tokens/380dfd8b-3fce-4b14-bbcd-39f3215d7eb1',
    '/v2/secret/description-of-secrets',
    '/v2/auth/providers/provider-1234567890',
  ])
    expect(hiding.url(path)).toBe(path)
  expect(hiding.header('content-type', 'application/json; charset=utf-8')).toBe('application/json; charset=utf-8')
  expect(hiding.header('access-control-allow-credentials', 'true')).toBe('true')
})
