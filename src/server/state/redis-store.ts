// Keeps logs in Redis or Valkey, which several instances can share.

import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { LoadModule } from '../../engine/input/options/load-optional.ts'
import type { NamePage } from '../../engine/sessions/session-keeper.ts'
import { limitTime } from './limit-time.ts'
import {
  type Appending,
  BrokenLogError,
  type LogStore,
  type LogUse,
  type NewEntry,
  pickPage,
  type StoredLog,
} from './log-store.ts'
import { buildStoreError, connectRedis, type RedisConnection } from './redis-connection.ts'

type Send = RedisConnection['send']

// In braces, so that a cluster keeps everything on one node.
const PREFIX = '{deploymock}'
const LOG = `${PREFIX}:log:`
const OUTLINES = `${PREFIX}:outlines`
const SNAPSHOTS = `${PREFIX}:text:snapshots`
const SCENARIO = `${PREFIX}:text:scenario:`
const LONGEST_TEXT = 900
const LONGEST_REHEARSAL = 5000
// A scenario stays for longer than the sessions that use it, and is still there when another one is stored.
const MORE_MILLISECONDS = 24 * 60 * 60 * 1000

/**
 * Connects to a store.
 *
 * @param url such as `redis://localhost:6379/0`, or with `rediss` for TLS
 * @param load loads the client
 * @param milliseconds how long the connection may take
 * @throws OptionError if the client is not installed, or the store cannot be reached
 */
export async function openRedisStore(url: string, load?: LoadModule, milliseconds?: number): Promise<LogStore> {
  const { place, send, countConnections, close } = await connectRedis(url, load, milliseconds)
  const store = {
    ...createLogs(send, createReading(send, countConnections)),
    ...createTexts(send),
    place,
    isShared: true,
    longestText: LONGEST_TEXT,
    outdated: undefined,
    close,
  }
  try {
    // It must let this user read and write. A replica does not.
    const asking = Promise.all([send('EXISTS', `${PREFIX}:sessions`, `${PREFIX}:snapshots`), store.check()])
    const [old] = await limitTime(asking, { place, milliseconds: LONGEST_TEXT })
    await limitTime(rehearse(store), { place, milliseconds: LONGEST_REHEARSAL })
    // Its keys were session:NAME, sessions, snapshot:NAME and snapshots.
    return { ...store, outdated: old === 0 ? undefined : `${PREFIX}:s* in ${place}` }
  } catch (error) {
    await close()
    throw buildStoreError(place, error)
  }
}

/** Does once what is done later. @throws Error if the store refuses a part of it, is older, or is something else */
async function rehearse(store: LogStore) {
  // No session has this name, and no list shows this outline.
  const session = `?${randomUUID()}`
  const entry = { session, scenarios: [], former: [], milliseconds: 1000, isLasting: false, line: '', outline: '' }
  const begun = await store.append({ ...entry, number: 1, isState: true })
  if (begun === 'refused') throw new Error('it does not answer as Redis does')
  await store.append({ ...entry, number: 2, isState: false })
  await Promise.all([store.readNewer(new Map([[session, 1]])), store.listOutlines({ after: session, limit: 1 })])
  await store.writeText('snapshot', session, '', { isNew: false })
  await store.readText('snapshot', session)
  await store.removeText('snapshot', session)
  await store.remove(session, 2)
}

// More than an instance has in its memory.
const MOST_KNOWN = 20_000
const GONE: StoredLog = { entries: [], last: 0 }

type KnownNumbers = readonly (readonly [session: string, number: number])[]

/**
 * Creates what reads logs. A store that was started again, or takes the place of another one, may have less, and
 * somebody may have deleted something.
 */
function createReading(send: Send, countConnections: RedisConnection['countConnections']) {
  const known = new Map<string, { readonly connection: number; readonly last: string; readonly log: string }>()
  const note = (session: string, entry: StreamEntry | undefined): void => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(session, { connection: countConnections(), last: describe(entry), log: logOf(entry) })
  }
  const idOf = (session: string, number: number): string =>
    number === 0 ? '0-0' : `${known.get(session)?.log}-${number - 1}`
  // The connection is the one that it was read from or written to.
  const isSure = (session: string, number: number): boolean => {
    const { connection, log } = known.get(session) ?? {}
    return connection === countConnections() && (number === 0 || log !== '')
  }
  const readFrom = async (session: string, start: string) =>
    (await send('XRANGE', LOG + session, start, '+')) as readonly StreamEntry[]
  /** Returns what follows a known entry. Nothing of a later log with the same name does. */
  const goOn = (session: string, number: number, found: readonly StreamEntry[]): StoredLog => {
    const { log } = known.get(session) ?? {}
    if (number > 0 && found.some((entry) => logOf(entry) !== log)) return GONE
    note(session, found.at(-1))
    return toLog(found)
  }
  /** Reads what is newer than an entry, if the store has that. Otherwise, the log is empty. */
  const compare = async (session: string, number: number): Promise<StoredLog | undefined> => {
    const before = known.get(session)
    if (number > 0 && !before?.log) return GONE
    const found = await readFrom(session, idOf(session, number))
    if (number > 0 && before?.last !== describe(found[0])) return GONE
    note(session, found.at(-1))
    const newer = number === 0 ? found : found.slice(1)
    return newer.length === 0 ? undefined : goOn(session, number, newer)
  }
  /** Reads what is newer than some entries; undefined if a log is not there any more. */
  const readAfter = async (asked: KnownNumbers): Promise<readonly (readonly [string, StoredLog])[] | undefined> => {
    if (asked.length === 0) return []
    const keys = asked.map(([session]) => LOG + session)
    const stored = asked.filter(([, number]) => number > 0).map(([session]) => LOG + session)
    const [found, count] = await Promise.all([
      send('XREAD', 'STREAMS', ...keys, ...asked.map(([session, number]) => idOf(session, number))),
      stored.length === 0 ? 0 : send('EXISTS', ...stored),
    ])
    if (count !== stored.length) return undefined
    const numbers = new Map(asked)
    return ((found ?? []) as readonly [string, readonly StreamEntry[]][]).map(([key, entries]) => {
      const session = key.slice(LOG.length)
      return [session, goOn(session, numbers.get(session) ?? 0, entries)] as const
    })
  }
  return {
    /** Notes the last entry of a log. */
    note,
    /** The id of an entry in the known log. */
    idOf,
    /** Whether the store still has the last known entry of a log, and nothing newer. */
    isCurrent: async (session: string, number: number) =>
      isSure(session, number) || (await compare(session, number)) === undefined,
    async read(session: string): Promise<StoredLog | undefined> {
      const found = await readFrom(session, '-')
      note(session, found.at(-1))
      if (found.length === 0) return undefined
      if (!isWhole(found)) throw new BrokenLogError('entries are missing')
      return toLog(found)
    },
    async readNewer(asked: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, StoredLog>> {
      const all = [...asked]
      const newer = await readAfter(all.filter((each) => isSure(...each))).catch(ignoreType)
      const single = newer === undefined ? all : all.filter((each) => !isSure(...each))
      const compared = await Promise.all(
        single.map(async ([session, number]) => {
          // To read it as a whole is an error of this session alone.
          const log = await compare(session, number).catch((error) => ignoreType(error) ?? GONE)
          return [session, log] as const
        }),
      )
      return new Map(
        [...(newer ?? []), ...compared].flatMap(([session, log]) => (log === undefined ? [] : [[session, log]])),
      )
    },
  }
}

/** Ignores that a key is something else than a log. */
function ignoreType(error: Error): undefined {
  if (!error.message.startsWith('WRONGTYPE')) throw error
}

function describe(entry: StreamEntry | undefined): string {
  return entry === undefined ? '' : `${entry[0]} ${crc32(entry[1][1])}`
}

// What an entry is. A log that was removed ends with an entry that says so, until it would have expired: whoever knows
// the log meets that entry, and a new log with the name continues the numbers.
const [STATE, CHANGE, REMOVED] = ['state', 'change', 'removed'] as const

type StreamEntry = readonly [id: string, content: readonly [what: string, line: string]]

/**
 * Reads and writes logs. A log is a stream. An id is the time when the log was begun, and the number of the entry: Redis
 * refuses one that is not above the last one, so only one writer gets a number. What a deleted log has had is not in a
 * later one with the same name, because that has another time.
 */
function createLogs(send: Send, { note, idOf, isCurrent, ...reading }: ReturnType<typeof createReading>) {
  const touch = async ({ session, scenarios, milliseconds, isLasting }: LogUse): Promise<void> => {
    if (isLasting) return void (await Promise.all(scenarios.map((digest) => send('PERSIST', SCENARIO + digest))))
    const expiries = scenarios.map((digest) => keepScenario(send, digest, milliseconds))
    await Promise.all([send('PEXPIRE', LOG + session, String(milliseconds)), ...expiries])
  }
  /** Removes what is in front of a state, but not together with it, because its number could be that of another writer. */
  const clean = ({ session, number, milliseconds, isLasting, former }: NewEntry): Promise<unknown> =>
    Promise.all([
      send('XTRIM', LOG + session, 'MINID', idOf(session, number)),
      ...(isLasting ? former.map((digest) => limitScenario(send, digest, milliseconds)) : []),
    ])
  const end = async (session: string, id: string): Promise<Appending> => {
    const removal = await add(send, session, [id, [REMOVED, '']])
    if (removal === 'stored')
      await Promise.all([send('XTRIM', LOG + session, 'MAXLEN', '1'), send('HDEL', OUTLINES, session)])
    return removal
  }
  const append = async (entry: NewEntry, content: StreamEntry[1]): Promise<StreamEntry | undefined> => {
    const { session, number } = entry
    if (number === 1) return begin(send, entry, content)
    const added: StreamEntry = [idOf(session, number), content]
    if (!(await isCurrent(session, number - 1))) return undefined
    return (await add(send, session, added)) === 'stored' ? added : undefined
  }

  return {
    ...reading,
    async append(entry) {
      const { session, line, isState, outline } = entry
      const [added] = await Promise.all([append(entry, [isState ? STATE : CHANGE, line]), isState && touch(entry)])
      if (added === undefined) return 'refused'
      note(session, added)
      await Promise.all([send('HSET', OUTLINES, session, outline), isState && clean(entry)])
      return 'stored'
    },
    async remove(session, last) {
      if (last === 0) return 'stored'
      return (await isCurrent(session, last)) ? end(session, idOf(session, last + 1)) : 'refused'
    },
    touch,
    listOutlines: (page) => listOutlines(send, page),
    // The store removes them itself.
    listUnused: async () => [],
    async putAside(session) {
      const aside = `${PREFIX}:broken:${session}:${Date.now()}`
      await send('COPY', LOG + session, aside)
      // The id of the entry is the time, so no writer has known it.
      await Promise.all([send('PERSIST', aside), end(session, '*')])
      return aside
    },
  } satisfies Partial<LogStore>
}

/** Begins a log, unless there is one. @returns its first entry */
async function begin(send: Send, { session, milliseconds, isLasting }: NewEntry, content: StreamEntry[1]) {
  const draft = `${PREFIX}:draft:${randomUUID()}`
  const [id, isBegun] = await Promise.all([
    send('XADD', draft, '*', ...content),
    send('RENAMENX', draft, LOG + session),
    isLasting || send('PEXPIRE', LOG + session, String(milliseconds)),
  ])
  if (isBegun === 1) return [id as string, content] as const
  await send('DEL', draft)
  return undefined
}

/** Adds an entry to a log, which must exist. */
async function add(send: Send, session: string, [id, content]: StreamEntry): Promise<Appending> {
  try {
    const added = await send('XADD', LOG + session, 'NOMKSTREAM', id, ...content)
    return added === null ? 'refused' : 'stored'
  } catch (error) {
    if ((error as Error).message.includes('equal or smaller')) return 'refused'
    throw error
  }
}

function toLog(found: readonly StreamEntry[]): StoredLog {
  const start = findStart(found)
  const isRemoved = found[start]?.[1][0] === REMOVED
  const entries = found.slice(isRemoved ? start + 1 : Math.max(start, 0))
  return {
    entries: entries.map((each) => ({ number: numberOf(each), line: each[1][1] })),
    last: numberOf(found.at(-1)),
  }
}

/** Whether no entry is missing, as it is when a part of a store was lost. */
function isWhole(found: readonly StreamEntry[]): boolean {
  const start = findStart(found)
  return start >= 0 && numberOf(found.at(-1)) - numberOf(found[start]) === found.length - start - 1
}

const findStart = (found: readonly StreamEntry[]): number => found.findLastIndex(([, [what]]) => what !== CHANGE)
const NO_ENTRY: StreamEntry = ['-', [CHANGE, '']]
const logOf = ([id]: StreamEntry = NO_ENTRY): string => id.slice(0, id.indexOf('-'))
const numberOf = ([id]: StreamEntry = NO_ENTRY): number => Number(id.slice(id.indexOf('-') + 1)) + 1

async function listFields(send: Send, key: string, page: NamePage): Promise<readonly string[]> {
  return pickPage((await send('HKEYS', key)) as readonly string[], page)
}

/** Lists outlines. Logs that have expired leave theirs behind. */
async function listOutlines(send: Send, page: NamePage): Promise<readonly string[]> {
  const names = await listFields(send, OUTLINES, page)
  if (names.length === 0) return []
  const [found, ...counts] = await Promise.all([
    send('HMGET', OUTLINES, ...names),
    ...names.map((name) => send('EXISTS', LOG + name)),
  ])
  const gone = names.filter((_, index) => counts[index] === 0)
  if (gone.length === 0) return (found as readonly (string | null)[]).flatMap((outline) => outline ?? [])
  await send('HDEL', OUTLINES, ...gone)
  return listOutlines(send, page)
}

function createTexts(send: Send) {
  return {
    async readText(kind, name) {
      const text = await (kind === 'snapshot' ? send('HGET', SNAPSHOTS, name) : send('GET', SCENARIO + name))
      return typeof text === 'string' ? text : undefined
    },
    async hasScenario(digest) {
      const [, found] = await Promise.all([keepScenario(send, digest), send('EXISTS', SCENARIO + digest)])
      return found === 1
    },
    async writeText(kind, name, text, { isNew }) {
      if (kind === 'snapshot') {
        const added = await send(isNew ? 'HSETNX' : 'HSET', SNAPSHOTS, name, text)
        return added === 1 || !isNew
      }
      const writing = send('SET', SCENARIO + name, text, 'PX', String(MORE_MILLISECONDS), ...(isNew ? ['NX'] : []))
      const [written] = await Promise.all([writing, keepScenario(send, name)])
      return written !== null
    },
    // Nobody reads it, so it is gone soon. A store that is older than Redis 7 does not know the option.
    async check() {
      await Promise.all([send('SET', `${PREFIX}:check`, ''), send('PEXPIRE', `${PREFIX}:check`, '1000', 'NX')])
    },
    async removeText(kind, name) {
      await (kind === 'snapshot' ? send('HDEL', SNAPSHOTS, name) : send('DEL', SCENARIO + name))
    },
    listSnapshots: (page) => listFields(send, SNAPSHOTS, page),
  } satisfies Partial<LogStore>
}

/** Lets a scenario stay for at least as long as a session that uses it. */
const keepScenario = (send: Send, digest: string, milliseconds = 0): Promise<unknown> =>
  send('PEXPIRE', SCENARIO + digest, String(milliseconds + MORE_MILLISECONDS), 'GT')

/** Limits the life of a scenario that a lasting session has used: it goes after all others that may use it. */
const limitScenario = (send: Send, digest: string, milliseconds: number): Promise<unknown> =>
  send('PEXPIRE', SCENARIO + digest, String(milliseconds + MORE_MILLISECONDS), 'NX')
