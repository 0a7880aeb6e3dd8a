// Keeps logs in Redis or Valkey, which several instances can share.

// Not the global function, because tests replace it.
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { NamePage } from '../../engine/sessions/session-keeper.ts'
import { type Appending, BrokenLogError, type Log, type LogStore, type Use } from './log-store.ts'
import { connectRedis, type LoadClient, type RedisConnection } from './redis-connection.ts'

type Send = RedisConnection['send']

// In braces, so that a cluster keeps everything on one node.
const PREFIX = '{deploymock}'
const LOG = `${PREFIX}:log:`
const NAMES = `${PREFIX}:logs`
const OUTLINES = `${PREFIX}:outlines`
const SNAPSHOTS = `${PREFIX}:text:snapshots`
const SCENARIO = `${PREFIX}:text:scenario:`
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
export async function openRedisStore(url: string, load?: LoadClient, milliseconds?: number): Promise<LogStore> {
  const { place, send, findServer, close } = await connectRedis(url, load, milliseconds)
  const isOutdated = (await send('EXISTS', `${PREFIX}:sessions`, `${PREFIX}:snapshots`)) !== 0
  return {
    ...createLogs(send, followChecks(findServer)),
    ...createTexts(send),
    place,
    isShared: true,
    // Its keys were session:NAME, sessions, snapshot:NAME and snapshots.
    outdated: isOutdated ? `${PREFIX}:s* in ${place}` : undefined,
    close,
  }
}

/** Follows whether the store still has what this instance knows of logs. */
interface Checked {
  /** Whether that is sure: the process that it was read from or written to is the store. */
  has(session: string): boolean
  /** Whether the last known entry of a log is this one. */
  isLast(session: string, entry: StreamEntry | undefined): boolean
  /** Notes the last entry of a log. */
  note(session: string, entry: StreamEntry | undefined): void
}

// More than an instance has in its memory.
const MOST_CHECKED = 20_000

/** Follows that. A process that is started again, or takes the place of another one, may have less. */
function followChecks(findServer: RedisConnection['findServer']): Checked {
  const checked = new Map<string, { readonly server: string | undefined; readonly last: string }>()
  return {
    has(session) {
      const server = findServer()
      return server !== undefined && checked.get(session)?.server === server
    },
    isLast: (session, entry) => checked.get(session)?.last === describe(entry),
    note(session, entry) {
      if (checked.size >= MOST_CHECKED) checked.clear()
      checked.set(session, { server: findServer(), last: describe(entry) })
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
function createLogs(send: Send, checked: Checked) {
  const read = async (session: string): Promise<Log | undefined> => {
    const found = (await send('XRANGE', LOG + session, '-', '+')) as readonly StreamEntry[]
    checked.note(session, found.at(-1))
    if (found.length === 0) return undefined
    if (!isWhole(found)) throw new BrokenLogError('entries are missing')
    return toLog(found)
  }
  const touch = async ({ session, scenarios, milliseconds, isLasting }: Use): Promise<void> => {
    const keep = isLasting ? persistScenario : keepScenario
    const expiries = scenarios.map((digest) => keep(send, digest, milliseconds))
    if (!isLasting) expiries.push(send('PEXPIRE', LOG + session, String(milliseconds)))
    await Promise.all(expiries)
  }
  const unlist = (sessions: readonly string[]) =>
    Promise.all([send('HDEL', OUTLINES, ...sessions), send('ZREM', NAMES, ...sessions)])

  return {
    read,
    readNewer: createNewerReader(send, checked),
    async append({ number, line, isState, outline, former, ...use }) {
      const { session, milliseconds, isLasting } = use
      if (number > 1 && !checked.has(session)) return 'refused'
      const entry: StreamEntry = [`${number}-0`, [isState ? STATE : CHANGE, line]]
      const [appending] = await Promise.all([add(send, session, entry), touch(use)])
      if (appending === 'refused') return appending
      checked.note(session, entry)
      await Promise.all([
        send('HSET', OUTLINES, session, outline),
        send('ZADD', NAMES, '0', session),
        // Not together with the entry, which could be that of another writer.
        ...(isState ? [send('XTRIM', LOG + session, 'MINID', entry[0])] : []),
        ...(isLasting ? former.map((digest) => releaseScenario(send, digest, milliseconds)) : []),
      ])
      return appending
    },
    async remove(session, last) {
      if (last === 0) return 'stored'
      const removal = await add(send, session, [`${last + 1}-0`, [REMOVED, '']])
      if (removal === 'stored') await Promise.all([send('XTRIM', LOG + session, 'MAXLEN', '1'), unlist([session])])
      return removal
    },
    touch,
    listOutlines: (page) => listOutlines(send, page, unlist),
    // The store removes them itself.
    listUnused: async () => [],
    async putAside(session) {
      const aside = `${PREFIX}:broken:${session}:${Date.now()}`
      await send('COPY', LOG + session, aside)
      await Promise.all([
        send('PERSIST', aside),
        // Its number is the time, so no writer has known it.
        add(send, session, ['*', [REMOVED, '']]),
        send('XTRIM', LOG + session, 'MAXLEN', '1'),
        unlist([session]),
      ])
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

/** Returns what reads newer entries: one command for all logs that are asked for in a turn of the event loop. */
function createNewerReader(send: Send, checked: Checked): LogStore['readNewer'] {
  let asked = new Map<string, number>()
  let answer: Promise<ReadonlyMap<string, Log>> | undefined
  const ask = async (): Promise<ReadonlyMap<string, Log>> => {
    await endOfTurn()
    const known = [...asked]
    asked = new Map()
    answer = undefined
    const [newer, ...compared] = await Promise.all([
      readAfter(
        send,
        known.filter(([session]) => checked.has(session)),
      ),
      ...known.filter(([session]) => !checked.has(session)).map(compare),
    ])
    for (const [session, entries] of newer) checked.note(session, entries.at(-1))
    return new Map([...newer].map(([session, entries]) => [session, toLog(entries)] as const).concat(compared.flat()))
  }
  /** Reads what is newer, if the store has what is known. */
  const compare = async ([session, number]: readonly [string, number]): Promise<[string, Log][]> => {
    const found = (await send('XRANGE', LOG + session, `${number}-0`, '+')) as readonly StreamEntry[]
    if (!checked.isLast(session, found[0])) return [[session, { entries: [], last: 0 }]]
    checked.note(session, found.at(-1))
    return found.length === 1 ? [] : [[session, toLog(found.slice(1))]]
  }
  return async (known) => {
    for (const [session, number] of known) asked.set(session, Math.min(number, asked.get(session) ?? number))
    answer ??= ask()
    return new Map([...(await answer)].filter(([session]) => known.has(session)))
  }
}

async function readAfter(send: Send, known: readonly (readonly [string, number])[]) {
  if (known.length === 0) return []
  const keys = known.map(([session]) => LOG + session)
  const ids = known.map(([, number]) => `${number}-0`)
  const found = (await send('XREAD', 'STREAMS', ...keys, ...ids)) as readonly [string, readonly StreamEntry[]][] | null
  return found?.map(([key, entries]) => [key.slice(LOG.length), entries] as const) ?? []
}

function toLog(found: readonly StreamEntry[]): Log {
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

/** Lists outlines. Logs that have expired leave theirs behind. */
async function listOutlines(
  send: Send,
  { after, limit }: NamePage,
  unlist: (sessions: readonly string[]) => Promise<unknown>,
): Promise<readonly string[]> {
  const outlines: string[] = []
  for (let last = after; outlines.length < limit; ) {
    const start = last === '' ? '-' : `(${last}`
    const names = (await send('ZRANGEBYLEX', NAMES, start, '+', 'LIMIT', '0', String(limit))) as readonly string[]
    if (names.length === 0) break
    const [found, ...counts] = await Promise.all([
      send('HMGET', OUTLINES, ...names),
      ...names.map((name) => send('EXISTS', LOG + name)),
    ])
    const all = found as readonly (string | null)[]
    outlines.push(...all.flatMap((outline, index) => (outline === null || counts[index] === 0 ? [] : outline)))
    const gone = names.filter((_, index) => counts[index] === 0)
    if (gone.length > 0) await unlist(gone)
    last = names.at(-1) as string
  }
  return outlines.slice(0, limit)
}

/** Reads and writes snapshots and scenarios. */
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
    async listSnapshots({ after, limit }) {
      const names = (await send('HKEYS', SNAPSHOTS)) as readonly string[]
      return names
        .filter((name) => name > after)
        .sort()
        .slice(0, limit)
    },
  } satisfies Partial<LogStore>
}

const expireScenario = (send: Send, digest: string, milliseconds: number, when: 'GT' | 'NX'): Promise<unknown> =>
  send('PEXPIRE', SCENARIO + digest, String(milliseconds + MORE_MILLISECONDS), when)

/** Lets a scenario stay for at least as long as a session that uses it. */
const keepScenario = (send: Send, digest: string, milliseconds = 0) => expireScenario(send, digest, milliseconds, 'GT')

/** Lets a scenario stay that a lasting session uses. */
const persistScenario = (send: Send, digest: string) => send('PERSIST', SCENARIO + digest)

/** Lets a scenario go that a lasting session has used, after all others that may use it. */
const releaseScenario = (send: Send, digest: string, milliseconds: number) =>
  expireScenario(send, digest, milliseconds, 'NX')
