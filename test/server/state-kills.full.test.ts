// A server that keeps its sessions in a folder is killed at random moments, also in the middle of a write.

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { connect } from '../../src/entries/client/index.ts'
import { start } from '../shared-instance/support/processes.ts'
import { test } from '../support/folder.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))
const KILLS = Number(process.env.STATE_KILLS ?? 5)
const NAMES = ['alice', 'bob', 'carol', 'dan']

async function startProgram(state: string) {
  const args = ['--port', '0', '--state', state, '--scenario', 'empty', '--log', 'none', '--known-sessions-only']
  const running = start(process.execPath, [PROGRAM, ...args])
  const [line] = await once(createInterface(running.process.stdout), 'line')
  const [, url = ''] = /listens on (\S+)$/.exec(String(line)) ?? []
  return { remote: connect(url), ...running }
}

test('no session is lost or broken, and no change that was acknowledged', {
  timeout: 60_000 + KILLS * 5000,
}, async ({ folder }) => {
  const state = folder.path('state')
  const told: { session: string; name: string }[] = []
  for (let kill = 0; kill < KILLS; kill += 1) {
    const server = await startProgram(state)
    if (kill === 0) for (const name of NAMES) await server.remote.sessions.create({ name })
    let isOver = false
    const work = NAMES.map(async (session) => {
      for (let round = 0; !isOver; round += 1) {
        const name = `web-${kill}-${round}`
        const created = await server.remote
          .session(session)
          .db.deployments.create({ name })
          .catch(() => undefined)
        if (created !== undefined) told.push({ session, name })
      }
    })
    const before = told.length
    await vi.waitUntil(() => told.length > before, 20_000)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 700))
    await server.end('SIGKILL')
    isOver = true
    await Promise.all(work)
    expect(server.output()).not.toMatch(/is lost|Failed/)
  }
  const server = await startProgram(state)
  const found = new Map<string, Set<unknown>>()
  for (const name of NAMES) {
    const deployments = await server.remote.session(name).db.deployments.list()
    found.set(name, new Set(deployments.map((each) => each.name)))
  }
  const lost = told.filter(({ session, name }) => !found.get(session)?.has(name))
  if (KILLS > 5) process.stdout.write(`${JSON.stringify({ KILLS, changes: told.length, lost: lost.length })}\n`)
  expect(lost).toEqual([])
  expect(told.length).toBeGreaterThan(KILLS)
  await server.end()
})
