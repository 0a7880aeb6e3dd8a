import { expect, test } from 'vitest'
import { createSimulator } from '../../../src/index.ts'
import { learn } from '../../../src/real-service/learn/learn.ts'
import { prepare } from '../../../src/real-service/learn/prepare.ts'
import { readExamples } from '../../../src/real-service/learn/read-examples.ts'
import { createReader } from '../../../src/real-service/reader/reader.ts'
import { serve } from '../../../src/server/index.ts'
import { isFull } from '../../support/scope.ts'

// Most of the others cannot be shown by requests that only read.
const LEAST_DECIDED = 35

test.each(isFull ? [3, 15] : [15])(
  'what a server with --vary %i does is learned',
  { timeout: 60_000 },
  async (vary) => {
    const simulator = createSimulator({ preset: 'spec', vary, seed: vary, deployments: 12 })
    const server = await serve(simulator, { port: 0 })
    const headers = {
      'x-api-key': 'k',
      authorization: 'Bearer k',
      'x-tenant-id': '00000000-0000-4000-8000-000000000001',
    }
    const reader = createReader(server.url, { rate: 10_000, headers })
    const records = await readExamples(reader, { preset: 'spec' })
    const { assumptions, unexplained } = await learn(reader, prepare(reader, records))
    await server.close()
    expect(unexplained).toEqual([])
    expect(simulator.assumptions).toMatchObject(assumptions)
    expect(Object.keys(assumptions).length).toBeGreaterThan(LEAST_DECIDED)
  },
)
