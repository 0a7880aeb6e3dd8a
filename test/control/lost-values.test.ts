import { expect, test } from 'vitest'
import { buildOpenLink, ControlError, connect } from '../../src/entries/client/index.ts'
import { createClient } from '../../src/entries/client/remote/create-client.ts'
import { createSimulator } from '../../src/index.ts'
import { CALLS } from '../support/calls.ts'
import { listFunctions } from '../support/public-functions.ts'

// What JSON or a query would change or leave out without a word.
const LOST: readonly (readonly [string, unknown])[] = [
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a function', () => 1],
  ['a symbol', Symbol('a')],
  ['an invalid date', new Date('x')],
  ['a map', new Map([['a', 'b']])],
  ['a set', new Set([1])],
  ['a pattern', /a/],
  ['an error', new Error('a')],
  ['a list with a hole', [1, undefined]],
]

const methods = listFunctions('client', createClient('http://any.test')).flatMap(({ name }) => {
  const given = (CALLS[name] ?? []).map(({ valid }) => valid)
  return given.length === 0 || name === 'client.session' ? [] : [[name, given] as const]
})

/** Calls a method of a client. @returns what it sends, and its error */
async function call(name: string, args: readonly unknown[]) {
  const sent: string[] = []
  const client = createClient('http://any.test', {
    fetch: (url, init) => {
      sent.push(`${decodeURIComponent(String(url))} ${init?.body ?? ''}`)
      return Promise.resolve(Response.json({ total: 1, records: [] }))
    },
  })
  const method = listFunctions('client', client).find((each) => each.name === name)?.call ?? expect.fail(name)
  const error: unknown = await (async () => Reflect.apply(method, undefined, args))().then(
    () => undefined,
    (thrown) => thrown,
  )
  return { sent, error }
}

test.for(methods)('%s sends no argument that a request would change', async ([name, valid]) => {
  for (const [what, lost] of LOST)
    for (const index of valid.keys())
      for (const argument of [{ lost }, { lost: { deep: [lost] } }, [{ lost }], { where: { lost } }]) {
        const { sent, error } = await call(name, valid.with(index, argument))
        expect(
          sent.filter((each) => each.includes('lost')),
          what,
        ).toEqual([])
        if (sent.length === 0 && error instanceof ControlError) expect(error.message).toMatch(/^Failed to call \S+: /)
      }
})

test.for(LOST)('a client refuses %s where it sends a value of its own: for a time or a duration', async ([, lost]) => {
  const { clock } = createClient('http://any.test', { fetch: () => expect.fail('A request was sent.') })
  await expect(clock.advance(lost as never)).rejects.toThrow(/^Failed to call clock\.advance: an argument cannot/)
  await expect(clock.set(lost as never)).rejects.toThrow(/^Failed to call clock\.set: an argument cannot/)
})

test.for(LOST)('a link with %s in a fault is refused', ([, lost]) => {
  const faults = [{ status: 503, times: lost }] as never
  expect(() => buildOpenLink('http://any.test', { faults })).toThrow('Failed to build the link: an argument cannot')
})

test('a client sends dates as texts, and leaves out what is undefined', async () => {
  const { fetch } = createSimulator()
  const { clock, db } = connect('http://localhost', { fetch })
  expect((await clock.set(new Date('2031-01-01T00:00:00Z'))).now).toContain('2031-01-01T00:00:00')
  const { id, name } = await db.deployments.create({ name: 'checkout' })
  expect((await db.deployments.update(id, { name: undefined } as never)).name).toBe(name)
})
