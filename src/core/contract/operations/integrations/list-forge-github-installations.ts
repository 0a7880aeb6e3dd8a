// TODO listForgeGithubInstallations

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listForgeGithubInstallations = defineOperation({
  name: 'listForgeGithubInstallations',
  method: 'GET',
  template: whenUpstream('/v2/integrations/forge-github/installations'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    page_size: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of records to return.',
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    cursor: { in: 'query', kind: 'text', description: 'The `next_cursor` of the previous page, to get the next page.' },
  },
  responses: { 200: json },
  run() {
    throw new ServiceError({ status: 501, detail: 'listForgeGithubInstallations is not simulated yet.' })
  },
})
