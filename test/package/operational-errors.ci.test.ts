import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { test } from '../support/folder.ts'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))
const MAIN = `import(${JSON.stringify(bin)})`

test.for(['scenarios', '--port 0', 'check x.yaml', 'export --output x.yaml', 'probe -- true', 'mcp', '--version'])(
  'in a folder that was deleted, "%s" ends with one sentence',
  async (command, { folder }) => {
    const gone = folder.path('gone')
    // A shell, because no process can be started in a folder that does not exist.
    const script = `mkdir ${gone} && cd ${gone} && rmdir ${gone} && exec ${process.execPath} ${bin} ${command}`
    const { code, err } = await run('/bin/sh', '-c', script)
    expect([code, err]).toEqual([1, 'Failed to start: the current folder was deleted. Change to another one.\n'])
  },
)

test('what the system refuses is told without a stack', async () => {
  const refuse = `const { promises } = await import('node:fs')
    promises.open = () => { throw Object.assign(new Error('EMFILE: too many open files, open'), { code: 'EMFILE', syscall: 'open' }) }
    promises.stat = promises.open
    ;(await import('node:module')).syncBuiltinESMExports()
    process.argv = ['node', 'deploymock', 'check', 'demo.yaml']
    await ${MAIN}`
  const { code, err } = await run(process.execPath, '--input-type=module', '-e', refuse)
  expect(code).toBe(1)
  expect(err).toContain('EMFILE: too many open files, open')
  expect(err.trim().split('\n')).toHaveLength(1)
})

async function run(program: string, ...args: string[]) {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code, err }
}
