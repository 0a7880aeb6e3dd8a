import { expect, test } from 'vitest'
import { writeScenario } from '../../../src/entries/files/index.ts'
import type { Scenario } from '../../../src/index.ts'
import { listAllowedWords } from '../../../src/programs/real-service/record/allowed-words.ts'
import { findLeak } from '../../../src/programs/real-service/record/find-leak.ts'
import { createGuard, listTexts } from '../../../src/programs/real-service/record/guard.ts'
import { writeRecording } from '../../../src/programs/real-service/record/recording.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { toStored } from '../../../src/programs/real-service/records/stored-records.ts'
import { createService } from '../../support/control-plane.ts'
import { privateScenario } from '../../support/private-world.ts'
import { readSimulator } from '../../support/simulated-reader.ts'

const key = new Uint8Array(32).fill(7)
const DESCRIPTION = 'The records of a real service, with other texts.'

async function recordPrivate() {
  const reader = readSimulator(createService({ scenario: privateScenario }))
  const records = await readRecords(reader, { preset: 'langsmith' })
  const { stored } = toStored(records)
  const recording = await writeRecording(records, { url: reader.url, key, format: 'json' })
  const texts = [...listTexts([...records.records.values()]), ...listTexts([...stored.values()]), reader.url]
  const allowed = listAllowedWords(stored, ['recorded', DESCRIPTION])
  return { ...recording, stored, check: { guard: createGuard(texts), allowed } }
}

// It takes long, and no test changes it.
let recorded: ReturnType<typeof recordPrivate> | undefined
const readPrivate = () => (recorded ??= recordPrivate())

const steps = (path: string) => path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))

function readAt(value: unknown, path: string): unknown {
  return steps(path).reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), value)
}

/** Returns a copy of a scenario with another value in a field. */
function plant(scenario: Scenario, path: string, value: unknown): Scenario {
  const copy = structuredClone(scenario)
  const [last = '', ...before] = steps(path).reverse()
  const parent = before.reverse().reduce<unknown>((inner, step) => Reflect.get(Object(inner), step), copy)
  Reflect.set(Object(parent), last, value)
  return copy
}

const SIDECAR = 'source_config.resource_spec.sidecars.0'

// Where the deployment is in the scenario depends on the order of the list.
test.for([
  ['an id', 'deployments', 'id'],
  ['the id of another record', 'deployments', 'latest_revision_id'],
  ['a name', 'deployments', 'name'],
  ['a URL', 'deployments', 'source_config.repo_url'],
  ['the URL of a deployment', 'deployments', 'source_config.custom_url'],
  ['a command', 'deployments', 'source_config.install_command'],
  ['a namespace', 'deployments', 'source_config.listener_config.k8s_namespace'],
  ['a branch', 'deployments', 'source_revision_config.repo_ref'],
  ['a path', 'deployments', 'source_revision_config.graph_config_path'],
  ['the name of an image', 'deployments', 'source_revision_config.image_uri'],
  ['a digest', 'deployments', 'source_revision_config.repo_commit_sha'],
  ['the name of a variable', 'deployments', 'secrets.0.name'],
  ['a secret', 'deployments', 'secrets.0.value'],
  ['the name of a secret', 'deployments', 'secret_references.0.secret_name'],
  ['free-form JSON', 'deployments', 'source_config.resource_spec.labels'],
  ['an argument', 'deployments', `${SIDECAR}.args.0`],
  ['a value of the environment', 'deployments', `${SIDECAR}.env.0.value`],
  ['a time', 'deployments', 'created_at'],
  ['random text', 'providers', 'client_id'],
  ['an organization', 'providers', 'organization_id'],
  ['the address of a login', 'providers', 'auth_url'],
  ['an e-mail address', 'tokens', 'provider_account_label'],
  ['a scope', 'tokens', 'scopes.1'],
  ['the end of a token', 'tokens', 'expires_at'],
  ['a cluster', 'listeners', 'compute_id'],
] as const)('a leak of %s is found, and its field named', async ([, resource, path]) => {
  const { scenario, stored, check } = await readPrivate()
  const records = stored.get(resource) ?? []
  const place = records.findIndex((record) => record.name === 'picking-planner-prod' || resource !== 'deployments')
  const target = `${resource}.${place}.record.${path}`
  const original = readAt(records[place], path)
  expect(original).not.toBe(readAt(scenario, target))
  const text = await writeScenario(plant(scenario, target, original), 'json')
  expect(await findLeak(text, 'json', check)).toMatch(new RegExp(`^${target.replaceAll('.', '\\.')}`))
})

test.for([
  ['an owner', 'integrations.0.name', 'acme-warehouse'],
  ['a part of a name', 'deployments.0.record.name', 'mypickingagent'],
  ['a name in capitals', 'deployments.0.record.name', 'PICKING'],
  ['a branch of a repository', 'integrations.0.repositories.0.record.default_branch', 'trunk-stable'],
  ['the host of the service', 'description', 'Recorded from api.acme-robotics.test'],
] as const)('a leak of %s is found', async ([, path, value]) => {
  const { scenario, check } = await readPrivate()
  const text = await writeScenario(plant(scenario, path, value), 'yaml')
  expect(await findLeak(text, 'yaml', check)).toBe(path)
})

test.for([
  ['a text', { 'robotics-northern': 'x' }, ''],
  ['the name of another field', { team: { 'acme-robotics.test/cost-centre': 'x' } }, '.team'],
  ['a part of the name of another field', { 'centre/of': 'x' }, ''],
  ['a number', { team: [7, 91234567] }, '.team.1'],
  ['a negative fraction', { team: -91234567.5 }, '.team'],
] as const)('a leak of %s in free-form JSON is found, without showing a name', async ([, labels, place]) => {
  const { scenario, stored, check } = await readPrivate()
  const index = (stored.get('deployments') ?? []).findIndex(({ name }) => name === 'picking-planner-prod')
  const path = `deployments.${index}.record.source_config.resource_spec.labels`
  const text = await writeScenario(plant(scenario, path, labels), 'yaml')
  expect(await findLeak(text, 'yaml', check)).toBe(path + place)
})

test('a recording itself contains no leak, in both formats', async () => {
  const { scenario, check } = await readPrivate()
  for (const format of ['yaml', 'json'] as const) {
    expect(await findLeak(await writeScenario(scenario, format), format, check)).toBeUndefined()
  }
})

test('a text that cannot be read is a leak', async () => {
  const { check } = await readPrivate()
  expect(await findLeak('{', 'json', check)).toBe('the file')
})
