import { templateOf } from '../../../engine/contract/operation/operation.ts'
import { createSimulator } from '../../../engine/simulator/simulator.ts'
import { service } from '../../../service/service.ts'
import { findAllowed } from '../reader/allowed.ts'
import type { ReadRequest } from '../reader/messages.ts'
import { findOperation } from './ask.ts'
import { type ReadOptions, readRecords } from './records.ts'

// No list of the simulator has a second page.
const FEW = 10

/**
 * Lists the requests that reading a service sends, such as `GET /v2/deployments?limit=100&offset=0`. A simulator of the
 * preset answers them, and placeholders stand for its ids.
 */
export async function listRequests(url: string, options: ReadOptions): Promise<readonly string[]> {
  const { fetch, assumptions } = createSimulator(service, {
    preset: options.preset,
    deployments: FEW,
    assumptions: { authentication: 'none' },
  })
  const lines = new Set<string>()
  const read = async (request: ReadRequest) => {
    const template = templateOf(findOperation(findAllowed(request)), assumptions)
    const search = request.query === undefined ? '' : `?${request.query}`
    lines.add(`GET ${url}${template ?? request.path}${search}`)
    const response = await fetch(`${request.path}${search}`)
    return { status: response.status, headers: [...response.headers], body: await response.text() }
  }
  await readRecords({ url, sent: 0, read }, options)
  return [...lines]
}
