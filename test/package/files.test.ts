import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Node 26 warns when a library looks for localStorage.
const env = { ...process.env, NODE_NO_WARNINGS: '1' }

function check(tool: string) {
  const script = fileURLToPath(new URL(`../../tools/${tool}.mjs`, import.meta.url))
  const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8', env })
  return { status, stderr }
}

test('the map in src/README.md says what each source file says about itself', () => {
  expect(check('file-map')).toEqual({ status: 0, stderr: '' })
})

test('the references in docs/ say what the register, the help and the options say', () => {
  expect(check('docs')).toEqual({ status: 0, stderr: '' })
})
