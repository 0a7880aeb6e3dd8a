// A request that shows what the service answers.

import type { CopiedRequest } from '../../../entries/request-code/copied-request.ts'
import type { Schemas } from './api.ts'

/** Finds a request that reads something: the list of what every scenario describes, or else the first one of all. */
export function findTry({ service, resources, operations }: Schemas): string | undefined {
  const list = resources.find(({ name }) => name === service.mainResource)?.list
  if (list != null) return list.path + (list.pages === null ? '' : `?${list.pages.size}=2`)
  return operations.find(({ method, example }) => method === 'GET' && example !== null)?.example?.target
}

interface TriedService {
  readonly service: Pick<Schemas['service'], 'credentials'>
}

/** Builds the request of a client that has the credentials. @param target the path and the query */
export function buildTry(target: string, { service }: TriedService, serviceUrl: string): CopiedRequest {
  const headers = Object.entries(service.credentials)
  return { method: 'GET', url: serviceUrl + target, headers, body: null, lacksBody: false }
}
