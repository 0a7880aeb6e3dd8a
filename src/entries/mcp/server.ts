import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { McpServer } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { TOO_DEEP } from '../../engine/input/json/parse-json.ts'
import { readValue } from '../../engine/input/schemas/describe-issues.ts'
import { buildFormSchema } from '../../engine/input/schemas/form-schema.ts'
import { isRecord } from '../../engine/input/schemas/schema-walk.ts'
import { createHiding } from '../../engine/input/text/secrets.ts'
import { nameService } from '../../engine/input/text/words.ts'
import type { RemoteSessionOptions, RemoteSimulator } from '../client/index.ts'
import { ControlError } from '../client/transport/control-error.ts'
import { type About, readAbout } from './about.ts'
import type { Agent } from './agent.ts'
import { repairArguments } from './arguments.ts'
import type { Sdk } from './sdk.ts'
import { optional, type Tool } from './tools/tool.ts'
import { listTools } from './tools/tools.ts'

const contract: AgentResource = {
  name: 'contract',
  uri: 'deploymock://contract',
  description: 'The written contract of the service: its operations, fields, filters, pages and errors.',
  mimeType: 'text/markdown',
  read: () => readFile(findPackageFile('docs/interface.md'), 'utf8'),
}

/** Lists the documents. The contract of a service that the package does not have is its OpenAPI document. */
const listResources = ({ isPackaged }: About): readonly AgentResource[] => [
  ...(isPackaged ? [contract] : []),
  {
    name: 'assumptions',
    uri: 'deploymock://assumptions',
    description: 'Everything that the contract leaves open: the questions, their values, and the present answers.',
    mimeType: 'application/json',
    isOfWorld: true,
    read: async ({ assumptions }) => JSON.stringify(await assumptions()),
  },
  {
    name: 'scenario schema',
    uri: 'deploymock://scenario.schema.json',
    description: 'The JSON Schema of scenarios, for load_scenario and for scenario files.',
    mimeType: 'application/schema+json',
    // That of the package is written by the build. Building it here would load all of the service.
    read: (simulator) =>
      isPackaged ? readFile(findPackageFile('dist/scenario.schema.json'), 'utf8') : buildScenarioSchema(simulator),
  },
  {
    name: 'openapi',
    uri: 'deploymock://openapi.json',
    description: 'The OpenAPI document of the service under the present assumptions.',
    mimeType: 'application/json',
    isOfWorld: true,
    read: async ({ openapi }) => JSON.stringify(await openapi()),
  },
]

const listPrompts = ({ isPackaged }: About): readonly AgentPrompt[] => [
  {
    name: 'write_integration_test',
    description: 'Write an integration test for a part of a client.',
    input: z.strictObject({ subject: z.string().min(1).describe('What to test, such as: the retry after a 503') }),
    write: ({ subject = '' }) => `Write an integration test in Vitest for this: ${subject}

1. Call see_world, and give the handle that it returns to each tool. Read the code under test to find out which requests it sends.
2. Arrange the world: load_scenario, change_record, add_fault, clock. Work in a fork, by its handle, if the world must stay.
3. Send the same request with ask, and read the explanation. Check that the fault or the filter does what you expect.
4. Call make_test, for a retry with all attempts. It gives you the options, records and faults that the test needs.
5. Replace each fetch in it by one call of the code under test with simulator.url as the base URL. Expect what the code returns, not the response.
6. Run the test. Then break the code once, and see it fail.`,
  },
  {
    name: 'find_dependencies',
    description: 'Find out which assumptions about the service a client depends on.',
    input: z.strictObject({
      client: z.string().min(1).describe('How to run the client or its tests, such as: npm test'),
    }),
    write: ({ client = '' }) => `Find out which assumptions about the service this client depends on: ${client}

1. Call see_world, give the handle that it returns to each tool, and run the client against the base URL that it shows.
2. Call depends_on. It lists the open questions that decided responses, with numbers of requests.
3. For each question that the code may rely on, switch it with assume, run the client again, and compare its result. Call why to see what changed in a response.
4. Switch it back before the next one. load_scenario without a name resets everything.
5. Report each question, its values, what breaks under which, and how the code could work under all of them. If the client has tests, deploymock probe ${isPackaged ? '' : '--service FILE '}-- ${client} does this for all questions.`,
  },
]

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

interface ToolUse extends Pick<About, 'accepts'> {
  readonly agent: Agent
}

// The SDK turns an error into a result with its message, which agents can read.
function addTool(
  server: McpServer,
  { name, description, input, isReadOnly, starts, run, advise }: Tool,
  { agent, accepts }: ToolUse,
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

/** A document that an agent can read. */
interface AgentResource {
  readonly name: string
  readonly uri: string
  readonly description: string
  readonly mimeType: string
  /** Whether it differs from world to world. */
  readonly isOfWorld?: true
  read(simulator: RemoteSimulator): Promise<string>
}

// Resolved by package name, because the sources and the bundles are at different depths.
function findPackageFile(path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('deploymock/package.json')), path)
}

/** Builds the JSON Schema of the scenarios of a service from what its server says about records and questions. */
async function buildScenarioSchema({ schemas, assumptions, settings }: RemoteSimulator): Promise<string> {
  const [{ resources }, questions, { presets }] = await Promise.all([schemas(), assumptions(), settings.read()])
  const answers = questions.map(({ id, question, values, free }) => {
    const value = free === null ? { enum: Object.keys(values) } : { type: 'string' }
    return [id, { description: question, ...value }]
  })
  const groups = resources.map(({ name, title, given }) => [name, describeGroups(title, given)])
  const text = { type: 'string' }
  return JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      name: text,
      description: text,
      seed: { type: 'integer', description: 'The seed that all data is drawn from.' },
      now: { ...text, description: 'The time of the world, in ISO 8601.' },
      preset: { enum: presets },
      assumptions: { type: 'object', properties: Object.fromEntries(answers), additionalProperties: false },
      ...Object.fromEntries(groups),
    },
    required: ['name'],
  })
}

function describeGroups(title: string, record: object): object {
  const count = { type: 'integer', minimum: 0 }
  const group = { type: 'object', properties: { count, record } }
  return { description: `${title}: how many, or groups of them.`, anyOf: [count, { type: 'array', items: group }] }
}

/** A task in words. */
interface AgentPrompt {
  readonly name: string
  readonly description: string
  readonly input: z.ZodObject
  write(input: Readonly<Record<string, string>>): string
}
