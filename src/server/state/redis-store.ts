// Stores sessions in Redis or Valkey, which several instances can share.

import { randomUUID } from 'node:crypto'
import { loadOptional } from '../../engine/input/options/load-optional.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { limitTime } from './limit-time.ts'
import { createHandover, type Handover } from './redis-handover.ts'
import { type Evaluate, listNames, putAside, removeText, takeText, writeText } from './redis-scripts.ts'
import { NO_VERSION, type SessionStore, type StoredKind } from './session-store.ts'

/** What is needed of the official client. */
interface RedisClient {
  /** Whether it has not given up. */
  readonly isOpen: boolean
  connect(): Promise<unknown>
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
const channelOf = (instance: string): string => `${PREFIX}:instance:${instance}`
const placeOf = (kind: StoredKind, name: string) => ({ key: keyOf(kind, name), names: `${PREFIX}:${kind}s`, name })

/**
 * Connects to a store.
 *
 * @param url such as `redis://localhost:6379/0`, or with `rediss` for TLS
 * @param load loads the client
 * @param milliseconds how long each step of that may take
 * @throws OptionError if the client is not installed, or the store cannot be reached
 */
export async function openRedisStore(
  url: string,
  load: LoadClient = loadClient,
  milliseconds = CONNECT_MILLISECONDS,
): Promise<SessionStore> {
  const place = hidePassword(url)
  const instance = randomUUID()
  const createClient = await findClient(load)
  const clients: RedisClient[] = []
  const close = async (): Promise<void> => {
    for (const client of clients) if (client.isOpen) client.destroy()
  }
  const soon = <Result>(answer: Promise<Result>) => limitTime(answer, { place, milliseconds })
  const connect = async (): Promise<RedisClient> => {
    const { client, start } = createConnection(createClient, url)
    clients.push(client)
    await soon(start())
    return client
  }
  try {
    const client = await connect()
    // One that is subscribed gets no other answers.
    const subscriber = await connect()
    const within = <Result>(answer: Promise<Result>) => limitTime(answer, { place, milliseconds: COMMAND_MILLISECONDS })
    const handover = await createHandover({
      instance,
      publish: (to, message) => within(client.publish(channelOf(to), message)),
      subscribe: (to, listener) => soon(subscriber.subscribe(channelOf(to), listener)),
    })
    return { ...createTexts({ client, handover, instance, within }), place, isShared: true, close }
  } catch (error) {
    await close()
    throw new OptionError({
      attempt: `keep the sessions in ${place}`,
      received: (error as Error).message,
      advice: 'Start the store, or name another one',
    })
  }
}

interface TextsOptions {
  readonly client: Pick<RedisClient, 'eval' | 'hmGet'>
  readonly handover: Handover
  readonly instance: string
  /** Waits for an answer, for a time. */
  within<Result>(answer: Promise<Result>): Promise<Result>
}

/** Reads and writes texts in a store that is connected. */
function createTexts({
  client,
  handover,
  instance,
  within,
}: TextsOptions): Omit<SessionStore, 'place' | 'isShared' | 'close'> {
  const evaluate: Evaluate = (script, options) => within(client.eval(script, options))
  const take = async (name: string, what: 'text' | 'version') => {
    const key = keyOf('session', name)
    const taken = await takeText(evaluate, key, { instance, what })
    // Whoever had it before may have changes that are not stored yet.
    return (await handover.ask(taken.owner, name)) ? takeText(evaluate, key, { instance, what }) : taken
  }

  return {
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
  }
}

/** Creates a client that connects again and again, once it was connected. */
function createConnection(createClient: CreateClient, url: string) {
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
  const start = async (): Promise<void> => {
    await client.connect()
    isConnected = true
  }
  return { client, start }
}

type CreateClient = (options: Record<string, unknown>) => RedisClient

/** Loads the official client. */
type LoadClient = () => Promise<{ createClient: unknown }>

// Only servers with such a store need it.
const loadClient: LoadClient = () => import('@redis/client')

async function findClient(load: LoadClient): Promise<CreateClient> {
  const { createClient } = await loadOptional(load, { name: '@redis/client', attempt: 'keep the sessions in Redis' })
  // The type of the client has all commands with all their forms.
  return createClient as CreateClient
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
