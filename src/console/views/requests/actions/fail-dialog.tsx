// A form for a fault of requests like one in the list.

import type { JSX } from 'preact'
import type { DetailedEntry, FaultUse } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { signal } from '../../../store/signal.ts'
import { createFaultActions } from '../../faults/fault-actions.ts'
import { FaultDialog } from '../../faults/fault-form.tsx'

/** Asks how the next such requests fail. Enter adds the fault at once. */
export function FailDialog({ entry, onClose }: { entry: DetailedEntry; onClose: () => void }): JSX.Element {
  const shared = useConsole()
  const { session, operation, method, path } = entry
  const simulator = shared.connection.simulatorOf(session)
  // The faults that are off are those of this page's session.
  const { add } = createFaultActions({ ...shared, faultsOff: signal([]) }, simulator)
  // The operations of logged requests are those of the service.
  const match = (operation === null ? { method, path } : { operation }) as object
  const start: Partial<FaultUse> = { match, effect: { kind: 'status', status: 503 }, times: 1 }
  return (
    <FaultDialog
      title="Add a fault for such requests"
      start={start}
      verb="Add the fault"
      onSubmit={(fault, handling) => add(fault, ['Make', 'Made', `${operation ?? path} fail`], handling)}
      onDone={onClose}
    />
  )
}
