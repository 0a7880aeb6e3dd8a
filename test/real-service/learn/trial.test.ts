import { expect, test } from 'vitest'
import { drawAssumptions } from '../../../src/engine/assumptions/variation.ts'
import { createSimulator } from '../../../src/engine/simulator/simulator.ts'
import { learn } from '../../../src/real-service/learn/learn.ts'
import { prepare } from '../../../src/real-service/learn/prepare.ts'
import type { Reader } from '../../../src/real-service/reader/reader.ts'
import { readRecords } from '../../../src/real-service/records/records.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { service } from '../../../src/service/service.ts'

const first = Number(process.env.FIRST ?? 1)
const seeds = Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, index) => index + first)

test.each(seeds)('seed %i', { timeout: 900_000 }, async (seed) => {
  const began = Date.now()
  const scenario = { name: 'x', seed, deployments: 40, now: '2026-03-02T09:00:00Z' }
  const drawn = drawAssumptions(questions, { seed })
  const server = createSimulator(service, {
    scenario,
    assumptions: drawn,
    preset: process.env.PRESET ?? 'spec',
  } as never)
  const credentials = {
    'X-Api-Key': 'k',
    authorization: 'Bearer x',
    'X-Tenant-Id': '00000000-0000-4000-8000-000000000001',
  }
  let sent = 0
  const reader: Reader = {
    url: 'http://x',
    credentials: { names: Object.keys(credentials), hide: (text) => text, hideSecrets: (text) => text },
    get sent() {
      return sent
    },
    async read({ method, path, query = '', headers = {}, isAnonymous }) {
      sent += 1
      const response = await server.fetch(query === '' ? path : `${path}?${query}`, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(isAnonymous ? {} : credentials) },
      })
      return { status: response.status, headers: [...response.headers], body: await response.text() }
    },
  }
  const records = await readRecords(reader, { preset: (process.env.PRESET ?? 'spec') as never })
  const reading = sent
  const prepared = prepare(reader, records)
  const at = Date.now()
  const learned = await learn(reader, prepared)
  const actual = server.assumptions as Record<string, string>
  const wrong = Object.entries(learned.assumptions).filter(([id, value]) => actual[id] !== value)
  const decided = Object.keys(learned.assumptions).length
  const undecided = Object.entries(learned.undecided).map(([id, { possible }]) => `${id}:${possible.join('|')}`)
  console.log(
    `seed ${seed}: ${[...records.records].map(([k, v]) => `${v.length} ${k}`).join(', ')}; missing ${records.missing.length}; ${prepared.candidates.length} candidates; ${reading}+${sent - reading} sent; ${decided} decided; ${learned.unexplained.length} unexplained; ${at - began}+${Date.now() - at} ms; wrong ${JSON.stringify(wrong.map(([id, value]) => `${id}=${value} is ${actual[id]}`))}; undecided ${undecided.join(' ')}`,
  )
  if (process.env.SHOW) console.log(JSON.stringify(learned.unexplained, null, 1).slice(0, 4000), records.missing)
  expect(wrong).toEqual([])
})
