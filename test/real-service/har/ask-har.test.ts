import { expect } from 'vitest'
import { createSimulator, type SimulatorOptions } from '../../../src/index.ts'
import { askHar } from '../../../src/programs/real-service/har/ask-har.ts'
import { readHarFile } from '../../../src/programs/real-service/har/read-har.ts'
import { postDeployment } from '../../support/client.ts'
import { type Folder, test } from '../../support/folder.ts'

const NOTHING_SKIPPED = { unmatched: 0, unanswered: 0, incomplete: 0, unknown: 0 }

type Simulator = ReturnType<typeof create>

const create = (options: SimulatorOptions = {}) =>
  createSimulator({ scenario: 'first-day', preset: 'langsmith', ...options })

/** Records what a client does, and asks another simulator the same. */
async function replay(folder: Folder, [from, to]: readonly [Simulator, Simulator], act: () => Promise<unknown>) {
  await act()
  const file = await folder.write('requests.har', JSON.stringify(await from.requests.toHar()))
  return askHar(to, await readHarFile(file))
}

async function writeEntries(folder: Folder, entries: readonly unknown[]) {
  return readHarFile(await folder.write('own.har', JSON.stringify({ log: { entries } })))
}

const read = async (response: Promise<Response>) => (await response).json()

test('the same requests to another world with other data have no differences', async ({ folder }) => {
  const from = create({ seed: 1, assumptions: { authentication: 'none' } })
  const result = await replay(folder, [from, create({ seed: 2 })], async () => {
    const { resources } = await read(from.fetch('/v2/deployments?limit=5'))
    await from.fetch(`/v2/deployments/${resources[0].id}`)
    await from.fetch('/v2/deployments?limit=none')
    const { id } = await read(postDeployment(from))
    await from.fetch(`/v2/deployments/${id}`)
    await from.fetch(`/v2/deployments/${id}`, { method: 'DELETE' })
  })
  expect(result).toEqual({ asked: 6, skipped: NOTHING_SKIPPED, differences: [] })
})

test('differences are named with their requests, without data', async ({ folder }) => {
  const from = create({ preset: 'langsmith-next' })
  const to = create({ assumptions: { authentication: 'bearer', authenticationFailure: '403' } })
  const result = await replay(folder, [from, to], async () => {
    const headers = { 'x-api-key': 'any' }
    const { resources } = await read(from.fetch('/v2/deployments?limit=1&name_contains=agent&q=planted', { headers }))
    await from.fetch(`/v2/deployments/${resources[0].id}`, { headers })
  })
  expect(result.differences).toEqual([
    {
      what: 'status: 403 instead of 200',
      requests: ['GET /v2/deployments?limit=1&name_contains={text}&q={text}', 'GET /v2/deployments/{id}'],
    },
  ])
})

test('fields that only one of the responses has are a difference', async ({ folder }) => {
  const [from, to] = [create({ preset: 'langsmith-next' }), create()]
  const headers = { 'x-api-key': 'any' }
  const { differences } = await replay(folder, [from, to], () => from.fetch('/v2/deployments?limit=1', { headers }))
  expect(differences.map(({ what }) => what)).toEqual([expect.stringMatching(/^fields: .* gone$/)])
})

test('what cannot be compared is counted', async ({ folder }) => {
  const request = { method: 'GET', url: 'https://api.example.com/mock/_s/ida/v2/deployments' }
  const response = {
    status: 200,
    headers: [],
    content: { mimeType: 'application/json', text: '{"resources":[],"offset":0}' },
  }
  const entries = await writeEntries(folder, [
    { request, response },
    { request: { ...request, url: 'https://cdn.example.com/logo.svg' }, response },
    { request },
    { request, response: { ...response, status: 0 } },
    { request: { ...request, method: 'POST', bodySize: 70_000, postData: { text: '' } }, response },
    { request: { ...request, url: `${request.url}/8a1e9a52-93c0-4d0e-9d1c-4f1f4ad8a2f7` }, response },
  ])
  expect(await askHar(create(), entries)).toEqual({
    asked: 1,
    skipped: { unmatched: 1, unanswered: 2, incomplete: 1, unknown: 1 },
    differences: [],
  })
})

test('bodies that a file does not have are not compared, and those in base64 are', async ({ folder }) => {
  const request = { method: 'GET', url: 'http://localhost/v2/deployments' }
  const content = { mimeType: 'application/json', encoding: 'base64', text: btoa('[]') }
  const entries = await writeEntries(folder, [
    { request, response: { status: 200 } },
    { request, response: { status: 200, content: { mimeType: 'application/json', text: '{"resources":[{"id' } } },
    { request, response: { status: 200, content } },
  ])
  const { asked, differences } = await askHar(create(), entries)
  expect([asked, differences]).toEqual([
    3,
    [{ what: 'envelope: resources instead of array', requests: ['GET /v2/deployments'] }],
  ])
})

test('hostile entries change nothing', async ({ folder }) => {
  const request = { method: 'GET', url: 'http://localhost/v2/deployments' }
  const deep = '['.repeat(100_000) + ']'.repeat(100_000)
  const content = { mimeType: 'application/json', text: deep }
  const entries = await writeEntries(folder, [
    null,
    7,
    {},
    { request: { method: 7, url: {} } },
    { request: { method: 'GET', url: 'http://' } },
    {
      request: {
        ...request,
        headers: [
          { name: 'a b', value: '\n' },
          { name: ':path', value: '/' },
        ],
      },
      response: { status: 200 },
    },
    { request, response: { status: 200, content } },
    { request, response: { status: 400, content } },
    { request: { ...request, method: 'CONNECT' }, response: { status: 200 } },
    { request: { ...request, postData: { text: 'x' } }, response: { status: 200 } },
  ])
  expect((await askHar(create(), entries)).asked).toBe(4)
})
