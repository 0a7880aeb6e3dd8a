// Stores sessions in Redis or Valkey, which several instances can share.

import { randomUUID } from 'node:crypto'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { createHandover } from './redis-handover.ts'
import { type Evaluate, listNames, putAside, removeText, takeText, writeText } from './redis-scripts.ts'
import { NO_VERSION, type SessionStore, type StoredKind } from './session-store.ts'

/** What is needed of the official client. */
interface RedisClient {
  connect(): Promise<unknown>
  duplicate(): RedisClient
  eval: Evaluate
  hmGet(key: string, fields: string[]): Promise<(string | null)[]>
  publish(channel: string, message: string): Promise<number>
  subscribe(channel: string, listener: (message: string) => void): Promise<void>
  destroy(): void
  on(event: 'error', listener: (error: Error) => void): unknown
}

// In braces, so that a cluster keeps everything on one node, where scripts can be atomic.
const PREFIX = '{deploymock}'
const CONNECT_MILLISECONDS = 5000
const COMMAND_MILLISECONDS = 2000
const LONGEST_PAUSE = 1000

const keyOf = (kind: StoredKind, name: string): string => `${PREFIX}:${kind}:${name}`
const placeOf = (kind: StoredKind, name: string) => ({ key: keyOf(kind, name), names: `${PREFIX}:${kind}s`, name })

/**
 * Connects to a store.
 *
 * @param url such as `redis://localhost:6379/0`, or with `rediss` for TLS
 * @param load loads the client
 * @throws OptionError if the client is not installed, or the store cannot be reached
 */
export async function openRedisStore(url: string, load: LoadClient = loadClient): Promise<SessionStore> {
  const place = hidePassword(url)
  const instance = randomUUID()
  const client = await connect(url, place, await findClient(load))
  // One that is subscribed gets no other answers.
  const subscriber = client.duplicate()
  subscriber.on('error', () => undefined)
  await subscriber.connect()
  const within = <Result>(answer: Promise<Result>) => limitTime(answer, place)
  const evaluate: Evaluate = (script, options) => within(client.eval(script, options))
  const channelOf = (id: string) => `${PREFIX}:instance:${id}`
  const handover = await createHandover({
    instance,
    publish: (to, message) => within(client.publish(channelOf(to), message)),
    subscribe: (to, listener) => subscriber.subscribe(channelOf(to), listener),
  })
  const take = async (name: string, what: 'text' | 'version') => {
    const key = keyOf('session', name)
    const taken = await takeText(evaluate, key, { instance, what })
    // Whoever had it before may have changes that are not stored yet.
    return (await handover.ask(taken.owner, name)) ? takeText(evaluate, key, { instance, what }) : taken
  }

  return {
    place,
    isShared: true,
    async read(kind, name) {
      const [text, version] = await within(client.hmGet(keyOf(kind, name), ['text', 'version']))
      return typeof text === 'string' && typeof version === 'string' ? { text, version } : undefined
    },
    async take(name) {
      const { text, version } = await take(name, 'text')
      return version === NO_VERSION ? undefined : { text, version }
    },
    claim: async (name) => (await take(name, 'version')).version,
    write: (kind, name, writing) => writeText(evaluate, placeOf(kind, name), { ...writing, instance }),
    remove: (kind, name, basedOn) => removeText(evaluate, placeOf(kind, name), basedOn),
    list: (kind, page) => listNames(evaluate, { names: placeOf(kind, '').names, start: keyOf(kind, ''), ...page }),
    // The store removes them itself.
    listUnused: async () => [],
    async putAside(name) {
      const aside = `${PREFIX}:broken:${name}:${Date.now()}`
      await putAside(evaluate, placeOf('session', name), aside)
      return aside
    },
    onWanted: handover.onWanted,
    async close() {
      subscriber.destroy()
      client.destroy()
    },
  }
}

async function connect(url: string, place: string, createClient: CreateClient): Promise<RedisClient> {
  let isConnected = false
  const client = createClient({
    url,
    // Requests must not wait for a store that cannot be reached.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      // The first connection tells whether the URL is right.
      reconnectStrategy: (tries: number, cause: Error) =>
        isConnected ? Math.min(LONGEST_PAUSE, 50 * 2 ** Math.min(tries, 10)) : cause,
    },
  })
  // Each command that fails says so itself.
  client.on('error', () => undefined)
  try {
    await client.connect()
    isConnected = true
    return client
  } catch (error) {
    throw new OptionError({
      attempt: `keep the sessions in ${place}`,
      received: (error as Error).message,
      advice: 'Start the store, or name another one',
    })
  }
}

type CreateClient = (options: Record<string, unknown>) => RedisClient

/** Loads the official client. */
type LoadClient = () => Promise<{ createClient: unknown }>

// Only servers with such a store need it.
const loadClient: LoadClient = () => import('@redis/client')

async function findClient(load: LoadClient): Promise<CreateClient> {
  try {
    const { createClient } = await load()
    // The type of the client has all commands with all their forms.
    return createClient as CreateClient
  } catch (error) {
    // CommonJS has the shorter code.
    if (!/^(ERR_)?MODULE_NOT_FOUND$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error
    throw new OptionError({
      attempt: 'keep the sessions in Redis',
      received: '@redis/client is not installed',
      advice: 'Run: npm install @redis/client',
    })
  }
}

function hidePassword(url: string): string {
  if (!URL.canParse(url)) {
    throw new OptionError({
      attempt: 'keep the sessions in Redis',
      received: 'the URL is invalid',
      advice: 'Use redis://HOST:6379/0, or rediss:// for TLS',
    })
  }
  const shown = new URL(url)
  shown.password = ''
  shown.username = ''
  return shown.href
}

async function limitTime<Result>(answer: Promise<Result>, place: string): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${place} does not answer`)), COMMAND_MILLISECONDS)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
