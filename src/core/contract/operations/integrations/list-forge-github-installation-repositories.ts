// TODO listForgeGithubInstallationRepositories

import { ServiceError } from '../../errors.ts'
import { json } from '../../responses.ts'
import { defineOperation } from '../operation.ts'
import { whenUpstream } from '../when-upstream.ts'

/** TODO */
export const listForgeGithubInstallationRepositories = defineOperation({
  name: 'listForgeGithubInstallationRepositories',
  method: 'GET',
  template: whenUpstream('/v2/integrations/forge-github/installations/{integration_id}/repositories'),
  summary: 'TODO',
  addedBy: 'operations',
  parameters: {
    integration_id: { in: 'path', kind: 'uuid', description: 'TODO' },
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
    throw new ServiceError({ status: 501, detail: 'listForgeGithubInstallationRepositories is not simulated yet.' })
  },
})
