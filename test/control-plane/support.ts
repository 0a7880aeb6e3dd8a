import { createSimulator, type Simulator, type SimulatorOptions } from '../../src/index.ts'

/** A simulator of the real service that needs no credentials. */
export function createService(options: SimulatorOptions = {}): Simulator {
  return createSimulator({
    preset: 'langsmith',
    ...options,
    assumptions: { authentication: 'none', ...options.assumptions },
  })
}

export interface Answer<Body = Record<string, unknown>> {
  status: number
  body: Body
}

/** Sends a request, with a JSON body if there is one. */
export async function send<Body = Record<string, unknown>>(
  { fetch }: Pick<Simulator, 'fetch'>,
  request: string,
  body?: unknown,
): Promise<Answer<Body>> {
  const [method, target = '/'] = request.split(' ')
  const init = body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(target, { method: method as string, ...init })
  return readAnswer(response)
}

async function readAnswer<Body>(response: Response): Promise<Answer<Body>> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') === true
  return { status: response.status, body: (isJson ? JSON.parse(text) : text) as Body }
}
