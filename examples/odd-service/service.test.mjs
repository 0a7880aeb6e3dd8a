import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readAssumptionsFile } from 'deploymock/files'
import { createOddService } from './service.mjs'

// What is so. It has more statuses than the contract, and nobody can tell that it never uses some of those.
const SO = {
  nullableFields: 'some',
  statusValues: 'AWAITING_DATABASE,READY,UNUSED,AWAITING_DELETE,UNKNOWN,ON_HOLIDAY',
  headRequests: '200',
  keyScope: 'workspace',
  deploymentFeature: 'enabled',
}

let folder, file, learned

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'odd-service-'))
  file = join(folder, 'service.yaml')
  learned = await run(createOddService(), 'learn', '--preset', 'spec', '--out', file)
})
after(() => rm(folder, { recursive: true }))

/** Runs a command against a service. */
async function run(server, command, ...args) {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${server.address().port}`
  const all = ['--no-install', 'deploymock', command, url, '--header', 'x-api-key: any', '--rate', '100', ...args]
  const found = await new Promise((resolve) => {
    execFile('npx', all, (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }))
  })
  server.closeAllConnections()
  server.close()
  return found
}

test('learn states nothing that is not so', async () => {
  const { assumptions } = await readAssumptionsFile(file)
  for (const [id, value] of Object.entries(assumptions)) assert.equal(value, SO[id], id)
})

test('learn says what no assumption explains, each thing once', async () => {
  const text = await readFile(file, 'utf8')
  const [, unexplained] = /^unexplained:\n(.*?)^\w/ms.exec(text)
  const entries = unexplained.split(/^ {2}- request: /m).slice(1)
  const said = entries.map((entry) => entry.slice(entry.indexOf('expected:')))
  assert.equal(learned.code, 1)
  assert.equal(new Set(said).size, said.length)
  assert.ok(entries.length < 20, unexplained)
  for (const oddity of [/mood is new/, /and \d+ more\n.*text\/html/s, /status: 418/]) assert.match(unexplained, oddity)
})

test('drift finds nothing while the service stays as it is', async () => {
  const { code, stdout } = await run(createOddService(), 'drift', '--against', file)
  assert.equal(code, 0, stdout)
})

test('drift names the field that is new', async () => {
  const { code, stdout } = await run(createOddService({ hasZone: true }), 'drift', '--against', file)
  assert.equal(code, 1)
  assert.match(stdout, /in 1 way\.\n\n- GET \/v2\/deployments: resources\[\]\.zone is new\n/)
})
