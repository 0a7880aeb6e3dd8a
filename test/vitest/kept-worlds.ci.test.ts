import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const FILES = 20

/** A file with options of its own, which fails if more worlds than ten are in memory. */
const SUITE = `
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { setImmediate } from 'node:timers/promises'
import { test as base } from 'deploymock/vitest'
import { expect } from 'vitest'

const test = base.extend('simulatorOptions', { scenario: { name: 'own', deployments: 3 } })

test('keeps few worlds of other files', async ({ simulator }) => {
  await fetch(simulator.url + '/v2/deployments')
  globalThis.worlds ??= []
  globalThis.worlds.push(new WeakRef(simulator.scenario))
  setFlagsFromString('--expose_gc')
  for (let round = 0; round < 3; round += 1) {
    await setImmediate()
    runInNewContext('gc')()
  }
  const kept = globalThis.worlds.filter((world) => world.deref() !== undefined)
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.length).toBeLessThanOrEqual(10)
})
`

test('without isolation, a process keeps few of the worlds of its files', { timeout: 120_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'worlds-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/deploymock'))
  symlinkSync(join(root, 'node_modules/vitest'), join(folder, 'node_modules/vitest'))
  for (let index = 0; index < FILES; index += 1) writeFileSync(join(folder, `file-${index}.test.js`), SUITE)
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--no-isolate', '--maxWorkers=1']
  const run = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
  const [out] = await Promise.all([text(run.stdout), text(run.stderr), once(run, 'close')])
  expect(out).toMatch(new RegExp(`Tests +${FILES} passed`))
})
