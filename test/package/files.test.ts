import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the map in src/README.md says what each source file says about itself', () => {
  const script = fileURLToPath(new URL('../../tools/file-map.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test('the references in docs/ say what the register, the help and the options say', () => {
  const script = fileURLToPath(new URL('../../tools/docs.mjs', import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})
