// Replays what current command lines send, and reads of each response what they read.

import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { serve } from '../../../src/server/index.ts'
import { createCall, type Fields } from '../../support/control-plane.ts'
import { type RecordedRequest, type Recording, recordings } from './recorded-requests.ts'

const HEADERS = { 'x-api-key': 'lsv2_key', accept: 'application/json' }

const replays = recordings.flatMap((recording) =>
  recording.presets.map((preset) => ({ ...recording, preset, name: `${recording.client} ${recording.version}` })),
)

test.for(replays)('$name $title, under $preset', async (recording) => {
  const simulator = createSimulator({ preset: recording.preset, scenario: 'empty' })
  if (recording.hasListener) simulator.db.listeners.create({ compute_config: { k8s_namespaces: ['agents'] } })
  const server = await serve(simulator, { port: 0 })
  try {
    await replay(recording, server.url)
    simulator.clock.advance('1h')
    const [deployment] = simulator.db.deployments.list()
    if (deployment !== undefined) expect(deployment.status).toMatch(/^(READY|AWAITING_DATABASE)$/)
    expect(simulator.db.revisions.list().map(({ status }) => status)).not.toContain('BUILD_FAILED')
  } finally {
    await server.close()
  }
})

async function replay({ requests }: Recording, url: string): Promise<void> {
  const known: Record<string, string> = {}
  for (const each of requests) {
    const { status, body } = await sendRecorded(each, known, url)
    expect([each.request, status, body]).toEqual([each.request, each.status ?? expect.toSatisfy(isSuccess), body])
    for (const [name, path] of Object.entries(each.reads ?? {})) {
      const value = path.reduce<unknown>((found, key) => Reflect.get(Object(found), key), body)
      expect([each.request, name, value]).toEqual([each.request, name, expect.stringMatching(/./)])
      known[name] = String(value)
    }
  }
}

const isSuccess = (status: number) => status >= 200 && status < 300

async function sendRecorded(
  { request, body }: RecordedRequest,
  known: Readonly<Record<string, string>>,
  url: string,
): Promise<{ status: number; body: Fields }> {
  const fill = (text: string) => text.replace(/\{(\w+)\}/g, (whole, name: string) => known[name] ?? whole)
  const [method, target = ''] = fill(request).split(' ')
  if (method !== 'PUT')
    return createCall(fetch, url)(`${method} ${target}`, body && JSON.parse(fill(JSON.stringify(body))), HEADERS)
  // An upload needs no key: its URL is the permission.
  const headers = { 'content-type': 'application/gzip', 'x-goog-content-length-range': '0,209715200' }
  const { status } = await fetch(target, { method, headers, body: new Uint8Array(64) })
  return { status, body: {} }
}

test('the newest command line finds the URL of a deployment in lists', async () => {
  const simulator = createSimulator({ preset: 'langsmith-next', assumptions: { authentication: 'none' } })
  const { body } = await createCall(simulator.fetch)('GET /v2/deployments?name_contains=')
  for (const { url, source_config } of body.resources) expect(url).toBe(source_config.custom_url)
  expect(body.resources.some(({ url }: Fields) => url !== null)).toBe(true)
})

test('the command line explains a workspace that deploys through listeners by the text of the refusal', async () => {
  const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
  simulator.db.listeners.create({})
  const { status, body } = await createCall(simulator.fetch)('POST /v2/deployments', {
    name: 'my-agent',
    source: 'external_docker',
    source_config: { resource_spec: {} },
    source_revision_config: { image_uri: 'registry.example/my-agent:1' },
    secrets: [],
  })
  expect([status, body.detail]).toEqual([400, expect.stringContaining("listener_id' is required")])
})
