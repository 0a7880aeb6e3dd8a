import { Command, Option } from 'commander'
import { withChaosSeed } from '../../../chaos-seed.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import type { ServiceDeclarations } from '../../../engine/scenario/service.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import type { Agent } from '../../../entries/mcp/agent.ts'
import { loadSdk, loadStdioSdk } from '../../../entries/mcp/sdk.ts'
import { withMemoryLimit } from '../../../memory-limit.ts'
import { serve } from '../../../server/index.ts'
import { readVersion } from '../../../server/pages/package-version.ts'
import { addServiceOption } from '../declared-service.ts'
import type { Io } from '../io.ts'
import { type OfService, parseFilled, parseToken, parseWholeNumber, readAssumptionsOption } from '../options/options.ts'
import { addWorldOptions, openWorld, type WorldOptions } from '../options/world-options.ts'
import { buildConsoleUrl } from '../output/console-url.ts'

interface McpCommandOptions extends WorldOptions {
  port: number
  url?: string
  session?: string
  token?: string
}

const HELP = `
The program that starts the command is the agent. Without --url, it gets a world
of its own. A free port serves it, for the client under test and for the
console. With --url, the agent gets a session of its own on a running server,
which ends with the agent. Worlds that it starts beside it have handles, which
tools take. A running server has MCP over HTTP, too, at URL/_simulator/mcp.

Both need the official SDK: npm install @modelcontextprotocol/server

Examples:
  deploymock mcp --preset langsmith
  deploymock mcp --url http://127.0.0.1:4010 --session alice`

/** Defines `deploymock mcp`, which serves MCP to coding agents. */
export function defineMcpCommand(io: Io, declared: ServiceDeclarations): Command {
  const command = new Command('mcp')
    .summary('serve a world to a coding agent, over MCP')
    .description('Serves a world to a coding agent, with the Model Context Protocol on standard input and output.')
    .addHelpText('after', HELP)
  return addWorldOptions(
    addServiceOption(command.optionsGroup('World:')),
    declared,
    'the world of the agent; repeat it to add worlds that can be loaded by name',
  )
    .optionsGroup('Server:')
    .option('--port <number>', 'the port that serves the world; 0 takes any free port', parseWholeNumber(0, 65535), 0)
    .addOption(
      new Option('--url <url>', 'a running server to join, instead of a world of its own')
        .argParser(parseFilled)
        .conflicts(['scenario', 'seed', declared.mainResource, 'preset', 'assume', 'assumptions', 'port']),
    )
    .option('--session <name>', 'with --url: the session to join (default: a new one)', parseFilled)
    .option('--token <token>', 'with --url: the token that the server requires', parseToken)
    .action(async (options: McpCommandOptions) => serveAgent(await readAssumptionsOption(options, declared), io))
}

/** The session of an agent, and what ends when it leaves. */
interface AgentPlace {
  readonly agent: Agent
  readonly description: string
  close(): Promise<void>
}

async function serveAgent(options: McpCommandOptions & OfService, io: Io): Promise<void> {
  const { pipes } = io
  assertServer(options)
  if (pipes === undefined) {
    throw new OptionError({
      attempt: 'serve MCP',
      received: 'there is no program to talk to',
      advice: 'Let an agent start it',
    })
  }
  // Before a world is built.
  const [sdk, stdio] = await Promise.all([loadSdk(), loadStdioSdk()])
  const mcp = await loadMcp()
  const place = options.url === undefined ? await serveWorld(options, mcp) : joinServer(options.url, options, mcp)
  const stopped = io.waitForStop()
  const onError = ({ message }: Error) => io.err(`Failed to answer the agent: ${message}`)
  try {
    const { agent } = place
    const { left, close } = mcp.serveStdio({ ...pipes, agent, version: readVersion(), sdk, stdio, onError })
    io.err(place.description)
    await Promise.race([left, stopped])
    await close()
  } finally {
    await place.close()
    io.endSoon()
  }
}

type Mcp = Awaited<ReturnType<typeof loadMcp>>

// Loaded on demand, because most commands have no agents.
function loadMcp() {
  return import('../../../entries/mcp/index.ts')
}

async function serveWorld(options: McpCommandOptions & OfService, { connect, createAgent }: Mcp): Promise<AgentPlace> {
  const settings = withChaosSeed({ ...(await openWorld(options)), clock: 'running' })
  const server = await serve(createSimulator(options.declared, withMemoryLimit(settings)), { port: options.port })
  const simulator = connect(server.url)
  return {
    agent: createAgent({ simulator, fetch, own: { name: simulator.name, isMade: false } }),
    description: `The world of the agent is at ${server.url}. Console: ${buildConsoleUrl(server)}`,
    close: server.close,
  }
}

function assertServer({ url, session, token }: McpCommandOptions): void {
  if (url !== undefined || (session === undefined && token === undefined)) return
  throw new OptionError({
    attempt: 'serve MCP',
    received: `--${session === undefined ? 'token' : 'session'} is set, but --url is not`,
    advice: 'Add --url.',
  })
}

function joinServer(
  url: string,
  { session, token }: McpCommandOptions,
  { connect, createAgent, nameWorld }: Mcp,
): AgentPlace {
  const name = session ?? nameWorld()
  const simulator = connect(url, { session: name, ...(token !== undefined && { token }) })
  const agent = createAgent({ simulator, fetch, own: { name, isMade: session === undefined } })
  return {
    agent,
    description: `The session of the agent is ${simulator.url}`,
    // The server may have ended before.
    close: () => agent.leave().catch(() => undefined),
  }
}
