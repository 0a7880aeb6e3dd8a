import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { createTrace, describeLast, readTraces } from '../../src/programs/probe/run/trace.ts'

const test = base.extend<{ folder: string }>({
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'trace-test-'))
    await use(folder)
    rmSync(folder, { recursive: true })
  },
})

const list = { operation: 'listDeployments', status: 200, faults: [] }

test('the traces of several processes are counted together', async ({ folder }) => {
  const write = (name: string, ...lines: object[]) =>
    writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
  write(
    'trace-1.jsonl',
    { simulator: true },
    { ...list, assumptions: ['nameMatching'], values: { nameMatching: 'prefix' } },
    { operation: null, status: 404, assumptions: ['errorBody'], values: { errorBody: 'fastapi' }, faults: [] },
  )
  write(
    'trace-2.jsonl',
    { simulator: true },
    { refused: '"image_version" is null.' },
    { ...list, assumptions: ['nameMatching'], values: { nameMatching: 'substring' }, faults: ['probe'] },
    { ...list, status: null, assumptions: [], values: {}, faults: ['probe'] },
  )
  write('other.jsonl', { ...list, assumptions: ['creation'], values: {} })
  const trace = createTrace()
  await readTraces(folder, trace)
  expect(trace).toEqual({
    simulators: 2,
    ignored: new Set(),
    requests: 4,
    operations: new Map([
      ['listDeployments', 3],
      ['no operation', 1],
    ]),
    touched: new Map([
      ['nameMatching', new Map([['listDeployments', 2]])],
      ['errorBody', new Map([['no operation', 1]])],
    ]),
    values: new Map([
      ['nameMatching', new Set(['prefix', 'substring'])],
      ['errorBody', new Set(['fastapi'])],
    ]),
    faults: new Set(['probe']),
    refusals: new Set(['"image_version" is null.']),
    last: new Map(),
  })
})

test('a line that its process could not finish is skipped', async ({ folder }) => {
  const line = JSON.stringify({ ...list, assumptions: [], values: {} })
  writeFileSync(join(folder, 'trace-1.jsonl'), `{"simulator":true}\n${line}\nnull\n7\n${line.slice(0, 20)}`)
  const trace = createTrace()
  await readTraces(folder, trace)
  expect([trace.simulators, trace.requests]).toEqual([1, 1])
})

test('the test that hangs is the one that has not ended, and asked last', async ({ folder }) => {
  const lines = (...all: object[]) => all.map((line) => JSON.stringify(line)).join('\n')
  const sent = (test: string | undefined, query: string, at: number) => ({
    method: 'GET',
    path: '/v2',
    query,
    at,
    test,
  })
  writeFileSync(
    join(folder, 'trace-1.jsonl'),
    lines(sent('first', 'a', 1), sent('hangs', 'b', 2), sent('hangs', 'c', 3)),
  )
  writeFileSync(join(folder, 'trace-2.jsonl'), lines(sent('ends', 'd', 4), { ended: 'ends' }))
  const trace = createTrace()
  await readTraces(folder, trace)
  expect(describeLast(trace)).toEqual({ test: 'hangs', message: ['Its last request: GET /v2?c'] })
})

test('without the names of tests, the last request is known', async ({ folder }) => {
  const sent = { method: 'GET', path: '/v2', query: '', at: 1 }
  writeFileSync(join(folder, 'trace-1.jsonl'), `${JSON.stringify(sent)}\n{"ended":"x"}`)
  const trace = createTrace()
  await readTraces(folder, trace)
  expect(describeLast(trace)).toEqual({
    message: ['Its last request: GET /v2', expect.stringContaining('a limit of its own')],
  })
})
