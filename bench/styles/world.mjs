// The records of a service, drawn by a seed.

import { createHash } from 'node:crypto'

const WORDS = ['billing', 'search', 'Ledger', 'mail', 'orders', 'Atlas', 'invoice', 'chat', 'report', 'sync', 'vector']
const ENDINGS = ['api', 'worker', 'Agent', 'bot', 'service', 'gateway', 'Index']
const STATUSES = ['READY', 'READY', 'READY', 'READY', 'AWAITING_DATABASE', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN']
const TYPES = ['prod', 'dev', 'dev', 'dev_free']
const VERSIONS = ['0.4.1', '0.4.12', '0.4.2', '1.2.0', '1.2.0-Alpine', '1.20.3', '2.0.1-rc1', '10.2.0', undefined]
const OWNERS = ['north-labs', 'Quarry', 'ellis']
const DAY = 86_400_000

/** Draws records. A time is a number of microseconds. */
export function buildWorld(seed, deployments = 44) {
  const draw = createDraw(seed)
  const integrations = ['github', 'forge'].map((kind) => ({ kind, id: draw.uuid() }))
  const tags = Array.from({ length: 6 }, () => draw.uuid())
  const repositories = integrations.flatMap((integration) =>
    draw.shuffle(WORDS.map((word, place) => ({ word, place }))).map(({ word, place }, position) => {
      const owner = draw.pick(OWNERS)
      const name = `${word}-${draw.pick(ENDINGS)}-${place}`
      return {
        integration: integration.id,
        id: draw.between(1e6, 9e7),
        position,
        owner,
        name,
        url: `https://code.${integration.kind}.test/${owner}/${name}`,
        branch: draw.pick(['main', 'main', 'master', 'trunk']),
      }
    }),
  )
  const tenant = draw.uuid()
  const start = Date.UTC(2026, 0, 12) * 1000
  const all = Array.from({ length: deployments }, (_, place) => {
    const created = start + (place * 2 * DAY + draw.between(0, DAY)) * 1000 + draw.between(1, 999)
    const repository = draw.pick(repositories)
    const isImage = draw.chance(0.25)
    return {
      id: draw.uuid(),
      tenant,
      name: `${draw.pick(WORDS)}${draw.pick(['-', '_', ' '])}${draw.pick(ENDINGS)}-${place % 10}${draw.between(10, 99)}`,
      status: draw.pick(STATUSES),
      type: draw.pick(TYPES),
      isReconciled: draw.chance(0.6),
      tags: tags.filter(() => draw.chance(0.3)),
      version: draw.pick(VERSIONS),
      created,
      updated: created + draw.between(1, 90 * 86_400) * 1_000_000 + draw.between(1, 999_999),
      repository: isImage ? undefined : repository,
      image: isImage ? `registry.test/${draw.pick(WORDS).toLowerCase()}:${draw.between(1, 90)}` : undefined,
      secrets: Array.from({ length: draw.between(0, 3) }, (_, at) => ({
        name: `TOKEN_${at}`,
        value: draw.pick(['swordfish', 'open sesame', 'p4ssw0rd!', 'postgres://u:p@db/x']) + draw.between(1, 1e4),
      })),
      references: draw.chance(0.5) ? undefined : [{ name: 'DB', secret_name: 'db', secret_key: 'url' }],
      revision: draw.uuid(),
      active: draw.chance(0.7),
      namespace: draw.chance(0.4) ? `team-${draw.between(1, 9)}` : undefined,
      listener: draw.chance(0.3) ? draw.uuid() : undefined,
      url: draw.chance(0.3) ? `https://app-${place}.test` : undefined,
      spec: draw.chance(0.5) ? { cpu: draw.between(1, 8) / 2, memory: draw.between(1, 8) * 512 } : undefined,
      order: draw.between(0, 1e9),
    }
  })
  const providers = Array.from({ length: 10 }, (_, place) => {
    const created = start + (place * DAY + draw.between(0, DAY)) * 1000 + draw.between(1, 999)
    return {
      id: draw.uuid(),
      organization: tenant,
      provider: `${draw.pick(WORDS).toLowerCase()}-${draw.between(100, 999)}-${place}`,
      name: `${draw.pick(WORDS)} ${draw.between(100, 999)}`,
      client: draw.uuid(),
      created,
      updated: created + draw.between(1, 1e6) * 1_000_001,
      type: draw.chance(0.5) ? 'oauth' : undefined,
      order: draw.between(0, 1e9),
    }
  })
  return { integrations, repositories, deployments: draw.shuffle(all), providers: draw.shuffle(providers), tags }
}

/** Draws records some of which were written at once. */
export function buildTies(seed, count) {
  const world = buildWorld(seed, count)
  const deployments = world.deployments.map((each, place, all) => {
    const { created, updated } = all[place - (place % 3)]
    return { ...each, created, updated }
  })
  return { ...world, deployments }
}

/** Draws numbers that are the same for a seed. */
export function createDraw(seed) {
  let state = Number(seed) || 1
  function next() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (least, most) => least + Math.floor(next() * (most - least + 1))
  return {
    between,
    chance: (share) => next() < share,
    pick: (values) => values[between(0, values.length - 1)],
    shuffle: (values) =>
      values
        .map((value) => [next(), value])
        .toSorted(([one], [other]) => one - other)
        .map(([, value]) => value),
    uuid() {
      const hex = createHash('md5').update(`${seed}:${next()}`).digest('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
