import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))
const AT_ONCE = 20

/** Creates, reads and changes a session. @returns whether there was memory for it */
async function use(url: string, name: string): Promise<boolean> {
  const session = `${url}/_s/${name}`
  const headers = { 'content-type': 'application/json' }
  const created = await fetch(`${session}/_simulator/sessions`, { method: 'POST' })
  await created.text()
  if (created.status === 507) return false
  const page = await (await fetch(`${session}/v2/deployments?limit=20`)).json()
  const path = `${session}/_simulator/records/deployments/${page.resources[0].id}`
  const changed = await fetch(path, { method: 'PATCH', body: JSON.stringify({ name: `of-${name}` }), headers })
  await changed.text()
  return changed.status === 200
}

// A process of Node 24 takes a little more.
const isOlder = Number.parseInt(process.versions.node, 10) < 24

const limits: [what: string, node: readonly string[], options: readonly string[], sessions: number, most: number][] = [
  ['--memory 200', [], ['--memory', '200'], 6000, isOlder ? 450 : 475],
  ['a heap of 1,000 MB', ['--max-old-space-size=1000'], [], 10_000, 1000],
  ['a heap of 250 MB and --memory 120', ['--max-old-space-size=250'], ['--memory', '120'], 4000, 400],
]

// Linux says how much memory a process has taken at most.
test.runIf(process.platform === 'linux').for(limits)(
  'with %s, a server lives on when sessions do not fit any more, and takes no more than that',
  { timeout: 300_000 },
  async ([, node, options, sessions, most]) => {
    const args = [...node, bin, '--port', '0', '--log', 'none', '--known-sessions-only', ...options]
    const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface(program.stdout), 'line')
    const url = String(line).replace(/^.* on /, '')
    let fitted = 0
    for (let index = 0; index < sessions; index += AT_ONCE) {
      const used = await Promise.all(Array.from({ length: AT_ONCE }, (_, offset) => use(url, `user-${index + offset}`)))
      fitted += used.filter(Boolean).length
    }
    const [, peak] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.pid}/status`, 'utf8')) ?? []
    program.kill('SIGKILL')
    expect(fitted).toBeGreaterThan(1000)
    expect(fitted).toBeLessThan(sessions)
    expect(Number(peak) / 1024).toBeLessThan(most)
  },
)
