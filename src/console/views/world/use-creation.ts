// Creates a deployment as a client of the service does.

import { useConsole } from '../../app/console.ts'
import { useSend } from '../requests/use-send.ts'

/** The parts of the document of the service that are read. */
interface Documented {
  readonly paths: Readonly<
    Record<string, { post?: { requestBody?: { content: Record<string, { example?: object }> } } } | undefined>
  >
}

const PATH = '/v2/deployments'
const TYPE = 'application/json'
const HEADERS = [
  ['content-type', TYPE],
  ['x-api-key', 'any'],
  ['x-tenant-id', 'any'],
] as const

/** Returns a function that sends the example of a creation to the service. What follows from it is due then. */
export function useCreation(): () => Promise<unknown> {
  const { simulator, serviceUrl } = useConsole().connection
  const send = useSend()
  return async () => {
    const { paths } = (await simulator.openapi()) as unknown as Documented
    const example = paths[PATH]?.post?.requestBody?.content[TYPE]?.example
    // A second deployment needs a name of its own.
    const name = `deployment-${Date.now().toString(36)}`
    const body = JSON.stringify({ ...example, name })
    return send(
      { method: 'POST', url: serviceUrl + PATH, headers: HEADERS, body, lacksBody: false },
      `Sent POST ${PATH}`,
    )
  }
}
