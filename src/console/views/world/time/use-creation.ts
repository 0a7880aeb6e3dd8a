// Creates a deployment as a client of the service does.

import { useConsole } from '../../../app/console.ts'
import { findFreeName } from '../../../store/actions/free-name.ts'
import { useSend } from '../../requests/actions/use-send.ts'

/** The part of the service's document that is read. It has no `post` if the assumptions leave creations out. */
interface Documented {
  readonly paths: Record<typeof PATH, { post?: { requestBody: { content: Record<typeof TYPE, { example: object }> } } }>
}

const PATH = '/v2/deployments'
const NAME = 'checkout-api'
const TYPE = 'application/json'
const HEADERS = [
  ['content-type', TYPE],
  ['x-api-key', 'any'],
] as const

/** Returns a function that sends the example of a creation to the service. What follows from it is due then. */
export function useCreation(): () => Promise<unknown> {
  const { simulator, serviceUrl } = useConsole().connection
  const send = useSend()
  return async () => {
    const { paths } = (await simulator.openapi()) as unknown as Documented
    // A second deployment needs a name of its own.
    const { body: similar } = await simulator.ask({ path: PATH, query: `name_contains=${NAME}&limit=100` })
    const name = findFreeName(NAME, similar.match(/checkout-api[\w-]*/g) ?? [])
    const example = { ...paths[PATH].post?.requestBody.content[TYPE].example, name }
    const body = JSON.stringify(example)
    return send(
      { method: 'POST', url: serviceUrl + PATH, headers: HEADERS, body, lacksBody: false },
      'Send POST /v2/deployments',
    )
  }
}
