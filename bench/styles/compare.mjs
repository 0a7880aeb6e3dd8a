// Compares the answers of a service with those of a simulator that was made from it.

import { FALSE, STATUSES, TRUE, TYPES } from './plans.mjs'
import { createDraw } from './world.mjs'

const HEADERS = {
  'x-api-key': 'any',
  authorization: 'Bearer any',
  'x-tenant-id': '00000000-0000-4000-8000-000000000001',
}
const UNKNOWN = '00000000-0000-4000-8000-00000000abcd'

/**
 * Sends random requests to a service and to a simulator, and returns those whose answers differ in their status, their
 * records or the order of these, or in which fields have which kind of value.
 */
export async function compareAnswers({ url, service, world }, simulator, { count, seed }) {
  const { images } = simulator
  const draw = createDraw(seed)
  const different = []
  for (let sent = 0; sent < count; sent += 1) {
    const { path, headers = HEADERS } = drawRequest(draw, service, world)
    const one = await read(await fetch(url + path, { headers, redirect: 'manual' }), (id) => images.get(id) ?? id)
    const other = await read(await simulator.fetch(replaceTexts(path, images), { headers, redirect: 'manual' }))
    const difference = findDifference(one, other)
    if (difference !== undefined) different.push({ path, difference })
  }
  return different
}

function drawRequest(draw, { plan }, world) {
  const kind = draw.between(1, 100)
  if (kind <= 8) return { path: `${plan.base}/v2/auth/providers${drawOdd(draw)}` }
  if (kind <= 20) {
    const operation = draw.pick(Object.keys(plan.paths))
    const id = draw.chance(0.7) ? draw.pick(world.integrations).id : draw.pick([UNKNOWN, 'none', '7'])
    return { path: plan.base + plan.paths[operation].replace('{id}', id) + drawOdd(draw) }
  }
  if (kind <= 23) return { path: `${plan.base}/v2/deployments`, headers: {} }
  const pairs = Array.from({ length: draw.between(0, 3) }, () => drawPair(draw, world))
  const query = new URLSearchParams(pairs).toString()
  return { path: `${plan.base}/v2/deployments${query === '' ? drawOdd(draw) : `?${query}`}` }
}

const drawOdd = (draw) => (draw.chance(0.9) ? '' : draw.pick(['/', '?other=1', '?limit=2']))

function drawPair(draw, { deployments }) {
  const [one, other] = [draw.pick(deployments), draw.pick(deployments)]
  const part = (text) =>
    text.slice(...[draw.between(0, text.length - 1), draw.between(1, text.length)].toSorted((a, b) => a - b))
  const odd = (text) => (draw.chance(0.85) ? text : draw.pick(['', 'null', 'nothing', text.toUpperCase(), ` ${text}`]))
  return draw.pick([
    () => [
      'limit',
      draw.chance(0.8) ? draw.between(1, 100) : draw.pick(['0', '101', '-1', 'x', '+3', '03', ' 3', '2.0', '1_0', '']),
    ],
    () => [
      'offset',
      draw.chance(0.8) ? draw.between(0, deployments.length + 3) : draw.pick(['-1', '2.5', '+2', '100000', '']),
    ],
    () => ['name_contains', odd(draw.pick([part(one.name), part(one.name), one.name, one.name.toLowerCase()]))],
    () => ['status', odd(draw.pick(STATUSES))],
    () => ['deployment_type', odd(draw.pick(TYPES))],
    () => ['remote_reconciled', odd(draw.pick(['true', 'false', ...TRUE, ...FALSE]))],
    () => ['image_version', odd(draw.pick([one.version ?? '1', part(one.version ?? '1.2')]))],
    () => [
      'deployment_ids',
      draw.pick([one.id, `${one.id},${other.id}`, one.id.toUpperCase(), `${one.id},!`, UNKNOWN, '']),
    ],
  ])()
}

/** Writes the ids and versions of a request as the simulator has them. */
function replaceTexts(path, images) {
  const found = [...images.keys()].filter((text) => path.toLowerCase().includes(text.toLowerCase()))
  return found
    .toSorted((one, other) => other.length - one.length)
    .reduce(
      (text, each) =>
        text.replaceAll(each, images.get(each)).replaceAll(each.toUpperCase(), images.get(each).toUpperCase()),
      path,
    )
}

async function read(response, imageOf = (id) => id) {
  const text = await response.text()
  let body
  try {
    body = JSON.parse(text)
  } catch {
    body = text === '' ? undefined : 'a text'
  }
  if (response.status >= 400) return { status: response.status, fields: describe(body) }
  const list = Array.isArray(body) ? body : (body?.resources ?? body?.items ?? [])
  const records = list.map((record) => ({
    id: imageOf(String(record.id ?? record.repository_id)),
    fields: describe(record),
  }))
  const rest = Array.isArray(body) ? 'a list' : describe({ ...body, resources: null, items: null })
  return { status: response.status, offset: body?.offset, rest, records }
}

const FREE = new Set(['labels', 'annotations'])

/** The fields of a value and the kinds of theirs, without the items of lists and what users store. */
function describe(value) {
  if (value === null || typeof value !== 'object') return value === null ? 'null' : typeof value
  if (Array.isArray(value)) return 'list'
  const entries = Object.keys(value)
    .sort()
    .map((key) => [key, FREE.has(key) ? typeof value[key] : describe(value[key])])
  return Object.fromEntries(entries)
}

function findDifference(one, other) {
  if (one.status !== other.status) return `status ${other.status} instead of ${one.status}`
  const [ids, others] = [one, other].map(({ records = [] }) => records.map(({ id }) => id))
  if ([...ids].sort().join() !== [...others].sort().join()) return `other records (${others.length}, not ${ids.length})`
  if (ids.join() !== others.join()) return 'another order'
  if (one.offset !== other.offset) return `offset ${other.offset} instead of ${one.offset}`
  return findPath({ ...one, records: [...(one.records ?? [])] }, { ...other, records: [...(other.records ?? [])] })
}

function findPath(one, other, path = '') {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other ? undefined : `${path}: ${other} instead of ${one}`
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const found = findPath(one[key], other[key], Array.isArray(one) ? path : `${path}.${key}`)
    if (found !== undefined) return found
  }
  return undefined
}
