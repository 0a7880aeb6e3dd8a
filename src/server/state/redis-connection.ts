import { type LoadModule, loadOptional } from '../../engine/input/options/load-optional.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { limitTime } from './limit-time.ts'

/** A connection that is made again and again. */
export type RedisConnection = Awaited<ReturnType<typeof connectRedis>>

interface RedisClient {
  /** Whether it has not given up. */
  readonly isOpen: boolean
  connect(): Promise<unknown>
  sendCommand(command: readonly string[]): Promise<unknown>
  destroy(): void
  on(event: 'error' | 'ready', listener: () => unknown): unknown
}

const CONNECT_MILLISECONDS = 5000
const LONGEST_PAUSE = 1000
// A network that was cut says nothing. The health of the store is asked more often.
const LONGEST_SILENCE = 10_000

/** Connects to a store as `openRedisStore` does. */
export async function connectRedis(url: string, load?: LoadModule, milliseconds = CONNECT_MILLISECONDS) {
  const place = hidePassword(url)
  const loaded = await loadOptional<Package>('@redis/client', 'keep the sessions in Redis', load)
  let connections = 0
  const create = () =>
    createReconnecting(loaded, { url, count: () => (connections += 1), isFirst: () => connections === 0 })
  let client: RedisClient | undefined
  const close = async (): Promise<void> => {
    if (client?.isOpen) client.destroy()
  }
  try {
    client = create()
    await limitTime(client.connect(), { place, milliseconds })
  } catch (error) {
    await close()
    throw buildStoreError(place, error)
  }
  const send = async (...command: readonly string[]): Promise<unknown> => {
    const used = client as RedisClient
    try {
      return await used.sendCommand(command)
    } catch (error) {
      // Another one is the primary now, perhaps at the same address.
      if (DEMOTED.test((error as Error).message) && used === client && used.isOpen) {
        used.destroy()
        client = create()
        client.connect().catch(() => undefined)
      }
      throw error
    }
  }
  return {
    /** Where the store is, without a password. */
    place,
    /** Sends a command. Those of one turn of the event loop are sent together. */
    send,
    /** How often it was made. The store may have lost something each time. */
    countConnections: () => connections,
    close,
  }
}

const DEMOTED = /^(READONLY|MASTERDOWN) /

/** Why a store cannot be used. */
export function buildStoreError(place: string, error: unknown): OptionError {
  return new OptionError({
    attempt: `keep the sessions in ${place}`,
    received: (error as Error).message.replace(/\.$/, ''),
    advice:
      'Start the store (Redis 7 or later, or Valkey), or name another one, such as redis://USER:PASSWORD@HOST:6379/0',
  })
}

interface Reconnecting {
  readonly url: string
  /** Counts a connection. */
  count(): unknown
  /** Whether none was made so far. */
  isFirst(): boolean
}

/** Creates a client that connects again and again, once one was connected. */
function createReconnecting({ createClient }: Package, { url, count, isFirst }: Reconnecting): RedisClient {
  const client = createClient({
    url,
    // The form of the answers.
    RESP: 2,
    // Requests must not wait for a store that cannot be reached.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      socketTimeout: LONGEST_SILENCE,
      // The first connection tells whether the URL is right.
      reconnectStrategy: (tries: number, cause: Error) =>
        isFirst() ? cause : Math.min(LONGEST_PAUSE, 50 * 2 ** Math.min(tries, 10)),
    },
  })
  // Each command that fails says so itself.
  client.on('error', () => undefined)
  client.on('ready', count)
  return client
}

// The type of the package has all commands with all their forms.
interface Package {
  createClient(options: Record<string, unknown>): RedisClient
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
