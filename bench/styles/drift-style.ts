// Looks for drift of a service, held against what another one was learned to do.

import { type Drift, findDrift } from '../../src/programs/real-service/drift/drift.ts'
import { listDeviations } from '../../src/programs/real-service/learn/differences.ts'
import type { Learned } from '../../src/programs/real-service/learn/learn.ts'
import { toFileContent } from '../../src/programs/real-service/learn/to-file.ts'
import { createReader } from '../../src/programs/real-service/reader/reader.ts'
import type { AssumptionOverrides } from '../../src/service/types.ts'

const HEADERS = {
  'x-api-key': 'any',
  authorization: 'Bearer any',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}

/** Compares a service with what was learned, and counts the requests. */
export async function compareStyle(url: string, learned: Learned): Promise<Drift & { readonly sent: number }> {
  const reader = createReader(url, { rate: 100_000, headers: HEADERS })
  const drift = await findDrift(reader, {
    preset: 'spec',
    assumptions: learned.assumptions as AssumptionOverrides,
    open: toFileContent(learned).undecided ?? {},
    accepted: listDeviations(learned),
  })
  return { ...drift, sent: reader.sent }
}
