import fc from 'fast-check'
import { expect } from 'vitest'
import { openFolderStore } from '../../src/server/state/folder/folder-store.ts'
import type { LogStore, NewEntry } from '../../src/server/state/log-store.ts'
import { openRedisStore } from '../../src/server/state/redis-store.ts'
import { test as base, type Folder } from '../support/folder.ts'
import { hasRedis, startRedis } from './support/redis.ts'

/** Opens a store, each time for another writer. Only one writes to a folder. */
type OpenStore = () => Promise<LogStore>

const openers = {
  folder: async (folder: Folder) => {
    const store = await openFolderStore(folder.path('state'))
    return { open: async () => ({ ...store, close: async () => undefined }), end: store.close }
  },
  redis: async () => {
    const redis = await startRedis()
    return { open: () => openRedisStore(redis.url), end: redis.stop }
  },
}

type StoreKind = keyof typeof openers

const test = base.extend<{ openStore: (kind: StoreKind) => Promise<OpenStore> }>({
  openStore: async ({ folder }, use) => {
    const ends: (() => Promise<void>)[] = []
    await use(async (kind) => {
      const { open, end } = await openers[kind](folder)
      ends.unshift(end)
      return async () => {
        const store = await open()
        ends.unshift(store.close)
        return store
      }
    })
    for (const end of ends) await end()
  },
})

const ALL = { after: '', limit: 100 }

/** An entry that says what it is. */
function entry(session: string, number: number, own: Partial<NewEntry> = {}): NewEntry {
  const line = `{"n":${number}}`
  const use = { session, scenarios: [], milliseconds: 60_000, isLasting: false, former: [] }
  return { ...use, number, line, isState: number === 1, outline: `${session} ${number}`, ...own }
}

const numbersOf = async (store: LogStore, session: string) =>
  (await store.read(session))?.entries.map(({ number }) => number)

for (const kind of Object.keys(openers) as StoreKind[]) {
  const testStore = test.skipIf(kind === 'redis' && !hasRedis)

  testStore(`a ${kind} has the entries that were appended, one after the other`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    expect(await store.read('a')).toBeUndefined()
    expect(await store.append(entry('a', 1))).toBe('stored')
    expect(await store.append(entry('a', 2, { line: '{"text":"✓ 𝄞"}' }))).toBe('stored')
    expect(await store.read('a')).toMatchObject({
      entries: [
        { number: 1, line: '{"n":1}' },
        { number: 2, line: '{"text":"✓ 𝄞"}' },
      ],
      last: 2,
    })
    expect(await store.read('A')).toBeUndefined()
  })

  testStore(`a log in a ${kind} begins with its last state`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    for (const number of [1, 2, 3]) await store.append(entry('a', number))
    await store.append(entry('a', 4, { isState: true }))
    await store.append(entry('a', 5))
    expect(await numbersOf(store, 'a')).toEqual([4, 5])
  })

  testStore(`a log that is removed from a ${kind} has no entries, and can begin again`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    for (const number of [1, 2]) await store.append(entry('a', number))
    expect(await store.remove('a', 2)).toBe('stored')
    expect(await store.listOutlines(ALL)).toEqual([])
    const removed = await store.read('a')
    expect(removed?.entries ?? []).toEqual([])
    const next = (removed?.last ?? 0) + 1
    expect(await store.append(entry('a', next, { isState: true }))).toBe('stored')
    expect(await numbersOf(store, 'a')).toEqual([next])
    expect(await store.listOutlines(ALL)).toEqual([`a ${next}`])
  })

  testStore(`a ${kind} lists the last outline of each session in pages`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    const names = Array.from({ length: 25 }, (_, index) => `name-${String(index).padStart(2, '0')}`)
    for (const name of names) for (const number of [1, 2]) await store.append(entry(name, number))
    const pages = [
      await store.listOutlines({ after: '', limit: 10 }),
      await store.listOutlines({ after: 'name-09', limit: 10 }),
      await store.listOutlines({ after: 'name-19', limit: 10 }),
    ]
    expect(pages.map(({ length }) => length)).toEqual([10, 10, 5])
    expect(pages.flat()).toEqual(names.map((name) => `${name} 2`))
  })

  testStore(`a ${kind} has an entry of 10 MB`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    const line = JSON.stringify({ text: 'ä'.repeat(5_000_000) })
    await store.append(entry('a', 1))
    expect(await store.append(entry('a', 2, { line, isState: true }))).toBe('stored')
    expect((await store.read('a'))?.entries[0]?.line === line).toBe(true)
  })

  testStore(`a log that is put aside in a ${kind} is not there any more`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    for (const number of [1, 2]) await store.append(entry('a', number))
    expect(await store.putAside('a')).toContain('a')
    expect((await store.read('a'))?.entries ?? []).toEqual([])
    expect(await store.listOutlines(ALL)).toEqual([])
    const next = ((await store.read('a'))?.last ?? 0) + 1
    expect(await store.append(entry('a', next, { isState: true }))).toBe('stored')
    expect(await numbersOf(store, 'a')).toEqual([next])
  })

  testStore(`a ${kind} has snapshots and scenarios`, async ({ openStore }) => {
    const store = await (await openStore(kind))()
    for (const text of ['snapshot', 'scenario'] as const) {
      expect(await store.readText(text, 'a')).toBeUndefined()
      expect(await store.writeText(text, 'a', '1', { isNew: true })).toBe(true)
      expect(await store.writeText(text, 'a', '2', { isNew: true })).toBe(false)
      expect(await store.readText(text, 'a')).toBe('1')
      expect(await store.writeText(text, 'a', '3', { isNew: false })).toBe(true)
      expect(await store.readText(text, 'a')).toBe('3')
    }
    for (const name of ['c', 'b']) await store.writeText('snapshot', name, '', { isNew: false })
    expect(await store.listSnapshots(ALL)).toEqual(['a', 'b', 'c'])
    expect(await store.listSnapshots({ after: 'a', limit: 1 })).toEqual(['b'])
    await store.removeText('snapshot', 'a')
    expect(await store.readText('snapshot', 'a')).toBeUndefined()
    expect(await store.readText('scenario', 'a')).toBe('3')
    expect([await store.hasScenario('a'), await store.hasScenario('b')]).toEqual([true, false])
  })

  testStore(
    `each number in a ${kind} has one entry, and nobody misses one that is stored`,
    {
      timeout: 60_000,
    },
    async ({ openStore }) => {
      const open = await openStore(kind)
      const stores = [await open(), await open(), await open()]
      let run = 0
      const check = async (plans: readonly (readonly Step[])[]) => {
        run += 1
        const history = createHistory()
        await Promise.all(plans.map((plan, index) => write(stores[index] as LogStore, plan, history, run)))
        for (const name of NAMES) {
          const session = `${name}-${run}`
          const log = await (await open()).read(session)
          expect(log?.entries ?? []).toEqual(history.since(session))
        }
      }
      const { isShared } = stores[0] as LogStore
      // Numbers begin again after a removal where nobody else writes.
      const what = fc.constantFrom(...STEPS.filter((each) => isShared || each !== 'remove'))
      const plan = fc.array(fc.record({ name: fc.constantFrom(...NAMES), what }), { maxLength: 20 })
      const plans = fc.array(plan, { minLength: 1, maxLength: isShared ? 3 : 1 })
      await fc.assert(fc.asyncProperty(plans, check), { numRuns: 20 })
    },
  )
}

const NAMES = ['x', 'y']
const STEPS = ['change', 'change', 'change', 'state', 'remove'] as const

interface Step {
  name: string
  what: (typeof STEPS)[number]
}

/** Collects what was acknowledged: for each log, what each number was. */
function createHistory() {
  const logs = new Map<string, Map<number, { line: string; what: Step['what'] }>>()
  const of = (session: string) => logs.get(session) ?? new Map<number, { line: string; what: Step['what'] }>()
  return {
    /** The last number that is acknowledged. */
    last: (session: string) => Math.max(0, ...of(session).keys()),
    add(session: string, number: number, what: Step['what'], line: string) {
      const log = of(session)
      expect(log.has(number), `${session} ${number}`).toBe(false)
      logs.set(session, log.set(number, { line, what }))
    },
    /** What a log has to be: all from the last state on, without a gap. */
    since(session: string) {
      const all = [...of(session)].sort(([one], [two]) => one - two)
      expect(all.map(([number]) => number)).toEqual(all.map((_, index) => index + 1))
      const start = all.findLastIndex(([, { what }]) => what !== 'change')
      const isRemoved = all[start]?.[1].what === 'remove'
      return all.slice(isRemoved ? start + 1 : start).map(([number, { line }]) => ({ number, line }))
    },
  }
}

/** What a writer knows of a log. */
interface Known {
  number: number
  /** Whether there is a state to continue. */
  isThere: boolean
}

/** Reads what is newer than what is known. */
async function readCurrent(store: LogStore, session: string, known: Known | undefined): Promise<Known> {
  if (known === undefined) {
    const log = await store.read(session)
    return { number: log?.last ?? 0, isThere: (log?.entries ?? []).length > 0 }
  }
  const log = (await store.readNewer(new Map([[session, known.number]]))).get(session)
  if (log === undefined) return known
  const [first] = log.entries
  if (first !== undefined && JSON.parse(first.line).what === 'change') expect(first.number).toBe(known.number + 1)
  return { number: log.last, isThere: first !== undefined }
}

/** Does the next step. @returns what the writer knows then */
async function takeStep(
  store: LogStore,
  { session, what }: { session: string; what: Step['what'] },
  known: Known,
  history: ReturnType<typeof createHistory>,
): Promise<Known> {
  const number = known.number + 1
  if (what === 'remove') {
    if (!known.isThere || (await store.remove(session, known.number)) === 'refused') return known
    history.add(session, number, what, '')
    return { number, isThere: false }
  }
  const kind = known.isThere ? what : 'state'
  const line = JSON.stringify({ what: kind, by: Math.random() })
  const added = entry(session, number, { line, isState: kind === 'state' })
  if ((await store.append(added)) === 'refused') return known
  history.add(session, number, kind, line)
  return { number, isThere: true }
}

/** Writes as an instance does: it reads what is newer, and appends the next entry. */
async function write(
  store: LogStore,
  plan: readonly Step[],
  history: ReturnType<typeof createHistory>,
  run: number,
): Promise<void> {
  const known = new Map<string, Known>()
  for (const { name, what } of plan) {
    const session = `${name}-${run}`
    const acknowledged = history.last(session)
    const current = await readCurrent(store, session, known.get(session))
    // What was acknowledged before the question is in the answer.
    expect(current.number).toBeGreaterThanOrEqual(acknowledged)
    known.set(session, await takeStep(store, { session, what }, current, history))
  }
}
