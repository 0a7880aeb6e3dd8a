import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Node 26 warns when a library looks for localStorage.
const env = { ...process.env, NODE_NO_WARNINGS: '1' }

function run(tool: string, ...options: string[]) {
  const script = fileURLToPath(new URL(`../../tools/${tool}.mjs`, import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, ...options], { encoding: 'utf8', env })
  return { status, stderr }
}

test('each source file says what it contains', () => {
  expect(run('file-map')).toEqual({ status: 0, stderr: '' })
})

// It writes all of them, which takes seconds.
test('the references in docs/ say what the register, the help and the options say', { timeout: 120_000 }, () => {
  expect(run('docs', '--check')).toEqual({ status: 0, stderr: '' })
})
