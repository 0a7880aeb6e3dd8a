import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'
import { type Answer, adapters, type Sent } from '../support/adapters.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'
import { createAgreement, type ServiceDocument } from '../support/service-document.ts'

const simulator = createSimulator()
const { db, tagValueIds } = simulator
const findIssue = createAgreement((await simulator.openapi()) as ServiceDocument)
const standard = db.integrations.list().find(({ kind }) => kind === 'standard')?.id
const alternate = db.integrations.list().find(({ kind }) => kind === 'alternate')?.id
const [repository] = db.repositories.list()
const creation = JSON.stringify({
  name: 'café-🚀',
  integration_id: repository?.integration_id,
  source_config: { repo_url: repository?.url },
  source_revision_config: { repo_ref: repository?.default_branch },
})
const json = { 'content-type': 'application/json' }

interface Row extends Sent {
  method: string
  target: string
}

const rows: Row[] = [
  { method: 'GET', target: '/v2/auth/providers' },
  { method: 'GET', target: `/v1/integrations/github/${standard}/repos` },
  { method: 'GET', target: `/v1/integrations/forge/github/${alternate}/repos` },
  { method: 'GET', target: `/v1/integrations/github/${alternate}/repos` },
  { method: 'GET', target: '/v1/integrations/github/%F0%9F%9A%80/repos' },
  { method: 'GET', target: '/v2/deployments' },
  { method: 'GET', target: '/v2/deployments?limit=7&offset=3&status=READY' },
  { method: 'GET', target: `/v2/deployments?tag_value_ids=${tagValueIds.slice(0, 2).join(',')}&deployment_type=prod` },
  { method: 'GET', target: '/v2/deployments?name_contains=', headers: { 'x-api-key': 'any', 'x-unknown': 'any' } },
  { method: 'GET', target: '/v2/deployments?limit=%F0%9F%9A%80' },
  { method: 'GET', target: '/v2/deployments/?limit=1' },
  { method: 'GET', target: '/v2/auth/providers///' },
  { method: 'GET', target: '/v2/auth/providers%0A' },
  { method: 'GET', target: '/v2/deployments%0A?limit=1' },
  { method: 'GET', target: '/v2/deployments%0a/?limit=1' },
  { method: 'GET', target: `/v1/integrations/github/${standard}/repos%0A` },
  { method: 'GET', target: '/v2/deployments?deployment_ids=%EF%BB%BF' },
  { method: 'PUT', target: '/v2/deployments', body: '{}' },
  { method: 'DELETE', target: '/v2/auth/providers' },
  { method: 'HEAD', target: '/v2/deployments' },
  { method: 'OPTIONS', target: '/v2/auth/providers' },
  { method: 'POST', target: '/v2/deployments', body: creation, headers: json },
  { method: 'POST', target: '/v2/deployments', body: '{"name":', headers: json },
  { method: 'POST', target: '/v2/deployments', body: creation, headers: { 'content-type': 'text/plain' } },
  { method: 'POST', target: '/v2/deployments' },
]

/** The part of a response that must be the same through every adapter. The rest belongs to the transport. */
function toEssence({ status, headers, body }: Answer, origin: string) {
  return {
    status,
    type: headers['content-type'],
    allow: headers.allow,
    location: headers.location?.replace(origin, ''),
    body,
  }
}

const expected = new Map<string, Promise<ReturnType<typeof toEssence>>>()

/** Returns the response without an adapter. It is the same for all adapters. */
function findExpected(row: Row): Promise<ReturnType<typeof toEssence>> {
  const key = JSON.stringify(row)
  const essence = expected.get(key) ?? respondAlone(row)
  expected.set(key, essence)
  return essence
}

async function respondAlone({ target, ...sent }: Row): Promise<ReturnType<typeof toEssence>> {
  const alone = await createSimulator().fetch(`http://alone.test${target}`, { ...sent, redirect: 'manual' })
  const answer = { status: alone.status, headers: Object.fromEntries(alone.headers), body: await alone.text() }
  return toEssence(answer, 'http://alone.test')
}

forEachAdapter((test, { name }) => {
  test.for(rows)(
    `the response to $method $target is the same as without an adapter, through ${name}`,
    async ({ target, ...sent }, { open }) => {
      const opened = await open()
      const answer = await opened.send(target, sent)

      expect(toEssence(answer, opened.origin)).toEqual(await findExpected({ target, ...sent }))
    },
  )

  test(`the response follows changes of the data while the adapter is open, through ${name}`, async ({ open }) => {
    const { simulator, send } = await open({ scenario: 'empty' })
    simulator.db.deployments.create({ name: 'checkout' })
    const { body } = await send('/v2/deployments')
    expect(JSON.parse(body).resources).toMatchObject([{ name: 'checkout' }])
  })
}, adapters)

// The test above shows that the responses of all adapters are the same.
test.for(rows)('the response to $method $target is what the OpenAPI document says', async ({ target, ...sent }) => {
  const { status, type, body } = await findExpected({ target, ...sent })
  const [path = ''] = target.split('?')
  const { method = 'GET' } = sent
  expect(findIssue({ method, path, status, type, body })).toBeUndefined()
})
