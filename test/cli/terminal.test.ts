import { expect } from 'vitest'
import { createFolder } from '../support/create-folder.ts'
import { runCli } from '../support/run-cli.ts'
import { serveTest as test } from '../support/serve-test.ts'

// A title, a line that is erased, a C1 control, an override of the direction, and lines of their own.
const HOSTILE = 'a\u001b]0;title\u0007\u001b[2K\u009b31m\u202eb\r\nforged: OK\u2028c'
const OBEYED = /(?!\t)\p{Cc}|[\u200e\u200f\u2028-\u202e\u2066-\u2069]/u

test('no command prints what a terminal would obey in a name of a file', async () => {
  const { write, path, remove } = await createFolder()
  const scenario = { name: HOSTILE, description: HOSTILE, deployments: [{ name: HOSTILE }] }
  const file = await write('hostile.json', JSON.stringify(scenario))
  const named = await write('a\u001b[2Kb\n.json', JSON.stringify({ name: 'x', unknown: HOSTILE }))
  const commands = [
    ['check', file],
    ['check', named],
    ['check', path(`none${HOSTILE}`)],
    ['check', file, file.replace('hostile', './hostile')],
    ['export', '--scenario', file, '--output', path('out.json')],
    ['export', '--scenario', HOSTILE],
    ['ask', '--scenario', file, `/v2/${HOSTILE}`],
    ['ask', '--scenario', file, '/v2/deployments'],
    ['serve', '--port', '0', '--scenario', HOSTILE],
    ['serve', '--port', '0', '--state', path(`none/${HOSTILE}`), '--token', HOSTILE],
    [HOSTILE],
    ['scenarios', HOSTILE],
    ['docs', HOSTILE],
    ['learn', HOSTILE],
  ]
  for (const command of commands) {
    const { exit, out, err } = runCli(...command)
    await exit
    const lines = [...out, ...err]
    expect([command[0], lines.filter((line) => OBEYED.test(line) || line.startsWith('forged'))]).toEqual([
      command[0],
      [],
    ])
  }
  await remove()
})

test('the start of a server and its log print nothing that a terminal would obey', async ({ start }) => {
  const { write, remove } = await createFolder()
  const file = await write('hostile.json', JSON.stringify({ name: HOSTILE, deployments: 1 }))
  const { url, out, err, printed } = await start('--scenario', file)
  await printed(/^Press/)
  await fetch(`${url}/v2/${encodeURIComponent(HOSTILE)}`)
  await printed(/^GET /)
  expect([...out, ...err].filter((line) => OBEYED.test(line) || line.startsWith('forged'))).toEqual([])
  await remove()
})
