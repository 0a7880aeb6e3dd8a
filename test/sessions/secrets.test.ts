import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createHiding } from '../../src/engine/input/text/secrets.ts'
import { createSimulator } from '../../src/index.ts'

// No output may have any part of these.
const [text, plain, number] = ['Canary-"x\\ü', 'canaryplain', 987654321012]

/** Returns what of the secrets a text has, with what is around. */
function findLeaks(shown: string): readonly string[] {
  return shown.match(/.{0,40}(?:canary|987654321012).{0,20}/gis) ?? []
}

const NAMES = ['password', 'client_secret', 'api_key', 'apiKey', 'DB_PASSWORD', 'accessToken', 'x-api-key', 'passphrase']

/** Bodies of every form that a secret can have in JSON. */
const JSON_BODIES: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(NAMES.map((name) => [`field ${name}`, { name: 'a', [name]: text }])),
  'a number': { password: number },
  'a list': { client_secret: [plain, number, { any: text }] },
  'an object': { credentials: { user: plain, inner: { any: [number] } } },
  'a nested field': { source_config: { list: [[{ env: { GITHUB_TOKEN: text } }]] } },
  'a pair': { env: [{ name: 'DB_PASSWORD', value: text }] },
  'a pair, the value first': { env: [{ value: number, name: 'DB_PASSWORD' }] },
  'a pair with a key': { env: [{ key: 'STRIPE_API_KEY', value: { any: [plain] } }] },
  secrets: { secrets: [{ name: 'LOG_LEVEL', value: text }] },
  'a map of secrets': { secrets: { LOG_LEVEL: plain } },
  'credentials of a URL': { source_config: { repo_url: `https://me:${plain}@github.com/a/b.git` } },
  'a token as user of a URL': { repo_url: `https://${plain}@github.com/a/b.git` },
  'a parameter of a URL': { callback: `https://a.test/cb?state=1&access_token=${plain}#token=${plain}` },
  'JSON in a text': { note: JSON.stringify({ inner: JSON.stringify({ password: text }) }) },
  'a form in a text': { note: `a=b&password=${plain}%20and+${plain}` },
  'a header in a text': { note: `curl -H 'Authorization: Bearer ${plain}' -H "x-api-key: ${plain}"` },
  'the input of an error': { detail: [{ type: 'string_type', loc: ['body', 'client_secret'], input: number }] },
  'the input around a pair': { detail: [{ loc: ['body', 'env', 0, 'value'], input: [plain] }] },
  'the whole input': { detail: [{ loc: ['body'], input: `{"password":"${plain}"}` }] },
}

const MULTIPART = `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${plain}\r\n${plain}\r\n--x--\r\n`

const BODIES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(JSON_BODIES).map(([title, body]) => [title, JSON.stringify(body)])),
  'JSON with spaces': JSON.stringify(JSON_BODIES['a list'], null, 2),
  'an escaped name': `{"pass\\u0077ord":"${plain}"}`,
  'JSON that is cut in a secret': JSON.stringify({ a: 1, password: [plain, plain] }).slice(0, -9),
  'JSON that is cut before the name of a pair': `{"env":[{"value":"${plain}","na`,
  'JSON that is broken before': `{"a":"x"y","password":"${plain}"}`,
  'JSON that is broken within': `{"a":{,"password":"${plain}",}`,
  'a form': `name=a&password=${plain}%20and+${plain}&client_secret=${plain}`,
  'a form with an escaped name': `pass%77ord=${plain}`,
  'a form with a name in brackets': `user[password]=${plain}&user%5Btoken%5D=${plain}`,
  'a form with a pair': `name=DB_PASSWORD&value=${plain}`,
  'a form with JSON': `payload=${encodeURIComponent(JSON.stringify({ password: plain }))}`,
  'a form with a URL': `url=${encodeURIComponent(`https://me:${plain}@a.test/`)}`,
  'a form in parts': MULTIPART,
  lines: `a: 1\npassword: ${plain}\nAPI_KEY=${plain}\n`,
}

const TYPES = [
  'application/json',
  'text/plain;charset=UTF-8',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
  '',
]

const QUERIES = [
  `access_token=${plain}`,
  `x=1&api%5Fkey=${plain}`,
  `code=${plain}`,
  `name=DB_PASSWORD&value=${plain}`,
  `filter=${encodeURIComponent(JSON.stringify({ password: plain }))}`,
  `url=${encodeURIComponent(`https://me:${plain}@a.test`)}`,
  encodeURIComponent(JSON.stringify({ password: plain })),
  `X-Amz-Signature=${plain}`,
]

const HEADERS: readonly (readonly [string, string])[] = [
  ['x-api-key', plain],
  ['x-service-key', plain],
  ['authorization', `Bearer ${plain}`],
  ['proxy-authorization', `Basic ${btoa(`me:${plain}`)} ${plain}`],
  ['cookie', `a=${plain}; b=${plain}`],
  ['x-csrf-token', plain],
  ['referer', `https://me:${plain}@a.test/?token=${plain}`],
  ['x-note', `password=${plain}`],
  ['link', `<https://a.test/?page=2&token=${plain}>; rel="next"`],
  ['content-disposition', `form-data; filename="a"; token="${plain} ${plain}"`],
]

const PATHS = [`/v2/token=${plain}`, `/v2/${encodeURIComponent(`https://me:${plain}@a.test`)}`]

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
        HttpResponse.json({ detail: `${plain} is no key, and ${text} is no password` }, { headers: { 'x-note': plain } }),
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
  const escape = (json: string) =>
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
    return string.replace(/\\.|[A-Za-z]/g, (each) => (each.startsWith('\\') ? each : escape(each)))
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
    has_secret: true,
    detail: [{ loc: ['body', 'name'], input: { name: 1 } }],
    at: '2026-03-02T12:00:00Z',
  })
  const hiding = createHiding()
  expect(hiding.text(body)).toBe(body)
  expect(hiding.query('limit=2&status=READY&name_contains=a%3Db&page_token=x')).toBe(
    'limit=2&status=READY&name_contains=a%3Db&page_token=x',
  )
  expect(hiding.header('content-type', 'application/json; charset=utf-8')).toBe('application/json; charset=utf-8')
  expect(hiding.header('access-control-allow-credentials', 'true')).toBe('true')
})
