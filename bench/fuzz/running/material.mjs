import { readFileSync } from 'node:fs'
import { createSchemaValues } from '../values/schema-values.mjs'

const VECTORS = new URL('../../../fixtures/fastapi-vectors.json', import.meta.url)
const CREATED = { name: 'fuzz', status: 'READY', secrets: [{ name: 'A', value: '\ud83e\uddea' }] }

/**
 * Collects the material of requests: existing ids, recorded requests, and the operations of the
 * control API with their schemas. The same program gives the same material.
 */
export async function gatherMaterial(control) {
  const read = (path) => control('GET', `/_simulator${path}`)
  const [integrations, repositories, deployments] = await Promise.all(
    ['integrations', 'repositories', 'deployments'].map(async (kind) => (await read(`/records/${kind}`)).records),
  )
  const { paths, components } = await read('/openapi.json')
  const idsOf = (records) => records.map(({ id }) => id)
  return {
    integrations: orElse(idsOf(integrations)),
    repositories: orElse(repositories, { integration_id: 'x', url: 'https://github.com/a/b' }),
    deployments: orElse(idsOf(deployments)),
    names: orElse(deployments.map(({ name }) => name)),
    tags: orElse(deployments.flatMap(({ tag_value_ids }) => tag_value_ids)),
    images: orElse(deployments.flatMap(({ image_version }) => image_version ?? [])),
    recordedRecords: { integrations, repositories, deployments },
    ...readVectors(),
    ...(await takeState(control)),
    controls: listControls(paths),
    definitions: components.schemas,
    schemas: createSchemaValues(components.schemas),
  }
}

const orElse = (list, value = 'x') => (list.length > 0 ? list : [value])

function readVectors() {
  const { vectors } = JSON.parse(readFileSync(VECTORS, 'utf8'))
  const bodies = vectors.flatMap(({ body }) => body ?? [])
  return { recorded: [...new Set(vectors.map(({ target }) => target))], recordedBodies: orElse(bodies, '{}') }
}

// With a frozen clock, so that it is the same each time.
async function takeState(control) {
  const at = '/_s/material/_simulator'
  await control('POST', '/_simulator/sessions', { name: 'material', scenario: 'first-day' })
  await control('PATCH', `${at}/clock`, { set: '2026-03-02T09:00:00Z', frozen: true })
  await control('POST', `${at}/records/deployments`, CREATED)
  await control('POST', `${at}/faults`, { operation: 'listDeployments', status: 503, times: 2 })
  await control('POST', `${at}/snapshots`, { name: 'material' })
  const snapshot = await control('GET', `${at}/snapshots/material`)
  const scenario = await control('GET', `${at}/scenario`)
  await control('DELETE', '/_simulator/snapshots/material')
  await control('DELETE', '/_simulator/sessions/material')
  return { snapshot, scenario }
}

function listControls(paths) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { parameters = [], requestBody }]) => {
      const template = path.slice('/_simulator'.length)
      if (template === '/events') return []
      const query = parameters.filter((each) => each.in === 'query').map(({ name }) => name)
      const body = requestBody?.content['application/json'].schema
      return [{ method: method.toUpperCase(), template, query, body }]
    }),
  )
}
