import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { TOO_DEEP } from '../../engine/input/json/parse-json.ts'
import { readValue } from '../../engine/input/schemas/describe-issues.ts'
import { buildFormSchema } from '../../engine/input/schemas/form-schema.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { nameService } from '../../engine/input/text/name-service.ts'
import { createHiding } from '../../engine/input/text/secrets.ts'
import type { RemoteSessionOptions } from '../client/index.ts'
import { ControlError } from '../client/transport/control-error.ts'
import { type About, readAbout } from './about.ts'
import type { Agent } from './agent.ts'
import { repairArguments } from './arguments.ts'
import { listPrompts, listResources } from './resources.ts'
import type { Sdk } from './sdk.ts'
import { optional, type Tool } from './tools/tool.ts'
import { listTools } from './tools/tools.ts'

const INSTRUCTIONS =
  'You work in a world of it that is yours: change it, break it, move its time, reset it. Call see_world first. It returns the handle of the world, which you give to every other tool as "world", and the base URL for the client under test. An agent that others work beside calls start_world instead. ask sends a request and explains the response. What the contract leaves open is an assumption, which can be switched.'

/** Creates the MCP server of an agent. @param version that of the package */
export async function createMcpServer(sdk: Sdk, agent: Agent, version: string): Promise<McpServer> {
  const about = await readAbout(agent.server)
  const instructions = `deploymock simulates ${nameService(about.title)}. ${INSTRUCTIONS}`
  const fixed = { listChanged: false }
  const server = new sdk.McpServer(
    { name: 'deploymock', version },
    { capabilities: { tools: fixed, resources: fixed, prompts: fixed }, instructions },
  )
  for (const tool of listTools(about)) addTool(server, tool, { agent, ...about })
  for (const { name, uri, description, mimeType, isOfWorld, read } of listResources(about)) {
    const readIn = async ({ href }: URL, world?: string) => {
      const simulator = isOfWorld ? (await agent.open(world)).simulator : agent.server
      return { contents: [{ uri: href, mimeType, text: await read(simulator) }] }
    }
    server.registerResource(name, uri, { description, mimeType }, (url) => readIn(url))
    if (!isOfWorld) continue
    const ofWorld = new sdk.ResourceTemplate(`${uri}{?world}`, { list: undefined })
    server.registerResource(`${name} of a world`, ofWorld, { description, mimeType }, (url, { world }) =>
      readIn(url, String(world)),
    )
  }
  for (const { name, description, input, write } of listPrompts(about)) {
    server.registerPrompt(name, { description, argsSchema: toStandard(input) }, (given) => ({
      messages: [{ role: 'user', content: { type: 'text', text: write(given as Record<string, string>) } }],
    }))
  }
  return server
}

// The SDK turns an error into a result with its message, which agents can read.
function addTool(
  server: McpServer,
  { name, description, input, isReadOnly, starts, run, advise }: Tool,
  { agent, accepts }: { agent: Agent } & Pick<About, 'accepts'>,
): void {
  const config = {
    description,
    inputSchema: toStandard(starts === 'always' ? input : input.extend({ world: chooseHandle(starts, agent) }), advise),
    annotations: { readOnlyHint: isReadOnly, destructiveHint: false, openWorldHint: false },
  }
  server.registerTool(name, config, async (given, { mcpReq: { signal } }) => {
    const { world: handle, ...rest } = given as { world?: string; headers?: unknown }
    const tell = async (): Promise<string> => {
      const isNew = starts === 'always' || (starts === 'if needed' && handle === undefined && !agent.hasOwn)
      const world = await (isNew ? agent.start(rest as RemoteSessionOptions) : agent.open(handle))
      return run({ ...world, fetch: withSignal(world.fetch, signal) }, rest)
    }
    const text = await tell().catch((error: unknown) => {
      if (!(error instanceof ControlError)) throw error
      const hiding = createHiding(Object.keys(accepts))
      for (const [name, value] of Object.entries(isRecord(rest.headers) ? rest.headers : {}))
        hiding.header(name, String(value))
      hiding.text(writeArguments(rest))
      throw new ControlError(hiding.text(toToolWords(name, error.message)))
    })
    return { content: [{ type: 'text', text }] }
  })
}

const HANDLE = 'The handle of the world to work in, which see_world or start_world has returned.'
const handleSchema = z.string('Call see_world or start_world, and give the handle that it returns').max(100)

/** Returns the schema of a handle. Without a session of the connection, only a tool that starts a world needs none. */
function chooseHandle(starts: Tool['starts'], { hasOwn }: Agent): z.ZodType {
  if (!hasOwn && starts === undefined) return handleSchema.describe(HANDLE)
  return optional(handleSchema, `${HANDLE} Default: ${hasOwn ? 'the world of this connection' : 'a new one'}.`)
}

/** Writes the arguments of a call. They came as JSON, so only their levels can be why they cannot be sent on. */
function writeArguments(given: object): string {
  try {
    return JSON.stringify(given)
  } catch {
    throw new ControlError(`${TOO_DEEP}. Send fewer levels.`)
  }
}

/** Returns a `fetch` whose requests end when a signal says so. */
function withSignal(fetch: typeof globalThis.fetch, signal: AbortSignal): typeof fetch {
  return (input, init) =>
    fetch(input, { ...init, signal: init?.signal ? AbortSignal.any([init.signal, signal]) : signal })
}

/** Returns a schema in the form that the SDK takes from any library. Its messages are those of the control API. */
function toStandard(schema: z.ZodObject, advise?: Tool['advise']) {
  const toJson = () => ({ ...buildFormSchema(schema, 'input') })
  return {
    '~standard': {
      version: 1 as const,
      vendor: 'deploymock',
      jsonSchema: { input: toJson, output: toJson },
      validate(value: unknown) {
        const read = readValue(schema, value)
        if ('value' in read) return { value: read.value }
        const repaired = isRecord(value) ? readValue(schema, repairArguments(value, read.issues)) : read
        if ('value' in repaired) return { value: repaired.value }
        const advice = isRecord(value) ? advise?.(value) : undefined
        return { issues: [{ message: advice === undefined ? read.text : `${read.text}. ${advice}` }] }
      },
    },
  }
}

const OF_FILE = 'Read a file, and give its content to load_scenario as "scenario".'

/** Rewrites the message of an error that names a body, a query, a path or a method, none of which an agent has written. */
function toToolWords(tool: string, message: string): string {
  return message
    .replace(/^Failed to (?:read the (?:body|query)|call [\w.]+):/, `Failed to call ${tool}:`)
    .replace(/\bGET \/_simulator\/records\/\w+ lists/, 'see_records lists')
    .replace(/To load a file, pass what `await readScenarioFile.*? returns\./, OF_FILE)
    .replace('List the requests to see which are.', 'list_requests lists those that are.')
}
