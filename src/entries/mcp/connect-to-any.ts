import { connect } from '../client/connect.ts'
import type { ConnectOptions } from '../client/remote/create-client.ts'
import type { RemoteSimulator } from '../client/remote/typed-clients.ts'

/** Connects to a simulator of any service: `db` has a collection for each name that it is asked for. */
export function connectToAny(url: string, options: ConnectOptions = {}): RemoteSimulator {
  return connect(url, { ...options, service: null as never }) as RemoteSimulator
}
