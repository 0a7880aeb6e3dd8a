import type { RequestListener } from 'node:http'
import { inspect } from 'node:util'
import { expect, test as plain } from 'vitest'
import { createReadProgress } from '../../../src/programs/cli/output/progress.ts'
import { assertAccepted } from '../../../src/programs/real-service/reader/accepted.ts'
import { parseServiceUrl } from '../../../src/programs/real-service/reader/base-url.ts'
import { createCredentials, joinHeaders, parseHeader } from '../../../src/programs/real-service/reader/credentials.ts'
import { createReader } from '../../../src/programs/real-service/reader/reader.ts'
import { createSkippingClock, sendJson, test } from '../../support/real-service.ts'

const KEY = 'lsv2_pt_0123456789abcdef'
const PASSWORD = 'correct-horse+battery/staple'
const TENANT = 'aaaaaaaa-0000-4000-8000-000000000001'
const headers = {
  'X-Api-Key': KEY,
  'X-Tenant-Id': TENANT,
  Authorization: `Basic ${Buffer.from(`me:${PASSWORD}`).toString('base64')}`,
}
const [, basic = ''] = headers.Authorization.split(' ')
const secrets = [KEY, TENANT, PASSWORD, encodeURIComponent(PASSWORD), headers.Authorization, basic]
const request = { method: 'GET', path: '/v2/deployments' } as const

/** Lists the credentials that a text contains. */
const findSecrets = (text: string) => secrets.filter((secret) => text.includes(secret))

const everything = secrets.join(' and ')
const failures: [string, RequestListener][] = [
  ['401', (_request, response) => sendJson(response, 401, { detail: `Invalid: ${everything}` })],
  ['403 as a text', (_request, response) => void response.writeHead(403).end(everything.repeat(3))],
  ['403 with a cut in a value', (_request, response) => sendJson(response, 403, { detail: 'x'.repeat(190) + KEY })],
  ['a redirect', (_request, response) => sendJson(response, 302, {}, { location: `https://login.test/${KEY}?${KEY}` })],
  ['a page', (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end(everything)],
  ['a pause', (_request, response) => sendJson(response, 429, everything, { 'retry-after': KEY })],
  ['a broken connection', ({ socket }) => socket.destroy()],
]

test.for(failures)('after %s, no message contains a credential', async ([, listener], { service }) => {
  service.respond(listener)
  const lines: string[] = []
  const write = (text: string) => void lines.push(text)
  const { onReply, onPause } = createReadProgress({ err: write, columns: 1000, paint: write })
  const reader = createReader(service.url, { headers, clock: createSkippingClock(), onReply, onPause })
  const error: unknown = await reader
    .read(request)
    .then((reply) => assertAccepted(reply, reader))
    .catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(findSecrets(`${inspect(error, { depth: 10 })} ${JSON.stringify(error)} ${lines.join('\n')}`)).toEqual([])
  expect(String(error)).not.toContain(KEY.slice(0, 10))
  expect(service.requests[0]?.headers).toMatchObject({ 'x-api-key': KEY, authorization: headers.Authorization })
})

test('a reader shows the names of its credentials, but not their values', async ({ service }) => {
  const reader = createReader(service.url, { headers })
  expect(reader.credentials?.names).toEqual(['X-Api-Key', 'X-Tenant-Id', 'Authorization'])
  expect(findSecrets(inspect(reader, { depth: 10, showHidden: true }) + JSON.stringify(reader))).toEqual([])
})

test('what the service repeats is hidden in replies, except ids, which records contain, too', async ({ service }) => {
  service.respond((_request, response) =>
    sendJson(response, 200, { key: KEY, tenant: TENANT }, { 'x-echo': KEY, 'set-cookie': 'session=1' }),
  )
  const reply = await createReader(service.url, { headers }).read(request)
  expect(JSON.parse(reply.body)).toEqual({ key: '[hidden]', tenant: TENANT })
  expect(reply.headers).toContainEqual(['x-echo', '[hidden]'])
  expect(reply.headers.map(([name]) => name)).not.toContain('set-cookie')
})

test('an anonymous request has no credentials', async ({ service }) => {
  const reader = createReader(service.url, { headers })
  await reader.read({ ...request, isAnonymous: true, headers: { Accept: 'text/plain' } })
  const [arrived] = service.requests
  expect(Object.keys(arrived?.headers ?? {})).not.toContain('x-api-key')
  expect(Object.keys(arrived?.headers ?? {})).not.toContain('authorization')
  expect(arrived?.headers).toMatchObject({ accept: 'text/plain', 'user-agent': 'deploymock' })
})

plain('a value is hidden in all its spellings, and as a part of a cookie', () => {
  const { hide } = createCredentials({ Cookie: `session=${PASSWORD}; theme=dark`, Authorization: 'Bearer abc"defg' })
  expect(hide(`${PASSWORD}, ${encodeURIComponent(PASSWORD)}, theme=dark`)).toBe('[hidden], [hidden], [hidden]')
  expect(hide('Bearer abc"defg, abc"defg, {"token":"abc\\"defg"}')).toBe('[hidden], [hidden], {"token":"[hidden]"}')
  expect(hide('Bearer')).toBe('Bearer')
})

const bytes = Buffer.from(PASSWORD)
const percent = bytes.toString('hex').replace(/../g, '%$&')
const reverse = (text: string) => [...text].reverse().join('')
const echoes: readonly (readonly [string, string])[] = [
  ['itself', PASSWORD],
  ['capitals', PASSWORD.toUpperCase()],
  ['Base64', bytes.toString('base64')],
  ['Base64 without padding', bytes.toString('base64').replace(/=+$/, '')],
  ['Base64 for URLs', bytes.toString('base64url')],
  ...['u:', 'me:', 'you:', 'a "user" '].flatMap((user) => [
    [`Base64 behind ${user}`, Buffer.from(user + PASSWORD).toString('base64')] as const,
    [
      `Base64 for URLs, between ${user} and more`,
      Buffer.from(`${user}${PASSWORD}:more`).toString('base64url'),
    ] as const,
  ]),
  ['Base64 in a URL', encodeURIComponent(Buffer.from(`me:${PASSWORD}`).toString('base64'))],
  ['reversed', reverse(PASSWORD)],
  ['Base64 of it reversed', Buffer.from(reverse(PASSWORD)).toString('base64')],
  ['hex', bytes.toString('hex')],
  ['hex in capitals', bytes.toString('hex').toUpperCase()],
  ['a part of a URL', encodeURIComponent(PASSWORD)],
  ['a part of a URL in lower case', encodeURIComponent(PASSWORD).toLowerCase()],
  ['a part of a URL in a URL', encodeURIComponent(encodeURIComponent(PASSWORD))],
  ['a percent for each byte', percent],
  ['a percent for each byte, in capitals', percent.toUpperCase()],
  ['JSON with an escaped slash', PASSWORD.replaceAll('/', '\\/')],
  ['JSON with an escaped plus', PASSWORD.replaceAll('+', '\\u002B')],
  ['a field of a form', new URLSearchParams({ key: PASSWORD }).toString()],
]

plain.for(echoes)('a value is hidden as %s, in messages and in replies', ([, echo]) => {
  for (const header of [{ 'X-Api-Key': PASSWORD }, headers]) {
    const { hide, hideSecrets } = createCredentials(header)
    for (const text of [hide(`said <${echo}>`), hideSecrets(`{"detail":"${echo}"}`)]) {
      const left = text.replace(/^said <|^\{"detail":"|>$|"\}$/g, '')
      expect(left).toContain('[hidden]')
      // What stands around it in Base64, and its name in a form.
      expect(left.replace(/\[hidden\]/g, '')).toMatch(/^(?:.{0,20}|key=)$/)
    }
  }
})

plain('other texts stay as they are', () => {
  const text = JSON.stringify({ id: TENANT, name: 'correct horse', key: bytes.toString('base64').slice(0, 12) })
  expect(createCredentials(headers).hideSecrets(text)).toBe(text)
  expect(createCredentials({}).hide(text)).toBe(text)
})

plain('parseHeader takes a name and a value, which may contain colons', () => {
  expect(parseHeader(' X-Api-Key :  a:b ', '--header')).toEqual(['X-Api-Key', 'a:b'])
})

plain('of headers with the same name, the last one counts', () => {
  const all = [
    ['X-Api-Key', '1'],
    ['Accept', '2'],
    ['x-api-key', '3'],
  ] as const
  expect(joinHeaders(all)).toEqual({ 'x-api-key': '3', Accept: '2' })
})

plain.for([
  [KEY, /^Failed to read --header: there is no colon\. Allowed: NAME: VALUE, such as X-Api-Key: my-key\.$/],
  [`my key ${KEY}: x`, /what comes before the colon is not the name of a header/],
  [`: ${KEY}`, /what comes before the colon is not the name of a header/],
  ['X-Api-Key:', /X-Api-Key has no value\. Write it after the colon\.$/],
  [`X-Api-Key: ${KEY}\nHost: x`, /the value of X-Api-Key has characters that no header can have/],
  [`X-Api-Key: ${KEY}\u{1f680}`, /the value of X-Api-Key has characters that no header can have/],
  [`Host: ${KEY}`, /Host is not a header of credentials\. Allowed: headers such as X-Api-Key\.$/],
  [`Content-Length: ${KEY}`, /Content-Length is not a header of credentials/],
  [`X-HTTP-Method-Override: ${KEY}`, /X-HTTP-Method-Override is not a header of credentials/],
] as const)('the header %j is rejected without its value', ([text, expected]) => {
  expect(() => parseHeader(text, '--header')).toThrow(expected)
  expect(() => parseHeader(text, '--header')).not.toThrow(KEY)
})

plain('a reader rejects headers that cannot be sent', () => {
  const create = () => createReader('http://localhost', { headers: { 'X-Api-Key': `${KEY}\r\nX-Other: 1` } })
  expect(create).toThrow(/^Failed to use the credentials: the value of X-Api-Key has characters that no header/)
  expect(create).not.toThrow(KEY)
})

plain.for([
  ['https://api.test', 'https://api.test'],
  ['https://api.test/', 'https://api.test'],
  ['HTTPS://API.test:443/base//', 'https://api.test/base'],
  ['http://localhost:4010/base/../other', 'http://localhost:4010/other'],
])('the URL %s is read as %s', ([text, url]) => {
  expect(parseServiceUrl(text ?? '')).toBe(url)
})

plain.for([
  ['', /^Failed to read the URL of the service: it does not begin with https:\/\/ or http:\/\/\. Allowed:/],
  [KEY, /it does not begin with https/],
  [`X-Api-Key: ${KEY}`, /it does not begin with https/],
  ['api.test/v2', /it does not begin with https/],
  ['localhost:4010', /it does not begin with https/],
  ['ftp://api.test', /it does not begin with https/],
  [`https://me:${KEY}@api.test`, /it contains a user or a password\. Leave them out, and add --header-env/],
  [`https://${KEY}@api.test`, /it contains a user or a password/],
  [`https://api.test?key=${KEY}`, /it contains a query or a fragment\. Leave it out\.$/],
  [`https://api.test/#${KEY}`, /it contains a query or a fragment/],
] as const)('the URL %j is rejected without the credentials in it', ([text, expected]) => {
  expect(() => parseServiceUrl(text)).toThrow(expected)
  expect(() => parseServiceUrl(text)).not.toThrow(KEY)
})
