// A service that has the name of a customer wherever it can have a name of its own.

import { expect } from 'vitest'
import { namedValues, resolveAssumptions } from '../../../src/engine/define/assumptions/assumptions.ts'
import { listFormDifferences } from '../../../src/programs/real-service/forms/differences.ts'
import { watchForms } from '../../../src/programs/real-service/forms/watch.ts'
import { prepareTraffic } from '../../../src/programs/real-service/har/learn-traffic.ts'
import { readTraffic } from '../../../src/programs/real-service/har/traffic.ts'
import { findAspects, NOTHING_KNOWN } from '../../../src/programs/real-service/learn/aspects/find-aspects.ts'
import { describeRequest } from '../../../src/programs/real-service/learn/describe.ts'
import {
  describeStatus,
  joinDeviations,
  listDeviations,
  type OddResponse,
} from '../../../src/programs/real-service/learn/differences.ts'
import { type Learned, learn } from '../../../src/programs/real-service/learn/learn.ts'
import { toFileContent } from '../../../src/programs/real-service/learn/to-file.ts'
import type { ReadRequest, ServiceReply } from '../../../src/programs/real-service/reader/reader.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { createService } from '../../support/control-plane.ts'
import { test } from '../../support/folder.ts'
import { writeHarText } from '../../support/har-entries.ts'
import { createReaderOf, readSimulator } from '../../support/simulated-reader.ts'

const PRIVATE = /zephyrine/i

type Fields = Record<string, unknown>

/** Adds names of the customer to a body: as keys, as words and as values, at every level. */
function plant(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plant)
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plant(each)]))
  const { type, loc } = inner as Fields
  return {
    ...inner,
    zephyrine_zone: 'Zephyrine',
    'api.zephyrine.test': { zephyrine: ['Zephyrine'] },
    ...('id' in inner ? { status: 'ZEPHYRINE_READY' } : {}),
    ...(type === undefined ? {} : { type: `zephyrine.${type}` }),
    ...(Array.isArray(loc) ? { loc: ['zephyrine', ...loc] } : {}),
  }
}

const { fetch } = createService({ preset: 'spec', deployments: 12 })

const readPlain = () => readSimulator({ fetch })

function readPlanted() {
  const real = readPlain()
  return createReaderOf(async (request) => {
    const { status, headers, body } = await real.read(request)
    const isJson = headers.some(([name, value]) => name === 'content-type' && value.startsWith('application/json'))
    const type = status >= 400 ? 'application/vnd.zephyrine+json' : 'application/json; profile=zephyrine'
    return {
      status,
      headers: [
        ['content-type', type],
        ['x-zephyrine-total', '7'],
        ['www-authenticate', 'Zephyrine realm="zephyrine"'],
        ['allow', 'ZEPHYRINE'],
        ['location', 'https://zephyrine.test/zephyrine'],
        ['access-control-allow-origin', 'https://zephyrine.test'],
      ],
      body: isJson && body !== '' ? JSON.stringify(plant(JSON.parse(body))) : body,
    }
  })
}

const REQUESTS: readonly ReadRequest[] = [
  { method: 'GET', path: '/v2/deployments', query: 'limit=100' },
  { method: 'GET', path: '/v2/deployments', query: 'limit=0' },
  { method: 'GET', path: '/v2/deployments', headers: { origin: 'https://page.example' } },
  { method: 'GET', path: '/v2/auth/providers' },
  { method: 'GET', path: '/v1/integrations/github/7/repos' },
  { method: 'HEAD', path: '/v2/deployments' },
]

test('no name that a service has for itself is in what is learned, or in a report of drift', async () => {
  const [plain, planted] = [readPlain(), watchForms(readPlanted())]
  const unexplained: OddResponse[] = []
  for (const request of REQUESTS) {
    const [expected, received] = await Promise.all([plain, planted].map((reader) => reader.read(request)))
    if (expected === undefined || received === undefined) throw new Error('There is no reply')
    const describe = (reply: ServiceReply) => findAspects(request, reply, { ...NOTHING_KNOWN, hasRead: () => true })
    unexplained.push({ request, expected: describe(expected), received: describe(received) })
  }
  const forms = listFormDifferences(planted.forms, resolveAssumptions(questions, 'spec'))
  const statusValues = 'READY,UNKNOWN,ZEPHYRINE_READY'
  const content = toFileContent({ ...nothingLearned, assumptions: { statusValues }, unexplained, forms })
  expect(content.accepted?.length).toBeGreaterThan(REQUESTS.length)
  expect(JSON.stringify(content)).not.toMatch(PRIVATE)
  expect(content.assumptions).toEqual({ statusValues: 'READY,UNKNOWN' })
  const odd = listDeviations({ unexplained, forms })
  expect(JSON.stringify([odd, joinDeviations(odd), describeStatus('ZEPHYRINE_READY')])).not.toMatch(PRIVATE)
})

const nothingLearned = {
  ...{ preset: 'spec', assumptions: {}, undecided: {}, unexplained: [], answered: [], evidence: {}, forms: [] },
  reads: new Map(),
} satisfies Learned

test.for(namedValues(questions.register.statusValues))('statuses that have a name are written: %s', (statusValues) => {
  expect(toFileContent({ ...nothingLearned, assumptions: { statusValues } }).assumptions).toEqual({ statusValues })
})

test('a question that no value explains is simulated with the value that explains the most', () => {
  const undecided = { errorBody: { possible: [], because: 'No value explains it.', likeliest: 'problem' } }
  expect(toFileContent({ ...nothingLearned, undecided }).undecided?.errorBody?.simulated).toBe('problem')
})

test('no text that clients have sent is in what is learned from their traffic', { timeout: 60_000 }, async ({
  folder,
}) => {
  const url = 'https://api.example.com/v2/deployments'
  const body = plant({ detail: [{ type: 'x', loc: ['query', 'limit'] }] })
  const names = ['limit', 'offset', 'deployment_type', 'status', 'remote_reconciled', 'name_contains', 'zephyrine']
  const refused = names.map((name) => ({ url: `${url}?${name}=zephyrine`, status: 422, body }))
  const used = [{ url, body: plant({ resources: [], offset: 0 }) }, ...refused]
  const traffic = await readTraffic([await folder.write('app.har', writeHarText(used))])
  const { reader, options, describe, ignored, records } = prepareTraffic(traffic, 'spec')
  const content = toFileContent(await learn(reader, options), describe)
  expect(JSON.stringify([content, [...ignored], records.missing]).match(/.{0,80}zephyrine.{0,40}/gi)).toBeNull()
  expect(traffic.exchanges.map(({ request }) => describeRequest(request)).join()).not.toMatch(PRIVATE)
})
