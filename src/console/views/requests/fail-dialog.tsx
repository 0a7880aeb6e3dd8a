// A small form for a fault that makes the next such request fail.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailedEntry, FaultInput } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { toCode } from '../../store/code.ts'
import { simulatorOf } from './simulator-of.ts'

const FAILURES = [
  { title: '503 Service Unavailable', fault: { status: 503 } },
  { title: '500 Internal Server Error', fault: { status: 500 } },
  { title: '429 Too Many Requests, with Retry-After', fault: { effect: 'rate-limit' } },
  { title: '404 Not Found', fault: { status: 404 } },
  { title: 'The connection is cut', fault: { effect: 'reset' } },
  { title: 'A body that is not JSON', fault: { effect: 'malformed' } },
  { title: 'No response at all', fault: { effect: 'stall' } },
] as const

/** Asks how the next such request fails. Enter adds the fault at once. */
export function FailDialog({ entry, onClose }: { entry: DetailedEntry; onClose: () => void }): JSX.Element {
  const { actions, connection } = useConsole()
  const [failure, setFailure] = useState(0)
  const [times, setTimes] = useState(1)
  const { session, operation, method, path } = entry
  const simulator = simulatorOf(connection, session)
  const match = operation === null ? { method, path } : { operation }
  // The operations of the journal are those of the service.
  const fault = { ...match, ...FAILURES[failure]?.fault, times } as FaultInput
  const add = async () => {
    onClose()
    await actions.run({
      title: `Make the next ${times === 1 ? '' : `${times} `}${operation ?? path} fail`,
      code: `await simulator.faults.add(${toCode(fault)})`,
      run: () => simulator.faults.add(fault),
      undo: ({ id }) => simulator.faults.remove(id),
      changes: ['faults', 'state'],
    })
  }
  return (
    <Dialog title="Make the next one fail" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <p>
          The fault applies to the next <code>{operation ?? `${method} ${path}`}</code>, whatever its parameters are.
        </p>
        <label class="field">
          <span class="field-label">What happens</span>
          <select value={failure} onChange={(event) => setFailure(Number(event.currentTarget.value))}>
            {FAILURES.map(({ title }, index) => (
              <option key={title} value={index}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span class="field-label">How often</span>
          <input
            type="number"
            min="1"
            max="1000"
            required
            value={times}
            onInput={(event) => setTimes(Math.max(1, event.currentTarget.valueAsNumber || 1))}
          />
        </label>
        <div class="dialog-end">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" autofocus>
            Add the fault
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
