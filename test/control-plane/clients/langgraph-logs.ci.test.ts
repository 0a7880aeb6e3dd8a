// How the command line of the real service reads logs.

import { expect } from 'vitest'
import { clientTest as test } from '../../support/client-server.ts'
import type { Call } from '../../support/control-plane.ts'
import type { LogsBody, WireLine } from '../../support/logged-world.ts'

interface Service {
  simulator: { db: { deployments: { list(): readonly { id: string; source: string; status: string }[] } } }
  call: Call
}

/** Starts a revision of a deployment with a repository. */
async function startRevision({ simulator, call }: Service): Promise<{ id: string; revision: string }> {
  const found = simulator.db.deployments.list().find(({ source, status }) => source === 'github' && status === 'READY')
  const id = found?.id ?? ''
  const { status, body } = await call(`POST /v2/deployments/${id}/revisions`, {})
  expect(status).toBe(201)
  return { id, revision: body.id }
}

async function readLogs(call: Call, path: string, body: object): Promise<LogsBody> {
  const { status, body: page } = await call(`POST ${path}`, body)
  expect(status).toBe(200)
  return page as unknown as LogsBody
}

const messagesOf = (lines: readonly WireLine[]) => lines.map(({ message }) => message)

test('the command line prints each line of a running build once', async ({ service }) => {
  const { simulator, call } = service
  const { id, revision } = await startRevision(service)
  const path = `/v1/projects/${id}/revisions/${revision}/build_logs`
  const printed: WireLine[] = []
  let offset: string | undefined
  for (let status = ''; status !== 'AWAITING_DEPLOY'; simulator.clock.advance(3000)) {
    status = (await call(`GET /v2/deployments/${id}/revisions/${revision}`)).body.status
    // It asks for lines as long as the build lasts, and keeps its offset if there is no next one.
    const page = await readLogs(call, path, { order: 'asc', limit: 50, ...(offset === undefined ? {} : { offset }) })
    printed.push(...page.logs)
    offset = page.next_offset ?? offset
  }
  expect(messagesOf(printed).at(-1)).toBe('Build succeeded')
  expect(printed).toEqual((await readLogs(call, path, { limit: 1000 })).logs)
})

test('the command line prints why a build failed', async ({ service }) => {
  const { simulator, call } = service
  simulator.faults.add({ operation: 'createRevision', rollout: 'buildFails' })
  const { id, revision } = await startRevision(service)
  simulator.clock.advance(15 * 60_000)
  const path = `/v1/projects/${id}/revisions/${revision}/build_logs`
  const { logs } = await readLogs(call, path, { order: 'desc', limit: 30 })
  expect(messagesOf(logs)[0]).toBe('Build failed with exit code 1')
  const errors = await readLogs(call, path, { limit: 100, order: 'desc', level: 'ERROR', query: 'build failed' })
  expect(messagesOf(errors.logs)).toEqual(['Build failed with exit code 1'])
})

test('the command line follows the log of a deployment across a rollout, and prints each line once', async ({
  service,
}) => {
  const { simulator, call } = service
  const { id, revision } = await startRevision(service)
  const path = `/v1/projects/${id}/deploy_logs`
  const began = simulator.clock.now()
  const seen = new Set<string>()
  const printed: WireLine[] = []
  let start_time: string | number = began
  for (let poll = 0; poll < 100; poll += 1) {
    const page = await readLogs(call, path, { order: 'asc', limit: 100, start_time })
    for (const line of page.logs.filter((each) => !seen.has(each.id))) {
      seen.add(line.id)
      printed.push(line)
      start_time = line.timestamp
    }
    simulator.clock.advance(5000)
  }
  const messages = messagesOf(printed)
  expect(messages.findIndex((each) => each.startsWith('Run started'))).toBeLessThan(
    messages.findIndex((each) => each.startsWith(`Rolling out revision ${revision}`)),
  )
  expect(messages).toContain('Revision is ready and receives all requests')
  expect(messages.at(-1)).toMatch(/run_id=/)
  const all = await readLogs(call, path, { order: 'asc', limit: 1000, start_time: began })
  expect(printed).toEqual(all.logs.slice(0, printed.length))
})
