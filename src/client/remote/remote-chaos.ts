// The random faults of a session on a server.

import type { ChaosState } from '../../engine/control/operations/behaviour/chaos.ts'
import type { ChaosChange } from '../../engine/faults/chaos/chaos-input.ts'
import type { Transport } from '../transport/transport.ts'

/** The random faults of a session. */
export interface RemoteChaos {
  /** Returns the level, the seed, and what the random faults have done so far. The level is 0 if there are none. */
  read(): Promise<ChaosState>
  /** Changes the level or the seed. The draws start anew if one of them changes. */
  set(change: ChaosChange): Promise<ChaosState>
}

/** Connects to the random faults of a session. */
export function connectChaos({ send }: Transport): RemoteChaos {
  return {
    read: () => send('GET', '/chaos'),
    set: (change) => send('PATCH', '/chaos', change),
  }
}
