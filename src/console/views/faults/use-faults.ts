// The faults that can still apply.

import type { FaultUse } from '../../../client/index.ts'
import { useConsole, useRemote } from '../../app/console.ts'
import type { Remote } from '../../store/remote.ts'

/** Reads the faults, and again after every request, because a request counts them. */
export function useFaults(): Remote<readonly FaultUse[]> {
  const { connection } = useConsole()
  return useRemote(() => connection.simulator.faults.list(), { on: ['faults', 'requests'] })
}
