// Learns what a service does.

import { type Learned, learn } from '../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../src/programs/real-service/learn/read-examples.ts'
import { createReader } from '../../src/programs/real-service/reader/reader.ts'

/** Learns a service of the five operations, with credentials of each kind. */
export async function learnStyle(url: string): Promise<Learned & { readonly sent: number }> {
  const headers = {
    'x-api-key': 'any',
    authorization: 'Bearer any',
    'x-tenant-id': '00000000-0000-4000-8000-000000000001',
  }
  const reader = createReader(url, { rate: 100_000, headers })
  const learned = await learn(reader, prepare(reader, await readExamples(reader, { preset: 'spec' })))
  return { ...learned, sent: reader.sent }
}
