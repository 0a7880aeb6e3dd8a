import { resolve } from 'node:path'
import { expect } from 'vitest'
import { collectCoverage } from '../../src/entries/coverage/index.ts'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { type Folder, test } from '../support/folder.ts'
import { runCli } from '../support/run-cli.ts'
import { findForeignWords } from './apis/foreign-words.ts'
import { type TriedApi, tried } from './apis/tried.ts'

/** Runs a command with an API, and returns its exit code and what it prints. */
async function run(folder: Folder, { name }: TriedApi, command: string, ...args: string[]) {
  const file = resolve(`test/rest/apis/${name}.ts`)
  const service = await folder.write('service.mjs', `export { service } from ${JSON.stringify(file)}\n`)
  const { exit, out, err } = runCli(command, '--service', service, ...args)
  return { code: await exit, out: out.join('\n'), err: err.join('\n') }
}

test.for(tried)('check, export and openapi are about $name', async (api, { folder }) => {
  const exported = folder.path('world.yaml')
  expect(await run(folder, api, 'export', '--output', exported)).toMatchObject({ code: 0, err: '' })
  const checked = await run(folder, api, 'check', exported)
  expect([checked.code, checked.err]).toEqual([0, ''])
  const { out } = await run(folder, api, 'openapi')
  expect(Object.keys((JSON.parse(out) as { paths: object }).paths)).not.toEqual([])
  const documents = await run(folder, api, 'docs', 'service')
  for (const text of [checked.out, out, documents.out]) expect(findForeignWords(text)).toEqual([])
  for (const { name } of api.service.operations) expect(documents.out).toContain(name)
})

test.for(tried)('coverage tells which operations of $name tests have used', async (api, { folder }) => {
  const simulator = createSimulator({ service: api.service })
  const coverage = collectCoverage(simulator as never)
  await simulator.fetch(api.list.path(simulator.db as never), { headers: api.headers })
  const file = folder.path('deploymock-a.json')
  coverage.write(file)
  const { code, out, err } = await run(folder, api, 'coverage', file)
  expect([code, err]).toEqual([0, ''])
  expect(out).toMatch(new RegExp(`^${api.list.operation}: [1-9]\\d* of \\d+$`, 'm'))
  expect(out).toMatch(new RegExp(`^${api.write.operation}: 0 of `, 'm'))
})

test.for(tried)('probe finds out that a client relies on an answer of $name', async (api, { folder }) => {
  const { db } = createSimulator({ service: api.service })
  const { requests, status } = api.decided
  const client = await folder.write(
    'client.mjs',
    `let [id, status] = []
for (const [path, body] of ${JSON.stringify(requests(db as never))}) {
  const init = { method: 'POST', headers: ${JSON.stringify(api.headers)}, body }
  const response = await fetch(process.env.API_URL + path.replace('{id}', id), init)
  status = response.status
  ;({ id } = await response.json())
}
if (status !== ${status}) throw new Error('status ' + status)`,
  )
  const [question = ''] = Object.keys(api.answer)
  const { code, err } = await run(
    folder,
    api,
    'probe',
    ...['--parallel', '1', '--url-env', 'API_URL', '--', process.execPath, client],
  )
  expect(err).toContain(`it depends on ${question}.`)
  expect(code).toBe(1)
})
