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
  on(event: 'error' | 'ready', listener: () => void): unknown
}

const CONNECT_MILLISECONDS = 5000
const LONGEST_PAUSE = 1000

/** Connects to a store as `openRedisStore` does. */
export async function connectRedis(url: string, load?: LoadModule, milliseconds = CONNECT_MILLISECONDS) {
  const place = hidePassword(url)
  const loaded = await loadOptional<Package>('@redis/client', 'keep the sessions in Redis', load)
  const { client, countConnections } = createReconnecting(loaded, url)
  const close = async (): Promise<void> => {
    if (client.isOpen) client.destroy()
  }
  try {
    await limitTime(client.connect(), { place, milliseconds })
  } catch (error) {
    await close()
    throw new OptionError({
      attempt: `keep the sessions in ${place}`,
      received: (error as Error).message,
      advice: 'Start the store, or name another one',
    })
  }
  return {
    /** Where the store is, without a password. */
    place,
    /** Sends a command. Those of one turn of the event loop are sent together. */
    send: (...command: readonly string[]) => client.sendCommand(command),
    /** How often it was made. The store may have lost something each time. */
    countConnections,
    close,
  }
}

/** Creates a client that connects again and again, once it was connected. */
function createReconnecting({ createClient }: Package, url: string) {
  let connections = 0
  const client = createClient({
    url,
    // The form of the answers.
    RESP: 2,
    // Requests must not wait for a store that cannot be reached.
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MILLISECONDS,
      // The first connection tells whether the URL is right.
      reconnectStrategy: (tries: number, cause: Error) =>
        connections > 0 ? Math.min(LONGEST_PAUSE, 50 * 2 ** Math.min(tries, 10)) : cause,
    },
  })
  // Each command that fails says so itself.
  client.on('error', () => undefined)
  client.on('ready', () => {
    connections += 1
  })
  return { client, countConnections: () => connections }
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
