import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('most of the core runs for what people do every day', () => {
  const script = fileURLToPath(new URL('../../tools/walk.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
  expect(stdout).toMatch(/^the start of a page/m)
})
