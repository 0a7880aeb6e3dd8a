import { expect, test } from 'vitest'
import { createSimulator } from '../../src/entries/engine/index.ts'
import { service } from './apis/payments.ts'

interface Page {
  readonly object: string
  readonly url: string
  readonly has_more: boolean
  readonly data: readonly { readonly id: string; readonly created: number; readonly [field: string]: unknown }[]
}

const start = (options: object = {}) => {
  const simulator = createSimulator({ service, ...options })
  const headers = { authorization: 'Basic c2s6' }
  const get = (path: string) => simulator.fetch(`/v1${path}`, { headers })
  const list = async (path: string) => (await get(path)).json() as Promise<Page>
  const post = (path: string, form: string, more: Record<string, string> = {}) =>
    simulator.fetch(`/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded', ...more },
      body: form,
    })
  return { simulator, get, list, post }
}
const idsOf = ({ data }: Page) => data.map(({ id }) => id)

test('pages after a record read the whole list, each record once', async () => {
  const { list } = start()
  const all = idsOf(await list('/charges?limit=100'))
  const read: string[] = []
  for (
    let page = await list('/charges?limit=7');
    ;
    page = await list(`/charges?limit=7&starting_after=${read.at(-1)}`)
  ) {
    read.push(...idsOf(page))
    if (!page.has_more) break
  }
  expect(read).toEqual(all)
  expect(all).toHaveLength(60)
})

test('a page before a record has those next to it, in the same order', async () => {
  const { list } = start()
  const all = idsOf(await list('/charges?limit=100'))
  const page = await list(`/charges?limit=5&ending_before=${all[20]}`)
  expect(idsOf(page)).toEqual(all.slice(15, 20))
  expect(page.has_more).toBe(true)
  const first = await list(`/charges?limit=5&ending_before=${all[3]}`)
  expect([idsOf(first), first.has_more]).toEqual([all.slice(0, 3), false])
})

test('filters and cursors go together', async () => {
  const { list } = start()
  const all = idsOf(await list('/charges?limit=100&status=failed'))
  const page = await list(`/charges?limit=3&status=failed&starting_after=${all[4]}`)
  expect(idsOf(page)).toEqual(all.slice(5, 8))
})

test('a cursor that is no record is refused with its parameter', async () => {
  const { get } = start()
  const response = await get('/charges?starting_after=ch_none')
  expect(response.status).toBe(400)
  expect(await response.json()).toEqual({
    error: { type: 'invalid_request_error', message: 'No charge has the id ch_none', param: 'starting_after' },
  })
})

test('more than the most records of a page is refused', async () => {
  const { get } = start()
  expect((await get('/charges?limit=101')).status).toBe(400)
  expect((await get('/charges?limit=100')).status).toBe(200)
})

test('the order stays the same while records are added', async () => {
  const { list, post } = start()
  const before = await list('/charges?limit=5')
  await post('/charges', 'amount=100&currency=eur')
  expect(idsOf(await list(`/charges?limit=5&starting_after=${before.data[4]?.id}`))).toEqual(
    idsOf(await list('/charges?limit=11')).slice(6),
  )
})

test('numbers have limits, and any of several values is enough', async () => {
  const { list } = start()
  const { data } = await list('/charges?limit=100')
  const limit = data[30]?.created
  expect((await list(`/charges?limit=100&created[gte]=${limit}`)).data).toHaveLength(31)
  expect((await list(`/charges?limit=100&created[lt]=${limit}`)).data).toHaveLength(29)
  expect((await list('/charges?limit=100&status=failed,succeeded')).data).toHaveLength(60)
  expect((await list('/charges?limit=100&status=failed&status=succeeded')).data).toHaveLength(60)
})

test('nested names become objects and lists', async () => {
  const { post, simulator } = start()
  const response = await post(
    '/customers',
    'email=a%40b.test&balance=-5&address[city]=Rome&address[lines][]=Via+1&address[lines][]=B',
  )
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ balance: -5, address: { city: 'Rome', lines: ['Via 1', 'B'] } })
  const numbered = await post('/customers', 'address[city]=Rome&address[lines][0]=x&address[lines][1]=y')
  expect(await numbered.json()).toMatchObject({ address: { lines: ['x', 'y'] } })
  expect(simulator.db.customers.count()).toBe(27)
})

test('texts become what the schema takes, or are refused with their names', async () => {
  const { post } = start()
  expect((await post('/charges', 'amount=100&currency=eur&capture=false')).status).toBe(200)
  for (const [form, param] of [
    ['amount=ten&currency=eur', 'amount'],
    ['amount=10&currency=eur', 'amount'],
    ['amount=100&currency=eur&capture=maybe', 'capture'],
    ['currency=eur', 'amount'],
    ['', 'amount'],
  ] as const)
    expect([form, await (await post('/charges', form)).json()]).toMatchObject([form, { error: { param } }])
  const nested = await post('/customers', 'address[lines][]=x')
  expect(await nested.json()).toMatchObject({ error: { param: 'address.city' } })
})

test('hostile forms change nothing, and end soon', async () => {
  const { post } = start()
  expect((await post('/customers', `a${'[b]'.repeat(5000)}=1`)).status).toBe(400)
  expect((await post('/customers', 'a=1&'.repeat(5000))).status).toBe(400)
  expect((await post('/customers', 'address[__proto__][polluted]=1&address[city]=x&__proto__[x]=1')).status).toBe(400)
  expect('polluted' in {}).toBe(false)
  expect((await post('/customers', 'address[city]=x&address[lines][999999999]=y')).status).toBe(400)
})

test('every request needs the scheme', async () => {
  const { simulator } = start()
  for (const headers of [{}, { authorization: 'Bearer x' }] as HeadersInit[]) {
    const response = await simulator.fetch('/v1/charges', { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { type: 'authentication_error' } })
  }
})

const once = { 'idempotency-key': 'k1' }

test('the same request gets the same response, and happens once', async () => {
  const { post, simulator } = start()
  const texts = []
  for (let round = 0; round < 3; round += 1)
    texts.push(await (await post('/charges', 'amount=100&currency=eur', once)).text())
  expect(new Set(texts).size).toBe(1)
  expect(simulator.db.charges.count()).toBe(61)
})

test('another body with the key gets 409', async () => {
  const { post, simulator } = start()
  await post('/charges', 'amount=100&currency=eur', once)
  expect((await post('/charges', 'amount=200&currency=eur', once)).status).toBe(409)
  expect((await post('/customers', 'amount=100&currency=eur', once)).status).toBe(409)
  expect(simulator.db.charges.count()).toBe(61)
})

test('a refused request can be sent again with its key', async () => {
  const { post } = start()
  expect((await post('/charges', 'amount=100&currency=eur&customer=cus_none', once)).status).toBe(404)
  expect((await post('/charges', 'amount=100&currency=eur', once)).status).toBe(200)
})

test('a snapshot remembers them', async () => {
  const { post, simulator } = start()
  const first = await (await post('/charges', 'amount=100&currency=eur', once)).text()
  const snapshot = simulator.snapshot()
  simulator.reset()
  simulator.restore(snapshot)
  expect(await (await post('/charges', 'amount=100&currency=eur', once)).text()).toBe(first)
})

test('a record changes as time passes, unless something else has changed it', async () => {
  const { post, simulator, get } = start({ assumptions: { refundOfPending: 'waits' } })
  const ids = []
  for (let index = 0; index < 2; index += 1)
    ids.push(((await (await post('/charges', 'amount=100&currency=eur')).json()) as { id: string }).id)
  await post(`/charges/${ids[1]}/refund`, '')
  simulator.clock.advance('4s')
  expect(await (await get(`/charges/${ids[0]}`)).json()).toMatchObject({ status: 'pending' })
  simulator.clock.advance('2s')
  expect(await (await get(`/charges/${ids[0]}`)).json()).toMatchObject({ status: 'succeeded' })
  expect(await (await get(`/charges/${ids[1]}`)).json()).toMatchObject({ status: 'failed' })
})

test('a parameter shows another record in full, and the next request without it does not', async () => {
  const { simulator, get } = start()
  const [charge] = simulator.db.charges.list()
  for (const [query, isWhole] of [
    ['', false],
    ['?expand[]=customer', true],
    ['', false],
  ] as const) {
    const { customer } = (await (await get(`/charges/${charge?.id}${query}`)).json()) as { customer: unknown }
    expect(typeof customer).toBe(isWhole ? 'object' : 'string')
  }
  simulator.db.customers.update(charge?.customer ?? '', { balance: 12_345 })
  const whole = await (await get(`/charges/${charge?.id}?expand[]=customer`)).json()
  expect(whole).toMatchObject({ customer: { balance: 12_345 } })
})

test('the keys of requests are kept, and nobody is shown them as records', async () => {
  const { simulator, post } = start()
  await post('/charges', 'amount=500&currency=eur', once)
  expect(Object.keys(simulator.db)).toEqual(['customers', 'charges'])
  const read = async (path: string) => (await simulator.fetch(`/_simulator${path}`)).text()
  for (const path of ['', '/state', '/schemas', '/records'])
    expect([path, (await read(path)).includes('idempotencyKeys')]).toEqual([path, false])
  const other = start()
  other.simulator.restore(JSON.parse(JSON.stringify(simulator.snapshot())))
  expect((await other.post('/charges', 'amount=501&currency=eur', once)).status).toBe(409)
})
