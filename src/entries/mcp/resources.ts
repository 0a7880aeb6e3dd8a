import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { RemoteSimulator } from '../client/index.ts'
import type { About } from './about.ts'
import { buildScenarioSchema } from './scenario-schema.ts'

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
