import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

/** Runs a program with a text on its standard input. @throws with what it printed if it fails */
export async function run(program: string, args: readonly string[], options: { cwd?: string; input?: string } = {}) {
  const { cwd, input = '' } = options
  const child = spawn(program, args, { cwd, env: { ...process.env, NO_COLOR: '1', VITEST: undefined } })
  child.stdin.end(input)
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  if (code !== 0) throw new Error(`${program} ended with ${code}:\n${out}\n${err}`)
  return out
}
