import { expect, test } from 'vitest'
import { listEntries } from '../../../src/engine/define/assumptions/assumptions.ts'
import { createSimulator, type SimulatorOptions } from '../../../src/index.ts'
import { learn } from '../../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../../src/programs/real-service/learn/read-examples.ts'
import { UNTRIED } from '../../../src/programs/real-service/learn/reasons.ts'
import { toFileContent } from '../../../src/programs/real-service/learn/to-file.ts'
import type { ReadRequest, ServiceReply } from '../../../src/programs/real-service/reader/messages.ts'
import { createReader, type Reader } from '../../../src/programs/real-service/reader/reader.ts'
import { serve } from '../../../src/server/index.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { isFull } from '../../support/scope.ts'

// Most of the others cannot be shown by requests that only read.
const LEAST_DECIDED = 35

type Headers = Readonly<Record<string, string>>

const ALL: Headers = {
  'x-api-key': 'k',
  authorization: 'Bearer k',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}

type Front = (request: ReadRequest, reply: ServiceReply) => ServiceReply

async function learnServer(
  { preset = 'spec', ...options }: SimulatorOptions,
  headers: Headers = ALL,
  answer: Front = (_request, reply) => reply,
) {
  const simulator = createSimulator({ preset, ...options })
  const server = await serve(simulator, { port: 0 })
  const service = createReader(server.url, { rate: 10_000, headers })
  const reader: Reader = {
    url: service.url,
    ...(service.credentials && { credentials: service.credentials }),
    get sent() {
      return service.sent
    },
    read: async (request) => answer(request, await service.read(request)),
  }
  const records = await readExamples(reader, { preset })
  const learned = await learn(reader, prepare(reader, records))
  await server.close()
  return { ...learned, actual: simulator.assumptions }
}

test.each(isFull ? [3, 15] : [15])(
  'what a server with --vary %i does is learned',
  { timeout: 60_000 },
  async (vary) => {
    const { assumptions, unexplained, actual } = await learnServer({ vary, seed: vary, deployments: 12 })
    expect(unexplained).toEqual([])
    expect(actual).toMatchObject(assumptions)
    expect(Object.keys(assumptions).length).toBeGreaterThan(LEAST_DECIDED)
  },
)

const lists = {
  name: 'service',
  seed: 2,
  providers: 8,
  deployments: 12,
  integrations: [{ kind: 'standard', name: 'one', repositories: 12 }],
} as const

test('each question is decided for some service, or says why none is', { timeout: 240_000 }, async () => {
  const key = { 'x-api-key': 'k' }
  const found = [
    await learnServer({ preset: 'langsmith', scenario: { ...lists, listeners: 2 } }, key),
    await learnServer({
      scenario: lists,
      assumptions: { repositoryOrdering: 'name', unknownStatus: '422', unknownParameter: '422' },
    }),
  ]
  const decided = new Set<string>(found.flatMap(({ assumptions }) => Object.keys(assumptions)))
  const open = listEntries(questions)
    .map(([id]) => id)
    .filter((id) => !decided.has(id))
  const reasons = open.filter((id) => !UNTRIED.has(id)).map((id) => found[0]?.undecided[id]?.because)
  expect(new Set(reasons)).toEqual(new Set(['No request was sent, because none that only reads depends on it.']))
  expect([...UNTRIED.keys()].filter((id) => decided.has(id))).toEqual([])
})

test.for([
  ['never', 12],
  ['sometimes', 12],
  // The lengths of its pages show it while they are read.
  ['sometimes', 250],
] as const)(
  'shortPages=%s is learned from %i deployments',
  { timeout: 120_000 },
  async ([shortPages, deployments], { expect }) => {
    const { assumptions, unexplained } = await learnServer({ deployments, assumptions: { shortPages } })
    expect([assumptions.shortPages, unexplained]).toEqual([shortPages, []])
  },
)

test.for([
  ['unknown paths', /^\/(?:v2|v1\/auth)\//, 'problem'],
  ['its integrations, too', /^\/v2\/(?:deployments|auth)\b/, undefined],
] as const)(
  'the pages of a proxy for %s are one difference, and say nothing about the errors of others',
  { timeout: 120_000 },
  async ([, own, errorBody], { expect }) => {
    const page = { status: 404, headers: [['content-type', 'text/html']], body: '<h1>404 Not Found</h1>' } as const
    const learned = await learnServer(
      { scenario: lists, assumptions: { errorBody: 'problem', repositoryPaths: 'v2', trailingSlash: '404' } },
      ALL,
      ({ path }, reply) => (reply.status === 404 && !(own.test(path) && !path.endsWith('/')) ? page : reply),
    )
    const { assumptions } = learned
    expect(assumptions).toMatchObject({ crossOrigin: 'open', trailingSlash: '404', operations: 'written' })
    expect(assumptions.errorBody).toBe(errorBody)
    const told = toFileContent(learned).unexplained
    expect(told).toEqual([expect.objectContaining({ received: 'page: text/html' })])
  },
)
