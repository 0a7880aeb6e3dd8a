import { expect } from 'vitest'
import { createSimulator, type Simulator } from '../../../src/index.ts'
import { prepareTraffic } from '../../../src/programs/real-service/har/learn-traffic.ts'
import { readTraffic } from '../../../src/programs/real-service/har/traffic.ts'
import { learn } from '../../../src/programs/real-service/learn/learn.ts'
import type { Preset } from '../../../src/service/assumptions/presets.ts'
import { type Folder, test } from '../../support/folder.ts'
import { sample } from '../../support/scope.ts'

/** Sends requests to a service, and returns its request log as a HAR file. */
async function use(service: Simulator, ...targets: readonly string[]): Promise<string> {
  for (const target of targets) await service.fetch(target, { headers: { 'x-api-key': 'any' } })
  return JSON.stringify(await service.requests.toHar())
}

async function learnText(folder: Folder, text: string, preset: Preset) {
  const traffic = await readTraffic([await folder.write('requests.har', text)])
  const { reader, options } = prepareTraffic(traffic, preset)
  return learn(reader, options)
}

test.for(sample(['[redacted]', '[hidden]'], 2))(
  'secrets of which a file has only %s decide nothing',
  async (word, { folder }) => {
    const service = createSimulator({ preset: 'langsmith', deployments: 30, assumptions: { secretValues: 'masked' } })
    const [{ id } = {}] = service.db.deployments.list()
    const text = await use(service, '/v2/deployments?limit=100', '/v2/deployments?limit=5', `/v2/deployments/${id}`)
    const { assumptions } = await learnText(folder, text.replaceAll('[hidden]', word), 'langsmith')
    expect(service.assumptions).toMatchObject(assumptions)
  },
)

test('the request log of a simulator has no responses that no value explains', async ({ folder }) => {
  const service = createSimulator({ preset: 'langsmith', deployments: 30 })
  const ids = service.db.deployments.list().map(({ id }) => `/v2/deployments/${id}`)
  const text = await use(service, '/v2/deployments?limit=100', ...ids)
  expect((await learnText(folder, text, 'langsmith')).unexplained).toEqual([])
})

test('what a possible value explains is no deviation, although it is open', async ({ folder }) => {
  const service = createSimulator({ deployments: 60, assumptions: { optionalFields: 'absent' } })
  const { undecided, forms } = await learnText(folder, await use(service, '/v2/deployments?limit=20'), 'spec')
  expect(undecided).toHaveProperty('optionalFields')
  expect(forms).toEqual([])
})

test.for([
  ['accepted', 202],
  ['simulated', 201],
] as const)(
  'a recorded creation with creation=%s decides that only if its status does',
  async ([creation, status], { folder, expect }) => {
    const service = createSimulator({ deployments: 30, assumptions: { creation } })
    const [{ integration_id, url: repo_url } = {} as never] = service.db.repositories.list()
    const body = JSON.stringify({
      integration_id,
      source_config: { repo_url },
      source_revision_config: { repo_ref: 'main' },
    })
    await use(service, '/v2/deployments?limit=100')
    const headers = { 'content-type': 'application/json', 'x-api-key': 'any' }
    expect((await service.fetch('/v2/deployments', { method: 'POST', headers, body })).status).toBe(status)
    const text = await use(service)
    const { assumptions, undecided } = await learnText(folder, text, 'spec')
    expect([assumptions.creation, undecided.creation?.because]).toEqual(
      creation === 'accepted' ? ['accepted', undefined] : [undefined, 'Only requests that write show it.'],
    )
  },
)
