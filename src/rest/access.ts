// The credentials of a declared API: any value of one header.

import { type Access, isGiven } from '../engine/contract/operation/access.ts'
import { ServiceError } from '../engine/contract/operation/failure.ts'
import type { Method } from '../engine/http/operation-declaration.ts'
import type { CommonAnswers } from './common-questions.ts'

/** Which header proves who asks. `for` says which operations need it. Default: no credentials. */
export interface Credentials {
  readonly header: string
  readonly scheme?: string
  readonly for?: 'all' | 'writes'
}

/** Whether a request with this method needs no credentials. */
export function isOpenTo(credentials: Credentials | undefined, method: Method): boolean {
  return credentials === undefined || (credentials.for === 'writes' && method === 'GET')
}

export function buildAccess(given: Credentials | undefined): Access {
  if (given === undefined) {
    const none = () => []
    return {
      credentials: {},
      listRequired: none,
      listUsual: none,
      statusOf: () => 401,
      refusals: [],
      assert: () => undefined,
    }
  }
  const { header, scheme } = given
  const credential = scheme === undefined ? { header } : { header, scheme }
  const needed = [['credential']]
  const statusOf = ({ authenticationFailure }: CommonAnswers) => (authenticationFailure === 'status403' ? 403 : 401)
  return {
    credentials: { credential },
    listRequired: () => needed,
    listUsual: () => needed,
    statusOf,
    refusals: [],
    assert(request, assumptions) {
      if (isGiven(credential, request)) return
      const status = statusOf(assumptions)
      const headers = { 'www-authenticate': scheme ?? header }
      throw new ServiceError({ status, detail: 'Authentication is required', ...(status === 401 && { headers }) })
    },
  }
}
