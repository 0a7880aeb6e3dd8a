// Keeps logs in Redis or Valkey, which several instances can share.

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
import { connectRedis, type RedisConnection } from './redis-connection.ts'

type Send = RedisConnection['send']

// In braces, so that a cluster keeps everything on one node.
const PREFIX = '{deploymock}'
const LOG = `${PREFIX}:log:`
const OUTLINES = `${PREFIX}:outlines`
const SNAPSHOTS = `${PREFIX}:text:snapshots`
const SCENARIO = `${PREFIX}:text:scenario:`
const LONGEST_TEXT = 900
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
  const asking = send('EXISTS', `${PREFIX}:sessions`, `${PREFIX}:snapshots`)
  const isOutdated = (await limitTime(asking, { place, milliseconds: LONGEST_TEXT })) !== 0
  return {
    ...createLogs(send, createReading(send, countConnections)),
    ...createTexts(send),
    place,
    isShared: true,
    longestText: LONGEST_TEXT,
    // Its keys were session:NAME, sessions, snapshot:NAME and snapshots.
    outdated: isOutdated ? `${PREFIX}:s* in ${place}` : undefined,
    close,
  }
}

// More than an instance has in its memory.
const MOST_KNOWN = 20_000

/** Creates what reads logs. A store that was started again, or takes the place of another one, may have less. */
function createReading(send: Send, countConnections: RedisConnection['countConnections']) {
  const known = new Map<string, { readonly connection: number; readonly last: string }>()
  const note = (session: string, entry: StreamEntry | undefined): void => {
    if (known.size >= MOST_KNOWN) known.clear()
    known.set(session, { connection: countConnections(), last: describe(entry) })
  }
  // The connection is the one that it was read from or written to.
  const isSure = (session: string) => known.get(session)?.connection === countConnections()
  const readFrom = async (session: string, start: string) =>
    (await send('XRANGE', LOG + session, start, '+')) as readonly StreamEntry[]
  /** Reads what is newer than an entry, if the store has that. Otherwise, the log is empty. */
  const compare = async (session: string, number: number): Promise<StoredLog | undefined> => {
    const found = await readFrom(session, `${number}-0`)
    if (known.get(session)?.last !== describe(found[0])) return { entries: [], last: 0 }
    note(session, found.at(-1))
    return found.length === 1 ? undefined : toLog(found.slice(1))
  }
  return {
    /** Notes the last entry of a log. */
    note,
    /** Whether the store still has the last known entry of a log, and nothing newer. */
    isCurrent: async (session: string, number: number) =>
      isSure(session) || (await compare(session, number)) === undefined,
    async read(session: string): Promise<StoredLog | undefined> {
      const found = await readFrom(session, '-')
      note(session, found.at(-1))
      if (found.length === 0) return undefined
      if (!isWhole(found)) throw new BrokenLogError('entries are missing')
      return toLog(found)
    },
    async readNewer(asked: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, StoredLog>> {
      const unsure = [...asked].filter(([session]) => !isSure(session))
      const sure = [...asked].filter(([session]) => isSure(session))
      const [newer, ...compared] = await Promise.all([
        readAfter(send, sure),
        ...unsure.map(async ([session, number]) => [session, await compare(session, number)] as const),
      ])
      for (const [session, entries] of newer) note(session, entries.at(-1))
      const logs = newer.map(([session, entries]) => [session, toLog(entries)] as const)
      return new Map([...logs, ...compared].flatMap(([session, log]) => (log === undefined ? [] : [[session, log]])))
    },
  }
}

function describe(entry: StreamEntry | undefined): string {
  return entry === undefined ? '' : `${entry[0]} ${crc32(entry[1][1])}`
}

// What an entry is. A log that was removed ends with an entry that says so, until it would have expired: whoever knows
// the log meets that entry, and a new log with the name continues the numbers.
const [STATE, CHANGE, REMOVED] = ['state', 'change', 'removed'] as const

type StreamEntry = readonly [id: string, content: readonly [what: string, line: string]]

/**
 * Reads and writes logs. A log is a stream, and the ids of its entries are their numbers. Redis refuses an id that is
 * not above the last one, so only one writer gets a number.
 */
function createLogs(send: Send, { note, isCurrent, ...reading }: ReturnType<typeof createReading>) {
  const touch = async ({ session, scenarios, milliseconds, isLasting }: LogUse): Promise<void> => {
    if (isLasting) return void (await Promise.all(scenarios.map((digest) => send('PERSIST', SCENARIO + digest))))
    const expiries = scenarios.map((digest) => keepScenario(send, digest, milliseconds))
    await Promise.all([send('PEXPIRE', LOG + session, String(milliseconds)), ...expiries])
  }
  /** Removes what is in front of a state, but not together with it, because its number could be that of another writer. */
  const clean = ({ session, number, milliseconds, isLasting, former }: NewEntry): Promise<unknown> =>
    Promise.all([
      send('XTRIM', LOG + session, 'MINID', `${number}-0`),
      ...(isLasting ? former.map((digest) => limitScenario(send, digest, milliseconds)) : []),
    ])
  const end = async (session: string, id: string): Promise<Appending> => {
    const removal = await add(send, session, [id, [REMOVED, '']])
    if (removal === 'stored')
      await Promise.all([send('XTRIM', LOG + session, 'MAXLEN', '1'), send('HDEL', OUTLINES, session)])
    return removal
  }

  return {
    ...reading,
    async append(entry) {
      const { session, number, line, isState, outline } = entry
      if (number > 1 && !(await isCurrent(session, number - 1))) return 'refused'
      const added: StreamEntry = [`${number}-0`, [isState ? STATE : CHANGE, line]]
      const [appending] = await Promise.all([add(send, session, added), isState && touch(entry)])
      if (appending === 'refused') return appending
      note(session, added)
      await Promise.all([send('HSET', OUTLINES, session, outline), isState && clean(entry)])
      return appending
    },
    remove: async (session, last) => (last === 0 ? 'stored' : end(session, `${last + 1}-0`)),
    touch,
    listOutlines: (page) => listOutlines(send, page),
    // The store removes them itself.
    listUnused: async () => [],
    async putAside(session) {
      const aside = `${PREFIX}:broken:${session}:${Date.now()}`
      await send('COPY', LOG + session, aside)
      // The number of the entry is the time, so no writer has known it.
      await Promise.all([send('PERSIST', aside), end(session, '*')])
      return aside
    },
  } satisfies Partial<LogStore>
}

/** Adds an entry to a log, which must exist unless it is the first one. */
async function add(send: Send, session: string, [id, content]: StreamEntry): Promise<Appending> {
  try {
    const added = await send('XADD', LOG + session, ...(id === '1-0' ? [] : ['NOMKSTREAM']), id, ...content)
    return added === null ? 'refused' : 'stored'
  } catch (error) {
    if ((error as Error).message.includes('equal or smaller')) return 'refused'
    throw error
  }
}

async function readAfter(send: Send, known: readonly (readonly [string, number])[]) {
  if (known.length === 0) return []
  const keys = known.map(([session]) => LOG + session)
  const ids = known.map(([, number]) => `${number}-0`)
  const found = (await send('XREAD', 'STREAMS', ...keys, ...ids)) as readonly [string, readonly StreamEntry[]][] | null
  return found?.map(([key, entries]) => [key.slice(LOG.length), entries] as const) ?? []
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
const numberOf = ([id]: StreamEntry = ['0', [CHANGE, '']]): number => Number.parseInt(id, 10)

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
