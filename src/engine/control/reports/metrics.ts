// Whether the server is running, and figures of the whole simulator for Prometheus.

import * as z from 'zod'
import { type ControlContext, type ControlOperation, defineControl } from '../control-operation.ts'
import { json, text } from '../requests/control-responses.ts'
import { ControlFailure } from '../shared/control-failure.ts'

const healthSchema = z.strictObject({
  status: z.enum(['ok', 'degraded']),
  problem: z
    .string()
    .exactOptional()
    .describe('What does not work, if the status is `degraded`. Who needs a token and has none is not told where.'),
})

const CHANGE = 'change anything'
const STOPPING = 'The server is stopping. Other instances take over its sessions.'

export const healthOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getHealth',
    request: 'GET /health',
    summary: 'Whether the server is alive. Everyone may call this. A server that is stopping responds with 503.',
    responses: { 200: json(healthSchema) },
    run({ host, budget: { net } }) {
      const { isStopping = false, problem = net.isFull() ? net.refuse(CHANGE).message : undefined } =
        host.readHealth?.() ?? {}
      if (isStopping) throw new ControlFailure({ status: 503, message: STOPPING })
      if (problem === undefined) return { status: 'ok' as const }
      return { status: 'degraded' as const, problem }
    },
  }),
]

type Sample = readonly [labels: Readonly<Record<string, string>>, value: number]

interface Metric {
  readonly name: string
  readonly type: 'counter' | 'gauge'
  readonly help: string
  readonly samples: readonly Sample[]
}

export const metricsOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getMetrics',
    request: 'GET /metrics',
    summary:
      'Figures of the whole simulator in the text format of Prometheus, version 0.0.4. Requests are counted from the first call on, and those in the request logs before it.',
    responses: { 200: text('metrics') },
    run(context) {
      const requests = context
        .countRequests()
        .map(({ operation, status, count }): Sample => [{ operation, status }, count])
      return writeMetrics([
        {
          name: 'requests_total',
          type: 'counter',
          help: 'Requests to the service. The operation "none" is that of unhandled requests.',
          samples: requests,
        },
        ...listGauges(context),
      ])
    },
  }),
]

function listGauges({ sessions, budget, countWaiting, host }: ControlContext): Metric[] {
  const { kinds, limit, evictions } = budget.read()
  const spans = host.readSpans?.()
  const taken = budget.net.share()
  const one = (value: number): readonly Sample[] => [[{}, value]]
  return [
    {
      name: 'sessions',
      type: 'gauge',
      help: 'Sessions in memory, the own one of the server included.',
      samples: one(sessions.list().length + 1),
    },
    {
      name: 'memory_bytes',
      type: 'gauge',
      help: 'Memory in use, by what it is used for.',
      samples: Object.entries(kinds).map(([owner, bytes]): Sample => [{ owner }, bytes]),
    },
    { name: 'memory_limit_bytes', type: 'gauge', help: 'The limit of the memory.', samples: one(limit) },
    {
      name: 'memory_evictions_total',
      type: 'counter',
      help: 'Entries that were dropped to make room for others.',
      samples: one(evictions),
    },
    {
      name: 'memory_taken_ratio',
      type: 'gauge',
      help: 'The share of its memory that the process has taken, whatever it is used for. From 0.7 on, changes get 507.',
      samples: taken === undefined ? [] : one(taken),
    },
    {
      name: 'turns_waiting',
      type: 'gauge',
      help: 'Long-running requests that wait for their next turn.',
      samples: one(countWaiting()),
    },
    {
      name: 'spans_total',
      type: 'counter',
      help: 'Spans that were sent to the collector, or dropped.',
      samples: spans === undefined ? [] : Object.entries(spans).map(([result, count]): Sample => [{ result }, count]),
    },
  ]
}

function writeMetrics(all: readonly Metric[]): string {
  const lines = all.flatMap(({ name, type, help, samples }) => [
    `# HELP deploymock_${name} ${help}`,
    `# TYPE deploymock_${name} ${type}`,
    ...samples.map(([labels, value]) => `deploymock_${name}${writeLabels(labels)} ${value}`),
  ])
  return `${lines.join('\n')}\n`
}

// All values are names of ours, or statuses.
function writeLabels(labels: Readonly<Record<string, string>>): string {
  const texts = Object.entries(labels).map(([name, value]) => `${name}="${value}"`)
  return texts.length === 0 ? '' : `{${texts.join(',')}}`
}
