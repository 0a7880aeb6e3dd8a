import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, expect } from 'vitest'
import { createTrace, readTraces } from '../../src/programs/probe/run/trace.ts'

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
  })
})

test('a line that its process could not finish is skipped', async ({ folder }) => {
  const line = JSON.stringify({ ...list, assumptions: [], values: {} })
  writeFileSync(join(folder, 'trace-1.jsonl'), `{"simulator":true}\n${line}\nnull\n7\n${line.slice(0, 20)}`)
  const trace = createTrace()
  await readTraces(folder, trace)
  expect([trace.simulators, trace.requests]).toEqual([1, 1])
})
