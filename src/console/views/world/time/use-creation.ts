// Creates a deployment as a client of the service does.

import { useConsole } from '../../../app/console.ts'
import { buildFetch } from '../../../copy/fetch-code.ts'
import { findFreeName } from '../../../store/actions/free-name.ts'
import { parseJson } from '../../../store/decode.ts'
import { type AnyRecord, hrefOf } from '../../data/record.ts'
import { sendRequest } from '../../requests/actions/use-send.ts'

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
  const { connection, actions, toasts } = useConsole()
  const { simulator, serviceUrl } = connection
  return async () => {
    // Its document takes the server a moment.
    toasts.show({ title: 'Create a deployment …', kind: 'busy' })
    const [{ paths }, { body: similar }] = await Promise.all([
      simulator.openapi() as unknown as Promise<Documented>,
      simulator.ask({ path: PATH, query: `name_contains=${NAME}&limit=100` }),
    ])
    // A second deployment needs a name of its own.
    const name = findFreeName(NAME, similar.match(/checkout-api[\w-]*/g) ?? [])
    const body = JSON.stringify({ ...paths[PATH].post?.requestBody.content[TYPE].example, name })
    const request = { method: 'POST', url: serviceUrl + PATH, headers: HEADERS, body, lacksBody: false }
    return actions.run({
      title: ['Create', 'Created', `the deployment ${name}`],
      code: buildFetch(request).trim(),
      async run() {
        const { status, text } = await sendRequest(request)
        const record = parseJson(text) as AnyRecord | undefined
        if (record?.id === undefined) throw new Error(`The service responded with ${status ?? 'nothing'}. ${text}`)
        return String(record.id)
      },
      undo: (id) => simulator.db.deployments.delete(id),
      describe(id) {
        const href = hrefOf({ name: 'deployments' }, id)
        return { href, choices: [{ title: 'Edit', run: () => location.assign(`${href}?new=yes`) }] }
      },
    })
  }
}
