import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createSimulator } from 'deploymock'
import { serve } from 'deploymock/server'

const AGENT = fileURLToPath(new URL('agent', import.meta.url))

/** Starts a server, and returns a function that runs `deploy` of a command line against it. */
export async function startService(context, [program, ...first], options = {}) {
  const simulator = createSimulator({ preset: 'langsmith', scenario: 'empty', speed: 'instant', ...options })
  const server = await serve(simulator, { port: 0 })
  context.after(() => server.close())
  const deploy = async (...args) => {
    const all = [...first, 'deploy', ...args, '--host-url', server.url, '--api-key', 'any']
    // Without a home of its own, the command would read settings of the user.
    const env = { PATH: process.env.PATH, HOME: AGENT, LANGGRAPH_CLI_NO_ANALYTICS: '1' }
    const child = spawn(program, all, { cwd: AGENT, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text))
    child.stdin.end()
    const code = await new Promise((resolve) => child.on('close', resolve))
    return { code, output }
  }
  return { simulator, deploy }
}
