// The faults of a session on a server.

import type { FaultMatches } from '../../engine/control/operations/behaviour/faults.ts'
import type { Fault, FaultInput } from '../../engine/faults/fault.ts'
import type { FaultUse } from '../../engine/faults/fault-list.ts'
import { deleteAt } from '../transport/absence.ts'
import type { Transport } from '../transport/transport.ts'

/** The faults of a session. */
export interface RemoteFaults {
  /** Adds a fault. */
  add(fault: FaultInput): Promise<Fault>
  /** Lists the faults that can still apply, with what each does, how often it applied, and to which request last. */
  list(): Promise<readonly FaultUse[]>
  /** Returns which requests of the request log a fault would have matched. Adds nothing. */
  matches(fault: FaultInput): Promise<FaultMatches>
  /** Removes a fault and returns whether it existed. */
  remove(id: string): Promise<boolean>
  clear(): Promise<void>
}

/** Connects to the faults of a session. */
export function connectFaults({ send }: Transport): RemoteFaults {
  return {
    add: (fault) => send('POST', '/faults', fault),
    list: () => send('GET', '/faults'),
    matches: (fault) => send('POST', '/fault-matches', fault),
    remove: (id) => deleteAt(send, `/faults/${encodeURIComponent(id)}`),
    clear: () => send('DELETE', '/faults'),
  }
}
