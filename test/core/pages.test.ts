import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSimulator, type DeploymentRecord, type Frozen } from '../../src/index.ts'
import { fetchAllPages, fetchJson, type Page } from '../support/client.ts'

const simulator = createSimulator({ deployments: 150 })
const deployments = simulator.db.deployments.all()

interface Wanted {
  name_contains?: string
  status?: string
  remote_reconciled?: boolean
  tag_value_ids?: string[]
  image_version?: string
  deployment_type?: string
  deployment_ids?: string[]
}

/** The filters once more, implemented as simply as possible. */
function isWanted(deployment: Frozen<DeploymentRecord>, wanted: Wanted): boolean {
  const { name_contains, status, remote_reconciled, tag_value_ids, image_version, deployment_type, deployment_ids } =
    wanted
  return (
    (name_contains === undefined || deployment.name.includes(name_contains)) &&
    (status === undefined || deployment.status === status) &&
    (remote_reconciled === undefined || deployment.remote_reconciled === remote_reconciled) &&
    (tag_value_ids === undefined || tag_value_ids.some((id) => deployment.tag_value_ids.includes(id))) &&
    (image_version === undefined || deployment.image_version === image_version) &&
    (deployment_type === undefined || deployment.deployment_type === deployment_type) &&
    (deployment_ids === undefined || deployment_ids.includes(deployment.id))
  )
}

const ids = deployments.map(({ id }) => id)
const wantedArbitrary: fc.Arbitrary<Wanted> = fc.record(
  {
    name_contains: fc.constantFrom('a', '-', 'billing', 'prod', 'nothing has this name'),
    status: fc.constantFrom('AWAITING_DATABASE', 'READY', 'UNUSED', 'AWAITING_DELETE', 'UNKNOWN', 'ready'),
    remote_reconciled: fc.boolean(),
    tag_value_ids: fc.subarray([...simulator.tagValueIds], { minLength: 1 }),
    image_version: fc.constantFrom('0.7.28', '0.6.4', '0.6'),
    deployment_type: fc.constantFrom('dev_free', 'dev', 'prod'),
    deployment_ids: fc.subarray([...ids, '11111111-2222-3333-4444-555555555555'], { minLength: 1, maxLength: 60 }),
  },
  { requiredKeys: [] },
)

function toQuery(wanted: Wanted, limit: number): URLSearchParams {
  const given = Object.entries(wanted).map(([name, value]) => [name, String(value)])
  return new URLSearchParams([...given, ['limit', String(limit)]])
}

/** The default order: youngest first, ties by id. */
function sortYoungestFirst(records: readonly Frozen<DeploymentRecord>[]): Frozen<DeploymentRecord>[] {
  const instant = ({ created_at }: Frozen<DeploymentRecord>) => created_at.replace(/(:\d\d)Z$/, '$1.000000Z')
  return records.toSorted((a, b) => instant(b).localeCompare(instant(a), 'en') || (a.id < b.id ? -1 : 1))
}

describe('the pages of a list', () => {
  test('together contain the filtered deployments, in order and each one once, with any filters and any limit', async () => {
    await fc.assert(
      fc.asyncProperty(wantedArbitrary, fc.integer({ min: 1, max: 100 }), async (wanted, limit) => {
        const records = await fetchAllPages(simulator, toQuery(wanted, limit))
        const expected = sortYoungestFirst(deployments.filter((each) => isWanted(each, wanted)))
        expect(records.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
      }),
      { numRuns: 200 },
    )
  })

  test('are as long as the limit, except the last one', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 100 }), fc.nat(160), async (limit, offset) => {
        const page = await fetchJson<Page>(simulator, `/v2/deployments?limit=${limit}&offset=${offset}`)
        const left = Math.max(0, deployments.length - offset)
        expect(page.resources).toHaveLength(Math.min(limit, left))
        expect(page.offset).toBe(offset + page.resources.length)
      }),
    )
  })

  test('contain 20 deployments and start at the beginning by default', async () => {
    const page = await fetchJson<Page>(simulator, '/v2/deployments')
    expect(page.resources.map(({ id }) => id)).toEqual(
      sortYoungestFirst(deployments)
        .slice(0, 20)
        .map(({ id }) => id),
    )
  })

  test('show a new deployment first, and a later one before it', async () => {
    const world = createSimulator()
    world.db.deployments.create({ name: 'earlier' })
    world.db.deployments.create({ name: 'later' })
    const page = await fetchJson<Page>(world, '/v2/deployments?limit=2')
    expect(page.resources.map(({ name }) => name)).toEqual(['later', 'earlier'])
  })

  test('reflect every change of the data', async () => {
    const world = createSimulator()
    const names = async () =>
      (await fetchJson<Page>(world, '/v2/deployments?limit=100')).resources.map(({ name }) => name)
    const before = await names()
    const { id } = world.db.deployments.create({ name: 'checkout' })
    expect(await names()).toEqual(['checkout', ...before])
    world.db.deployments.update(id, { name: 'checkout-2' })
    expect(await names()).toEqual(['checkout-2', ...before])
    world.db.deployments.delete(id)
    expect(await names()).toEqual(before)
  })

  test("contain an offset beyond JavaScript's integers digit for digit", async () => {
    const response = await simulator.fetch('/v2/deployments?offset=99999999999999999999')
    expect(await response.text()).toBe('{"resources":[],"offset":99999999999999999999}')
  })
})
