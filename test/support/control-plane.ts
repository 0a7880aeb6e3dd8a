import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'

/** A response with its parsed body. */
export interface Got<Body = Fields> {
  status: number
  body: Body
}

// biome-ignore lint/suspicious/noExplicitAny: tests read whatever a response contains
export type Fields = Record<string, any>

/** Sends a request such as `GET /v2/deployments`, with a body as JSON if there is one. */
export type Call = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Got>

/** Creates a simulator of the real service without credentials. */
export function createService({ assumptions, ...options }: SimulatorOptions = {}): Simulator {
  return createSimulator({
    preset: 'langsmith',
    ...options,
    assumptions: { authentication: 'none', ...assumptions },
  })
}

/** Creates a function that sends requests as most clients do. */
export function createCall(send: typeof fetch, origin = ''): Call {
  return async (request, body, headers = {}) => {
    const [method = 'GET', target = ''] = request.split(' ')
    const response = await send(`${origin}${target}`, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return readGot(response)
  }
}

/** Sends a request in the process as most clients do. */
export function send<Body = Fields>(
  { fetch }: Pick<Simulator, 'fetch'>,
  request: string,
  body?: unknown,
): Promise<Got<Body>> {
  return createCall(fetch)(request, body) as Promise<Got<Body>>
}

async function readGot<Body>(response: Response): Promise<Got<Body>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
}

/** Returns the first deployment that has some values. */
export function findOne({ db }: Pick<Simulator, 'db'>, wanted: Fields) {
  const found = db.deployments
    .list()
    .find((each) => Object.entries(wanted).every(([name, value]) => Reflect.get(each, name) === value))
  if (found === undefined) throw new Error(`There is no deployment with ${JSON.stringify(wanted)}`)
  return found
}

/** The body of a creation from a repository of the world, as clients send it. */
export function buildCreation({ db }: Pick<Simulator, 'db'>, more: Fields = {}): Fields {
  const [repository] = db.repositories.list()
  const { source_config, source_revision_config, ...others } = more
  return {
    name: 'new-agent',
    source: 'github',
    source_config: {
      integration_id: repository?.integration_id,
      repo_url: repository?.url,
      deployment_type: 'prod',
      build_on_push: false,
      ...source_config,
    },
    source_revision_config: {
      repo_ref: 'main',
      langgraph_config_path: 'new/langgraph.json',
      ...source_revision_config,
    },
    secrets: [],
    ...others,
  }
}

/** The body of a creation from an image, as CI pipelines send it. */
export function buildImageCreation(more: Fields = {}): Fields {
  const { source_config, source_revision_config, ...others } = more
  return {
    name: 'new-agent',
    source: 'external_docker',
    source_config: {
      integration_id: null,
      repo_url: null,
      deployment_type: null,
      build_on_push: null,
      custom_url: null,
      resource_spec: { min_scale: 1, max_scale: 1, cpu: 1, memory_mb: 1024 },
      ...source_config,
    },
    source_revision_config: {
      repo_ref: null,
      langgraph_config_path: null,
      image_uri: 'registry.example/new-agent:1',
      ...source_revision_config,
    },
    secrets: [],
    ...others,
  }
}
