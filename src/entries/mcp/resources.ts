import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import type { RemoteSimulator } from '../client/index.ts'
import type { About } from './about.ts'

/** A document that an agent can read. */
export interface AgentResource {
  readonly name: string
  readonly uri: string
  readonly description: string
  readonly mimeType: string
  /** Whether it differs from world to world. */
  readonly isOfWorld?: true
  read(simulator: RemoteSimulator): Promise<string>
}

const contract: AgentResource = {
  name: 'contract',
  uri: 'deploymock://contract',
  description: 'The written contract of the service: its operations, fields, filters, pages and errors.',
  mimeType: 'text/markdown',
  read: () => readFile(findPackageFile('docs/interface.md'), 'utf8'),
}

/** Lists the documents. The contract of a service that the package does not have is its OpenAPI document. */
export const listResources = ({ isPackaged }: About): readonly AgentResource[] => [
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

export const listPrompts = ({ isPackaged }: About): readonly AgentPrompt[] => [
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
