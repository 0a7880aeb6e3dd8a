// Learns a service, and looks for drift after something has changed.

import { createSimulator } from '../../src/index.ts'
import { type Drift, findDrift, isNone } from '../../src/programs/real-service/drift/drift.ts'
import { learn } from '../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../src/programs/real-service/learn/read-examples.ts'
import { createReader } from '../../src/programs/real-service/reader/reader.ts'
import { serve } from '../../src/server/index.ts'
import type { AssumptionId, AssumptionOverrides } from '../../src/service/assumptions/assumptions.ts'
import type { Preset } from '../../src/service/assumptions/presets.ts'
import { questions } from '../../src/service/assumptions/questions.ts'

/** A change of a value, and what was said about it. */
export interface Change {
  readonly id: string
  readonly before: string
  readonly after: string
  /** Undefined for a service that cannot be. */
  readonly drift?: Drift
  /** Whether the drift names the question and the new value. */
  readonly isNamed: boolean
  /** Whether something is reported. */
  readonly isReported: boolean
}

const CREDENTIALS = {
  'x-api-key': 'any',
  authorization: 'Bearer any',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}

type Service = { readonly preset: Preset; readonly seed: number; readonly assumptions?: AssumptionOverrides }

/** Learns what a service with the values of a preset does. */
export async function learnService(preset: Preset) {
  return withReader({ preset, seed: 1 }, async (reader) => {
    const { assumptions } = await learn(reader, prepare(reader, await readExamples(reader, { preset })))
    return assumptions as AssumptionOverrides
  })
}

/** Looks for drift of a service with other data. */
export async function lookAtData(preset: Preset, assumptions: AssumptionOverrides, seed: number): Promise<Drift> {
  return withReader({ preset, seed }, (reader) => findDrift(reader, { preset, assumptions }))
}

/** Lists the changes of one value each. */
export function listChanges(assumptions: AssumptionOverrides): readonly Omit<Change, 'isNamed' | 'isReported'>[] {
  return Object.entries(assumptions).flatMap(([id, value]) => {
    const before = String(value)
    const values = Object.keys(questions.register[id as AssumptionId].values)
    return values.filter((after) => after !== before).map((after) => ({ id, before, after }))
  })
}

/** Looks for drift of a service with another value. */
export async function lookAtChange(
  preset: Preset,
  assumptions: AssumptionOverrides,
  { id, before, after }: Pick<Change, 'id' | 'before' | 'after'>,
): Promise<Change | undefined> {
  const drift = await withReader({ preset, seed: 1, assumptions: { [id]: after } }, (reader) =>
    findDrift(reader, { preset, assumptions }),
  )
  const isNamed = drift.changed.some((each) => each.id === id && each.now.includes(after))
  return { id, before, after, drift, isNamed, isReported: !isNone(drift) }
}

async function withReader<Result>(
  { preset, seed, assumptions = {} }: Service,
  use: (reader: ReturnType<typeof createReader>) => Promise<Result>,
): Promise<Result> {
  const scenario = { name: 'real', seed, deployments: 25 + (seed % 7), now: '2026-03-02T09:00:00Z' }
  const server = await serve(createSimulator({ preset, scenario, assumptions }), { port: 0 })
  try {
    return await use(createReader(server.url, { rate: 100_000, headers: CREDENTIALS }))
  } finally {
    await server.close()
  }
}
