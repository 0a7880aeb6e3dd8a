import { expect, test } from 'vitest'
import type { Simulator } from '../../src/index.ts'
import { createService, send } from '../support/control-plane.ts'

interface Slice {
  items: { id: unknown; name: string }[]
  next_cursor: string | null
}

/** Follows the cursors of a list, and runs `between` after each part. */
async function readAll(
  service: Simulator,
  path: string,
  size: number,
  between: (part: number) => void = () => undefined,
) {
  const items: Slice['items'] = []
  let cursor: string | null = ''
  for (let part = 0; cursor !== null; part += 1) {
    const query: string = `page_size=${size}${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`
    const { body }: { body: Slice } = await send<Slice>(service, `GET ${path}?${query}`)
    items.push(...body.items)
    cursor = body.next_cursor
    between(part)
  }
  return items
}

const integrationOf = ({ db }: Simulator, kind: 'standard' | 'alternate') =>
  db.integrations.list().find((each) => each.kind === kind)?.id ?? ''

const KINDS = [
  { kind: 'standard', v1: 'github', v2: 'github' },
  { kind: 'alternate', v1: 'forge/github', v2: 'forge-github' },
] as const

for (const { kind, v1, v2 } of KINDS) {
  test(`the ${kind} integrations are listed with their installations`, async () => {
    const service = createService()
    const { status, body } = await send(service, `GET /v1/integrations/${v1}/install`)
    const own = service.db.integrations.list().filter((each) => each.kind === kind)
    expect(status).toBe(200)
    expect(body).toEqual(own.map(({ id, name }) => ({ id, installation_id: expect.any(Number), name })))
  })

  test(`the ${kind} integrations are the same in pages with cursors`, async () => {
    const service = createService()
    const { body } = await send(service, `GET /v1/integrations/${v1}/install`)
    for (const size of [1, 3, 100]) {
      expect(await readAll(service, `/v2/integrations/${v2}/installations`, size)).toEqual(body)
    }
  })

  test.for(['created', 'name', 'shuffled'] as const)(
    `the ${kind} integrations have the same repositories in pages with cursors, in the order %s`,
    async (repositoryOrdering) => {
      const service = createService({ assumptions: { repositoryOrdering } })
      const id = integrationOf(service, kind)
      const { body } = await send<unknown[]>(service, `GET /v1/integrations/${v1}/${id}/repos`)
      expect(body.length).toBeGreaterThan(3)
      for (const size of [1, 3, 100]) {
        expect(await readAll(service, `/v2/integrations/${v2}/installations/${id}/repositories`, size)).toEqual(body)
      }
    },
  )

  test(`the ${kind} integrations do not have the repositories of the other kind`, async () => {
    const service = createService()
    const id = integrationOf(service, kind === 'standard' ? 'alternate' : 'standard')
    const answer = await send(service, `GET /v2/integrations/${v2}/installations/${id}/repositories`)
    expect(answer).toEqual({ status: 404, body: { detail: `Integration ID ${id} not found.` } })
  })
}

const repositoriesOf = (service: Simulator) =>
  `/v2/integrations/github/installations/${integrationOf(service, 'standard')}/repositories`

const remove = (service: Simulator, ...ids: (string | undefined)[]) => {
  for (const id of ids) service.db.repositories.delete(String(id))
}

test.for([
  ['the last record of a part', [2]],
  ['the first record of the next part', [3]],
  ['all records of a part', [0, 1, 2]],
  ['records far away', [1, 6]],
] as const)('a list with cursors neither repeats nor skips records when %s is removed', async ([, removed]) => {
  const service = createService()
  const integration_id = integrationOf(service, 'standard')
  const all = service.db.repositories.list().filter((each) => each.integration_id === integration_id)
  const seen = await readAll(service, repositoriesOf(service), 3, (part) => {
    if (part === 0) remove(service, ...removed.map((index) => all[index]?.id))
  })
  const expected = all.filter((_, index) => index < 3 || !(removed as readonly number[]).includes(index))
  expect(seen.map(({ name }) => name)).toEqual(expected.map(({ name }) => name))
})

test('a list with cursors contains records that are added meanwhile, at its end', async () => {
  const service = createService()
  const seen = await readAll(service, repositoriesOf(service), 3, (part) => {
    if (part === 0) service.db.repositories.create({ integration_id: integrationOf(service, 'standard'), name: 'late' })
  })
  expect(seen.at(-1)?.name).toBe('late')
})

test.for(['x', 'bnVsbA', 'WyJnaXRodWIiXQ', '%00', 'ä'])(
  'a list with cursors has no page with the cursor %s',
  async (cursor) => {
    const service = createService()
    const answer = await send(service, `GET ${repositoriesOf(service)}?cursor=${encodeURIComponent(cursor)}`)
    expect(answer).toEqual({ status: 400, body: { detail: 'Invalid cursor.' } })
  },
)

test('a list with cursors has no page with the cursor of another list', async () => {
  const service = createService()
  const { body } = await send<Slice>(service, `GET ${repositoriesOf(service)}?page_size=1`)
  const other = `/v2/integrations/github/installations?cursor=${body.next_cursor}`
  expect((await send(service, `GET ${other}`)).status).toBe(400)
})

test('a list with cursors can have records with any ids', async () => {
  const service = createService({ scenario: 'empty', assumptions: { integrationIdFormat: 'any' } })
  for (const id of ['ä/ü', '日本', 'c']) service.db.integrations.create({ id, kind: 'standard', name: id })
  const items = await readAll(service, '/v2/integrations/github/installations', 1)
  expect(items.map(({ id }) => id)).toEqual(['ä/ü', '日本', 'c'])
})

test.for(KINDS)('an installation of the $kind kind is added when the user follows its link', async ({ kind, v2 }) => {
  const service = createService({ scenario: 'empty' })
  const { status, body } = await send(service, `POST /v2/integrations/${v2}/installation-link`)
  expect(status).toBe(200)
  const follow = () => service.fetch(String(body.url))
  expect([(await follow()).status, (await follow()).status]).toEqual([200, 200])
  expect(service.db.integrations.list()).toMatchObject([{ kind }])
  expect(service.db.repositories.count()).toBe(3)
})

test('an installation can lead to GitHub itself', async () => {
  const service = createService({ assumptions: { authorizationUrl: 'provider' } })
  const { body } = await send(service, 'POST /v2/integrations/github/installation-link')
  expect(body.url).toMatch(/^https:\/\/github\.com\/apps\/[a-z-]+\/installations\/new\?state=[0-9a-f-]{36}$/)
})

async function open(service: Simulator) {
  const { body } = await send(service, 'POST /v2/integrations/forge-github/installation-link', { return_to: '/back' })
  return `/v2/integrations/forge-github/picker-sessions/${new URL(String(body.url)).searchParams.get('state')}`
}

test('a picker session offers the installations of its kind', async () => {
  const service = createService()
  const path = await open(service)
  const { status, body } = await send(service, `GET ${path}`)
  const { body: installations } = await send(service, 'GET /v1/integrations/forge/github/install')
  expect(status).toBe(200)
  expect(body).toEqual({
    session_id: path.split('/').at(-1),
    return_to: '/back',
    integration_id: null,
    installations,
  })
})

test('a picker session attaches an installation', async () => {
  const service = createService()
  const path = await open(service)
  const { body } = await send<{ installations: { id: string; installation_id: number }[] }>(service, `GET ${path}`)
  const { id, installation_id } = body.installations[0] ?? { id: '', installation_id: 0 }
  const selection = { action: 'ATTACH', installation_id }
  const answer = await send(service, `POST ${path}/selection`, selection)
  expect(answer).toEqual({ status: 200, body: { ...selection, url: '/back' } })
  expect((await send(service, `GET ${path}`)).body.integration_id).toBe(id)
})

test('a picker session starts another installation', async () => {
  const service = createService()
  const { body } = await send(service, `POST ${await open(service)}/selection`, { action: 'INSTALL_NEW' })
  const before = service.db.integrations.count()
  expect((await service.fetch(String(body.url))).status).toBe(200)
  expect(service.db.integrations.count()).toBe(before + 1)
})

test.for([
  [{ action: 'ATTACH' }, 400],
  [{ action: 'ATTACH', installation_id: 1 }, 404],
] as const)('a picker session rejects %j', async ([selection, status]) => {
  const service = createService()
  expect((await send(service, `POST ${await open(service)}/selection`, selection)).status).toBe(status)
})

test('a picker session does not exist with an unknown id', async () => {
  const service = createService()
  const path = '/v2/integrations/forge-github/picker-sessions/nope'
  const refusal = { status: 404, body: { detail: 'Picker session nope not found.' } }
  expect(await send(service, `GET ${path}`)).toEqual(refusal)
  expect(await send(service, `POST ${path}/selection`, { action: 'INSTALL_NEW' })).toEqual(refusal)
})
