import { drawFilling, fillings } from '../values/fillings.mjs'
import { drawUuid } from '../values/hostile-values.mjs'

const repeat = (bytes, make) => {
  const item = JSON.stringify(make(1_000_000))
  return Array.from({ length: Math.ceil(bytes / (item.length + 1)) }, (_, index) => make(index))
}

const SCENARIO = { name: 'large', description: 'A large one.', providers: 1, integrations: [], deployments: 1 }
const PLACE = { method: 'PUT', path: '/scenario' }

/** Bodies for the control API that repeat one thing, by their size. */
export const controlBodies = {
  'unknown assumptions': (bytes) => ({
    method: 'PATCH',
    path: '/assumptions',
    body: fillings['object of ones'](bytes),
  }),
  'faults in a scenario': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, faults: repeat(bytes, () => ({ effect: { kind: 'stall' } })) },
  }),
  'invalid faults in a scenario': (bytes) => ({ ...PLACE, body: { ...SCENARIO, faults: repeat(bytes, () => ({})) } }),
  'faults with one id': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, faults: repeat(bytes, () => ({ id: 'a', effect: { kind: 'stall' } })) },
  }),
  'invalid groups': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, deployments: repeat(bytes, () => ({ count: 'x' })) },
  }),
  integrations: (bytes) => ({
    ...PLACE,
    body: {
      ...SCENARIO,
      integrations: repeat(bytes, (index) => ({ kind: 'standard', name: `i${index}`, repositories: 0 })),
    },
  }),
  'integrations with one name': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, integrations: repeat(bytes, () => ({ kind: 'standard', name: 'i', repositories: 0 })) },
  }),
  'groups of a record': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, deployments: repeat(bytes, (index) => ({ record: { name: `n${index}` } })) },
  }),
  'records with one id': (bytes) => ({
    ...PLACE,
    body: {
      ...SCENARIO,
      deployments: repeat(bytes, () => ({ record: { id: '00000000-0000-4000-8000-000000000000' } })),
    },
  }),
  'unknown fields of a scenario': (bytes) => ({
    ...PLACE,
    body: { ...SCENARIO, ...Object.fromEntries(repeat(bytes, (index) => [`f${index}`, 1])) },
  }),
  'a long path of a fault': (bytes) => ({
    method: 'POST',
    path: '/faults',
    body: { path: `/${'a/'.repeat(bytes / 2)}`, effect: 'stall' },
  }),
  'a long method of a fault': (bytes) => ({
    method: 'POST',
    path: '/faults',
    body: { method: 'G'.repeat(bytes), effect: 'stall' },
  }),
  'a query of a fault': (bytes) => ({
    method: 'POST',
    path: '/faults',
    body: { query: Object.fromEntries(repeat(bytes, (index) => [`q${index}`, '1'])), effect: 'stall' },
  }),
  'a body of a fault': (bytes) => ({
    method: 'POST',
    path: '/faults',
    body: { effect: { kind: 'malformed', body: 'x'.repeat(bytes) } },
  }),
  'a deployment record': (bytes) => ({
    method: 'POST',
    path: '/records/deployments',
    body: { secrets: repeat(bytes, () => ({ name: 'A', value: 'b' })) },
  }),
  'a wrong deployment record': (bytes) => ({
    method: 'POST',
    path: '/records/deployments',
    body: { secrets: repeat(bytes, () => 1) },
  }),
  'tags of a record': (bytes) => ({
    method: 'POST',
    path: '/records/deployments',
    body: { tag_value_ids: repeat(bytes, (index) => String(index)) },
  }),
  'free-form containers': (bytes) => ({
    method: 'POST',
    path: '/records/deployments',
    body: { source_revision_config: { container_spec: fillNested(bytes) } },
  }),
  'changes of a snapshot': (bytes) => ({
    method: 'PUT',
    path: '/snapshots/large',
    body: buildSnapshot({ deployments: { removed: repeat(bytes, (index) => `r${index}`) } }),
  }),
  'added records of a snapshot': (bytes) => ({
    method: 'PUT',
    path: '/snapshots/large',
    body: buildSnapshot({ deployments: { added: repeat(bytes, () => ({})) } }),
  }),
  'a name of a session': (bytes) => ({ method: 'POST', path: '/sessions', body: { name: 'n'.repeat(bytes) } }),
  'a name of a scenario': (bytes) => ({ ...PLACE, body: { name: 'n'.repeat(bytes) } }),
}

const fillNested = (bytes) => JSON.parse(fillings['array of objects with unknown fields'](bytes))

const buildSnapshot = (changes) => ({
  format: 'deploymock-snapshot',
  version: 1,
  scenario: SCENARIO,
  preset: 'spec',
  assumptions: {},
  current: { assumptions: {}, faults: [], changes },
})

/** A large request to the control API with its name. One in four has a filling as the whole body. */
export function drawLargeControl(draw, bytes) {
  if (draw.chance(0.25)) {
    const { name, json } = drawFilling(draw, bytes)
    const { method, path } = draw.pick([
      PLACE,
      { method: 'POST', path: '/faults' },
      { method: 'PATCH', path: '/clock' },
      { method: 'POST', path: '/sessions' },
      { method: 'PUT', path: `/snapshots/${drawUuid(draw)}` },
    ])
    return { label: `${name} to ${method} ${path.split('/')[1]}`, method, path, body: Buffer.from(json) }
  }
  const name = draw.pick(Object.keys(controlBodies))
  const { body, ...call } = controlBodies[name](bytes)
  return { label: name, ...call, body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)) }
}
