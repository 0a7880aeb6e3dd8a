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
    deployments: 60,
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
    const text = await response.text()
    return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
  }
}

/** Returns the first deployment that has some values. */
export function findOne({ db }: Pick<Simulator, 'db'>, wanted: Fields) {
  const found = db.deployments
    .all()
    .find((each) => Object.entries(wanted).every(([name, value]) => Reflect.get(each, name) === value))
  if (found === undefined) throw new Error(`There is no deployment with ${JSON.stringify(wanted)}`)
  return found
}
