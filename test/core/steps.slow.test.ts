import fc from 'fast-check'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { createWorkTurns } from '../../src/engine/adapters/turns.ts'
import { isLarge } from '../../src/engine/input/json/many-values.ts'
import { NoRoomError } from '../../src/engine/input/options/option-error.ts'
import { parseValue } from '../../src/engine/input/schemas/parse-value.ts'
import { createOrder, sortInSteps, sortPlaced } from '../../src/engine/store/listing/ordering.ts'
import type { OnGone } from '../../src/engine/store/time/clock.ts'
import { finish, GoneError, type Steps } from '../../src/engine/work/steps.ts'
import { runs } from '../support/scope.ts'

/** Work that continues until `end` is called, and records whether it has stopped. */
function createEndless() {
  let isOver = false
  let hasStopped = false
  const steps = function* (): Steps<string> {
    try {
      while (!isOver) yield
      return 'done'
    } catch (error) {
      return String(error)
    } finally {
      hasStopped = true
    }
  }
  const end = (): void => {
    isOver = true
  }
  return { steps: steps(), end, hasStopped: () => hasStopped }
}

/** Ends every turn after its first step, so that a hundred turns take no time. */
function shortenTurns(): void {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 1000
    return now
  })
  onTestFinished(() => clock.mockRestore())
}

/** Work that waits for a promise first. */
function* waitFor(promise: Promise<unknown>, steps: Steps<string>): Steps<string> {
  yield promise
  return yield* steps
}

test('work in turns finishes at once if it is short', () => {
  const { steps, end } = createEndless()
  end()
  expect(createWorkTurns().run(steps)).toBe('done')
})

test('work in turns finishes at once if all of its steps are short', () => {
  const steps = function* (): Steps<string> {
    for (let step = 0; step < 10; step += 1) yield
    return 'done'
  }
  expect(createWorkTurns().run(steps())).toBe('done')
})

test('work in turns lets events happen between its turns', async () => {
  const { steps, end } = createEndless()
  setImmediate(end)
  expect(await createWorkTurns().run(steps)).toBe('done')
})

test('work in turns starts again after all other work is done', async () => {
  const { run } = createWorkTurns()
  for (let time = 0; time < 2; time += 1) {
    const { steps, end } = createEndless()
    setImmediate(end)
    expect(await run(steps)).toBe('done')
  }
})

test('work in turns lets other work start and finish first if it is long', async () => {
  const { run } = createWorkTurns()
  const [long, short] = [createEndless(), createEndless()]
  const longResult = run(long.steps)
  const shortResult = run(short.steps)
  short.end()
  expect(await shortResult).toBe('done')
  expect(long.hasStopped()).toBe(false)
  long.end()
  expect(await longResult).toBe('done')
})

test('work in turns stops when the client disconnects', async () => {
  const { steps, hasStopped } = createEndless()
  let leave = (): void => undefined
  const result = createWorkTurns().run(steps, (act) => {
    leave = act
    return () => undefined
  })
  leave()
  await expect(result).rejects.toThrow(GoneError)
  expect(hasStopped()).toBe(true)
})

test('work in turns stops at once if the client had already disconnected', async () => {
  const { steps, hasStopped } = createEndless()
  const result = createWorkTurns().run(steps, (act) => {
    act()
    return () => undefined
  })
  await expect(result).rejects.toThrow(GoneError)
  expect(hasStopped()).toBe(true)
})

test('work in turns watches the client only until it is done', async () => {
  const { steps, end } = createEndless()
  const stopWatching = vi.fn()
  const result = createWorkTurns().run(steps, () => stopWatching)
  expect(stopWatching).not.toHaveBeenCalled()
  end()
  await result
  expect(stopWatching).toHaveBeenCalledOnce()
})

test('work in turns does not hold up other work after its client has disconnected', async () => {
  const { run } = createWorkTurns()
  const [gone, waiting, other] = [createEndless(), createEndless(), createEndless()]
  const leaves: (() => void)[] = []
  const leave = (act: () => void) => {
    leaves.push(act)
    return () => undefined
  }
  const results = [run(gone.steps, leave), run(waitFor(new Promise(() => undefined), waiting.steps), leave)]
  const rejections = results.map((result) => expect(result).rejects.toThrow(GoneError))
  const otherResult = run(other.steps)
  for (const act of leaves) act()
  other.end()
  expect(await otherResult).toBe('done')
  await Promise.all(rejections)
})

test('work in turns still starts after the client of the only other work has disconnected', async () => {
  const { run } = createWorkTurns()
  let leave = (): void => undefined
  const gone = run(createEndless().steps, (act) => {
    leave = act
    return () => undefined
  })
  leave()
  await expect(gone).rejects.toThrow(GoneError)
  await new Promise(setImmediate)
  const { steps, end } = createEndless()
  const result = run(steps)
  end()
  expect(await result).toBe('done')
})

test('work in turns waits for promises', async () => {
  let go = (): void => undefined
  let hasGone = false
  const waitsFor = new Promise<void>((resolve) => (go = resolve)).then(() => {
    hasGone = true
  })
  const result = createWorkTurns().run(
    (function* (): Steps<boolean> {
      yield waitsFor
      return hasGone
    })(),
  )
  setImmediate(go)
  expect(await result).toBe(true)
})

test('work in turns fails if the work fails', async () => {
  const failing = createWorkTurns().run(
    (function* (): Steps<string> {
      yield Promise.resolve()
      throw new Error('on purpose')
    })(),
  )
  await expect(failing).rejects.toThrow('on purpose')
})

test('work in turns is rejected if a hundred others wait, and the work can report that', async () => {
  shortenTurns()
  const { run } = createWorkTurns()
  const waiting = Array.from({ length: 100 }, createEndless)
  const results = waiting.map(({ steps }) => run(steps))
  expect(run(createEndless().steps)).toContain('100 long-running requests are waiting already')
  expect(() =>
    run(
      (function* (): Steps<void> {
        for (;;) yield
      })(),
    ),
  ).toThrow(NoRoomError)
  for (const { end } of waiting) end()
  expect(new Set(await Promise.all(results))).toEqual(new Set(['done']))
})

test('work in turns is told when to try again if a hundred others are waiting, and may not ignore it', async () => {
  shortenTurns()
  const { run } = createWorkTurns()
  const waiting = Array.from({ length: 100 }, createEndless)
  const results = waiting.map(({ steps }) => run(steps))
  const insist = function* (goesOn: boolean): Steps<unknown> {
    try {
      for (;;) yield
    } catch (error) {
      if (goesOn) yield
      return error
    }
  }
  expect(run(insist(false))).toMatchObject({ name: 'NoRoomError', retryAfter: 1 })
  expect(() => run(insist(true))).toThrow('100 long-running requests are waiting already')
  for (const { end } of waiting) end()
  await Promise.all(results)
})

test.for<[string, (act: () => void) => void]>([
  ['before they started', (act) => act()],
  ['later', queueMicrotask],
])('work in turns is not rejected because of others whose clients disconnected %s', async ([, leave]) => {
  shortenTurns()
  const { run } = createWorkTurns()
  const onGone: OnGone = (act) => {
    leave(act)
    return () => undefined
  }
  const gone = Array.from({ length: 100 }, () => run(createEndless().steps, onGone))
  for (const each of await Promise.allSettled(gone)) expect(each.status).toBe('rejected')
  const { steps, end } = createEndless()
  const result = run(steps)
  end()
  expect(await result).toBe('done')
})

const itemSchema = z.strictObject({
  name: z.string().min(1),
  count: z.int().default(1),
  notes: z.union([z.string(), z.array(z.strictObject({ text: z.string() }))]).optional(),
})
const listSchema = z
  .strictObject({
    title: z.string().optional(),
    items: z.array(itemSchema).refine((items) => items.every(({ name }) => name !== 'last'), 'No item may be the last'),
    others: z.array(itemSchema).max(500).default([]),
  })
  .refine(({ items, others }) => items.length !== others.length, 'The lists must differ in length')

const itemArbitrary = fc.record(
  {
    name: fc.constantFrom('a', 'b', '', 'last', 1),
    count: fc.constantFrom(1, 2, 'x'),
    notes: fc.constantFrom('n', [{ text: 't' }], [{ text: 1 }], [{}]),
    unknown: fc.constant(1),
  },
  { requiredKeys: ['name'] },
)
const rightItem = fc.record({ name: fc.constantFrom('a', 'b') }, { requiredKeys: ['name'] })
const longList = (item: fc.Arbitrary<object>) =>
  fc.tuple(fc.array(item, { minLength: 1, maxLength: 8 }), fc.integer({ min: 1, max: 120 })).map(repeatItems)
const listArbitrary = fc.record(
  { title: fc.constantFrom('t', 1), items: longList(itemArbitrary), others: longList(rightItem), more: fc.constant(1) },
  { requiredKeys: ['items'] },
)

function repeatItems<Item>([items, times]: [Item[], number]): Item[] {
  return Array.from({ length: times }, () => items).flat()
}

const parse = (input: unknown) => parseValue(listSchema, input, 1_000_000)

test('a value that may be parsed in parts equals the value from its schema, or has issues that the schema also reports', () => {
  fc.assert(
    fc.property(listArbitrary, (input) => {
      const { success, data, error } = listSchema.safeParse(input)
      const parsed = parse(input)
      if ('value' in parsed) {
        expect({ success, data }).toEqual({ success: true, data: parsed.value })
        return
      }
      const named = new Set(error?.issues.map(writePlace))
      expect(parsed.issues.filter((issue) => !named.has(writePlace(issue)))).toEqual([])
      expect(parsed.issues.length).toBeGreaterThan(0)
    }),
  )
})

test('a value that is parsed in parts has its fields in the order of the schema', () => {
  const input = { others: [], items: Array.from({ length: 400 }, () => ({ count: 2, name: 'a' })), title: 't' }
  const parsed = parse(input)
  expect(isLarge(input)).toBe(true)
  expect(JSON.stringify('value' in parsed && parsed.value)).toBe(JSON.stringify(listSchema.parse(input)))
})

const writePlace = ({ code, path }: { code: string; path: PropertyKey[] }) => `${code} ${path.join('.')}`

test('sorting records in steps gives the same order as sorting at once', () => {
  const orderings = [
    { by: 'created_at', as: 'timestamp', isDescending: true },
    { by: 'name', as: 'text' },
    'shuffled',
  ] as const
  const orders = orderings.map((ordering) => createOrder(ordering, 7))
  const record = fc.record({
    id: fc.uuid(),
    name: fc.constantFrom('a', 'b', 'c'),
    created_at: fc.constantFrom('2026-03-02T09:00:00Z', '2026-03-02T09:00:01Z'),
    updated_at: fc.constant('2026-03-02T09:00:00Z'),
  })
  const records = fc.array(record, { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(records, fc.integer({ min: 1, max: 400 }), fc.constantFrom(...orders), (some, times, order) => {
      const many = repeatItems([some, times]).map((each, index) => ({ ...each, id: `${each.id}${index % 977}` }))
      const ids = (placed: readonly { item: { id: string } }[]) => placed.map(({ item }) => item.id)
      expect(ids(finish(sortInSteps(order, many)))).toEqual(ids(sortPlaced(order, many)))
    }),
    { numRuns: runs(30) },
  )
})

test('what goes on after waits that end together takes turns, as soon as it has taken long', async () => {
  shortenTurns()
  const turns = createWorkTurns()
  let wentOn = 0
  const goOn = async (): Promise<void> => {
    await turns.next()
    wentOn += 1
  }
  const all = Promise.all(Array.from({ length: 20 }, goOn))
  const counts: number[] = []
  while (wentOn < 20) {
    const before = wentOn
    await new Promise((resolve) => setImmediate(resolve))
    counts.push(wentOn - before)
  }
  await all
  expect(Math.max(...counts)).toBeLessThan(20)
})

test('what goes on after a wait does so at once if it takes no time', () => {
  expect(createWorkTurns().next()).toBe(undefined)
})
