import type { Simulator } from '../../src/index.ts'
import type { Reader } from '../../src/programs/real-service/reader/reader.ts'

type ReadRequest = Parameters<Reader['read']>[0]
type Reply = Awaited<ReturnType<Reader['read']>>

/** A reader with the requests that it has sent. */
export interface SimulatedReader extends Reader {
  readonly requests: readonly string[]
}

/** Creates a reader whose replies a function returns. */
export function createReaderOf(
  answer: (request: ReadRequest, target: string) => Reply | Promise<Reply>,
  url = 'https://api.acme-robotics.test',
): SimulatedReader {
  const requests: string[] = []
  return {
    url,
    requests,
    get sent() {
      return requests.length
    },
    async read(request) {
      const { path, query = '' } = request
      const target = query === '' ? path : `${path}?${query}`
      requests.push(target)
      return answer(request, target)
    },
  }
}

/** Creates a reader that asks a simulator as if it were a real service. */
export function readSimulator({ fetch }: Pick<Simulator, 'fetch'>): SimulatedReader {
  return createReaderOf(async ({ method, headers = {} }, target) => {
    const response = await fetch(target, { method, headers: { ...headers } })
    return { status: response.status, headers: [...response.headers], body: await response.text() }
  })
}

/** A reply with JSON. */
export function replyWith(body: unknown, status = 200): Reply {
  return { status, headers: [['content-type', 'application/json']], body: JSON.stringify(body) }
}
