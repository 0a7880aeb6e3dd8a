import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { createSimulator, type Simulator } from '../../src/index.ts'
import { harSchema } from '../support/har-schema.ts'

const JSON_TYPE = { 'content-type': 'application/json' }

async function readHar(simulator: Simulator, options = {}) {
  const har = await simulator.requests.toHar(options)
  harSchema.parse(JSON.parse(JSON.stringify(har)))
  return har.log.entries
}

test('an archive has each request with its response as they were sent', async () => {
  const simulator = createSimulator({ scenario: 'first-day', baseUrl: 'https://api.example.com/platform' })
  const response = await simulator.fetch('https://api.example.com/platform/v2/deployments?limit=1&status=READY')
  const [entry] = await readHar(simulator)
  expect(entry).toMatchObject({
    request: {
      method: 'GET',
      url: 'https://api.example.com/platform/v2/deployments?limit=1&status=READY',
      queryString: [
        { name: 'limit', value: '1' },
        { name: 'status', value: 'READY' },
      ],
      bodySize: 0,
    },
    response: { status: 200, content: { mimeType: 'application/json' } },
    _session: 'default',
    _id: 1,
    _operation: 'listDeployments',
  })
  const [kept] = await readHar(simulator, { secrets: 'keep' })
  expect(kept?.response.content.text).toBe(await response.text())
  expect(entry?.response.content.size).toBe(entry?.response.bodySize)
})

test('an archive takes the filters of the list, and rejects the same', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  await simulator.fetch('/v2/deployments')
  await simulator.fetch('/unknown')
  expect(await readHar(simulator, { status: 404 })).toHaveLength(1)
  expect(await readHar(simulator, { after: 2 })).toEqual([])
  await expect(simulator.requests.toHar({ operation: 'x' as never })).rejects.toThrow(/"operation" is "x"/)
  await expect(simulator.requests.toHar({ secrets: 'show' as never })).rejects.toThrow('Allowed: "hide", "keep".')
})

const SECRETS = ['my-key', 'my-bearer', 'my-cookie', 'my-token', 'my-code', 'my-password', 'my-value', 'my-"quoted']

async function sendSecrets(simulator: Simulator) {
  simulator.faults.add({
    respond: { status: 200, headers: { 'Set-Cookie': 'id=my-cookie', Location: '/?token=my-token' } },
  })
  await simulator.fetch('/v2/deployments?access_token=my-token&code=my-code&status=READY', {
    method: 'POST',
    headers: {
      ...JSON_TYPE,
      'X-Api-Key': 'my-key',
      'X-Tenant-Id': 'a-tenant',
      Authorization: 'Bearer my-bearer',
      Cookie: 'session=my-cookie',
      Referer: 'http://localhost/?token=my-token',
    },
    body: JSON.stringify({
      name: 'night-shift',
      client_secret: 'my-"quoted',
      nested: { password: 'my-password' },
      secrets: [{ name: 'KEY]', value: 'my-value' }],
    }),
  })
}

test('secrets are hidden in headers, cookies, queries and bodies', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  await sendSecrets(simulator)
  const [entry] = await readHar(simulator)
  const text = JSON.stringify(entry)
  expect(SECRETS.filter((secret) => text.includes(secret.slice(0, 7)))).toEqual([])
  expect(JSON.parse(entry?.request.postData?.text ?? '')).toEqual({
    name: 'night-shift',
    client_secret: '[hidden]',
    nested: { password: '[hidden]' },
    secrets: [{ name: 'KEY]', value: '[hidden]' }],
  })
  expect(entry?.request.url).toContain('access_token=%5Bhidden%5D&code=%5Bhidden%5D&status=READY')
  expect(entry?.request.headers).toContainEqual({ name: 'x-tenant-id', value: 'a-tenant' })
  expect(entry?.request.cookies).toEqual([{ name: 'session', value: '[hidden]' }])
})

test('secrets can be kept', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  await sendSecrets(simulator)
  const [entry] = await readHar(simulator, { secrets: 'keep' })
  expect(entry?.request.headers).toContainEqual({ name: 'x-api-key', value: 'my-key' })
  expect(JSON.parse(entry?.request.postData?.text ?? '')).toMatchObject({ client_secret: 'my-"quoted' })
  expect(entry?.response.redirectURL).toBe('/?token=my-token')
})

test('an archive says what of a body is missing, and why', async () => {
  const simulator = createSimulator({ scenario: 'first-day' })
  const long = JSON.stringify({ name: 'x'.repeat(70_000) })
  await simulator.fetch('/v2/deployments', {
    method: 'POST',
    headers: { ...JSON_TYPE, 'content-length': String(long.length) },
    body: long,
  })
  simulator.faults.add({ effect: { kind: 'reset', when: 'during' } })
  await simulator.fetch('/v2/deployments').catch(() => undefined)
  const [posted, cut] = await readHar(simulator)
  expect(posted?.request).toMatchObject({
    bodySize: long.length,
    postData: { text: '', comment: expect.stringContaining('64 KiB') },
  })
  expect(cut?.response.content).toMatchObject({ comment: expect.stringMatching(/^The body is cut/) })
})

test('a request without a response has the status 0, and says why', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.faults.add({ effect: 'reset' })
  await simulator.fetch('/v2/deployments').catch(() => undefined)
  simulator.faults.clear()
  simulator.faults.add({ delay: 1000 })
  const pending = simulator.fetch('/v2/deployments')
  await simulator.requests.waitFor('listDeployments', { state: 'pending' })
  const entries = await readHar(simulator)
  expect(entries.map(({ response, comment }) => [response.status, comment])).toEqual([
    [0, 'There was no response.'],
    [0, 'It still waited for its response.'],
  ])
  simulator.clock.advance(1000)
  await pending
})

test('an archive of a body that is no text has it as base64', async () => {
  const simulator = createSimulator({ scenario: 'empty' })
  simulator.use(http.all('*', () => new HttpResponse(new Uint8Array([255, 0, 1]))))
  await simulator.fetch('/v2/deployments')
  const [entry] = await readHar(simulator)
  expect(entry?.response.content).toMatchObject({ size: 3, text: '/wAB', encoding: 'base64' })
})
