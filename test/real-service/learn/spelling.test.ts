import { expect, test } from 'vitest'
import { findSpelling } from '../../../src/programs/real-service/learn/spelling.ts'

const ID = '0ab9ec5e-0e44-4a5e-8b47-4878611b6f80'
const UNKNOWN = '00000000-0000-4000-8000-00000000000a'

test.each([
  ['without hyphens', (id: string) => id.replaceAll('-', '')],
  ['in capitals', (id: string) => id.toUpperCase()],
  ['as usual', (id: string) => id],
])('ids are sent as the service wrote them: %s', (_, write) => {
  const spell = findSpelling(new Map([['deployments', [{ source_config: { integration_id: write(ID) } }]]]))
  const request = {
    method: 'GET',
    path: `/v1/integrations/github/${ID}/repos`,
    query: `deployment_ids=${UNKNOWN}`,
  } as const
  expect(spell(request)).toEqual({
    method: 'GET',
    path: `/v1/integrations/github/${write(ID)}/repos`,
    query: `deployment_ids=${write(UNKNOWN)}`,
  })
})
