import { expect, test } from 'vitest'
import { createReadProgress } from '../../src/programs/cli/output/progress.ts'

const request = { method: 'GET', path: '/v2/deployments', query: 'limit=100' } as const
const reply = { status: 200, headers: [], body: '' }

function createClock() {
  let time = 0
  return {
    now: () => time,
    pass(milliseconds: number) {
      time += milliseconds
    },
  }
}

test('a terminal shows what is read, how many requests there were, and the time left, on one line', () => {
  const painted: string[] = []
  const { now, pass } = createClock()
  const paint = (text: string) => void painted.push(text)
  const progress = createReadProgress({ paint, err: () => undefined, columns: 60 }, { now })
  progress.onPhase('Reading the deployments')
  progress.onPlan(4)
  pass(1000)
  progress.onReply(request, reply, 1)
  progress.onPause(7000, 'it is not available (503)')
  pass(20_000)
  progress.onReply(request, reply, 5)
  progress.end()
  const erase = '\r\x1b[K'
  expect(painted).toEqual([
    `${erase}Reading the deployments: 0 requests`,
    `${erase}Reading the deployments: 1 of 4 requests, about 3.0 s left`,
    `${erase}Waiting 7.0 s: it is not available (503)`,
    `${erase}Reading the deployments: 5 requests  GET /v2/deployments?li`,
    erase,
  ])
})

test('a terminal shows no control characters of a request', () => {
  const painted: string[] = []
  const progress = createReadProgress({ paint: (text) => void painted.push(text), err: () => undefined, columns: 200 })
  progress.onReply({ ...request, query: 'name=\x1b[2J' }, reply, 1)
  expect(painted.join('')).toContain('name=\\u001b[2J')
})

test('elsewhere, each phase and each pause is a line, and the number of requests every ten seconds', () => {
  const lines: string[] = []
  const { now, pass } = createClock()
  const progress = createReadProgress({ err: (text) => void lines.push(text) }, { now })
  progress.onPhase('Reading the deployments')
  for (let sent = 1; sent <= 3; sent += 1) {
    pass(5000)
    progress.onReply(request, reply, sent)
  }
  progress.onPause(500, 'the connection broke (ECONNRESET)')
  progress.end()
  expect(lines).toEqual([
    'Reading the deployments',
    'Reading the deployments: 2 requests',
    'Waiting 0.5 s: the connection broke (ECONNRESET)',
  ])
})

test('a service that takes more requests than are allowed is announced, and the time left is that of those', () => {
  const lines: string[] = []
  const { now, pass } = createClock()
  const progress = createReadProgress({ err: (text) => void lines.push(text) }, { now, requests: 500 })
  progress.onPhase('Reading the revisions')
  progress.onPlan(1237)
  pass(20_000)
  progress.onReply(request, reply, 100)
  expect(lines).toEqual([
    'Reading the revisions',
    'Reading everything takes 1,237 requests or more, and 500 are allowed (--requests).',
    'Reading the revisions: 100 of 500 requests, about 1 min 20 s left',
  ])
})
