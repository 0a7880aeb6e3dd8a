import { expect } from 'vitest'
import { copyRequest, type LoggedRequest } from '../../src/entries/request-code/copied-request.ts'
import { buildCurl } from '../../src/entries/request-code/curl.ts'
import { echoTest as test } from '../console/support/echo-server.ts'
import { run } from '../console/support/run-shell.ts'

const ENTRY: LoggedRequest = {
  method: 'GET',
  path: '/v2/deployments',
  query: '',
  body: null,
  request: { headers: [] },
}
const JSON_TYPE: [string, string] = ['Content-Type', 'application/json']

const copy = (entry: Partial<LoggedRequest>, url = 'http://127.0.0.1:4010') =>
  buildCurl(copyRequest({ ...ENTRY, ...entry }, url))

const HOSTILE = [
  `it's "quoted"`,
  '$(touch pwned) `touch pwned` $HOME !! !1 \\ \\n %s #no',
  'line one\nline two\r\n\tend',
  'żółw 👩‍👩‍👧‍👦 \u202eevil\u2066 \u200b\ufeff',
  'escape \u001b[31m bell \u0007 nothing \u0000 end',
  '@body.json',
  '-X DELETE',
]

test.for(HOSTILE)('sends the same body from a shell: %j', async (name, { server, folder }) => {
  const body = JSON.stringify({ name }) + name
  const { text, file } = copy({ method: 'POST', body, request: { headers: [JSON_TYPE] } }, server.url)
  if (file !== null) await folder.write(file.name, file.content ?? '')
  await run('bash', ['-s'], { input: `${text}\n`, cwd: folder.path('.') })
  expect(server.arrived).toMatchObject([{ method: 'POST', url: '/v2/deployments', body: Buffer.from(body) }])
})

test('does the same in an interactive shell, which expands "!"', async ({ server }) => {
  const body = 'really? yes!! no!1'
  const { text } = copy({ method: 'POST', body }, server.url)
  await run('bash', ['--norc', '--noprofile', '-i', '-s'], { input: `${text}\nexit\n` })
  expect(server.arrived.map((each) => String(each.body))).toEqual([body])
})

test('sends the path and the query as they were encoded', async ({ server }) => {
  const query = "name_contains=it's&a[]={1,2}&b=%27%20+&$(x)=`y`"
  const { text } = copy({ path: '/v2/../v2//deployments', query }, server.url)
  await run('bash', ['-s'], { input: text })
  expect(server.arrived[0]?.url).toBe(`/v2/../v2//deployments?${query}`)
})

test('sends headers with empty values, quotes and Latin-1 characters', async ({ server }) => {
  const headers: [string, string][] = [
    ['X-Empty', ''],
    ['X-Quote', `it's "$(x)"`],
    ['X-Latin', 'caf\u00e9'],
  ]
  const { text } = copy({ request: { headers } }, server.url)
  await run('bash', ['-s'], { input: text })
  expect(server.arrived[0]?.headers).toMatchObject(Object.fromEntries(headers))
})

test('adds no content type to a body that had none', async ({ server }) => {
  await run('bash', ['-s'], { input: copy({ method: 'PATCH', body: '{}' }, server.url).text })
  expect(Object.keys(server.arrived[0]?.headers ?? {})).not.toContain('Content-Type')
})

test('puts a body of more than 64 kB into a file', async ({ server, folder }) => {
  const body = JSON.stringify({ name: 'ż'.repeat(40_000) })
  const { text, file } = copy({ method: 'POST', body }, server.url)
  expect(text).toContain('--data-binary @body.json')
  await folder.write('body.json', file?.content ?? '')
  await run('bash', ['-s'], { input: text, cwd: folder.path('.') })
  expect(String(server.arrived[0]?.body)).toBe(body)
})

test('names the file of a body that the request log does not have', () => {
  const headers: [string, string][] = [['content-length', '70000']]
  const { text, file } = copy({ method: 'POST', body: null, request: { headers } })
  expect(text).toContain('--data-binary @body.json')
  expect(file).toEqual({ name: 'body.json', content: null })
})

test('is short for a short request', () => {
  expect(copy({ query: 'limit=2' }).text).toBe("curl -i 'http://127.0.0.1:4010/v2/deployments?limit=2'")
  expect(copy({ method: 'HEAD' }).text).toBe("curl -i -I 'http://127.0.0.1:4010/v2/deployments'")
})

test('leaves out headers that each client sets for itself', () => {
  const headers: [string, string][] = [
    ['Host', 'localhost'],
    ['User-Agent', 'x'],
    ['accept', '*/*'],
    ['Sec-Fetch-Mode', 'cors'],
    ['X-Api-Key', 'key'],
  ]
  expect(copy({ request: { headers } }).text).toBe("curl -i 'http://127.0.0.1:4010/v2/deployments' -H 'X-Api-Key: any'")
})
