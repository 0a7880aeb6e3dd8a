// A small form for a fault that makes the next such request fail.

import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { DetailedEntry, FaultInput } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { writeLiteral } from '../../copy/literal.ts'
import { simulatorOf } from './simulator-of.ts'

const FAILURES = [
  { title: '503 Service Unavailable', fault: { status: 503 } },
  { title: '500 Internal Server Error', fault: { status: 500 } },
  { title: '429 Too Many Requests, with Retry-After', fault: { effect: 'rate-limit' } },
  { title: '404 Not Found', fault: { status: 404 } },
  { title: 'The connection is cut', fault: { effect: 'reset' } },
  { title: 'A body that is not JSON', fault: { effect: 'malformed' } },
  { title: 'No response at all', fault: { effect: 'stall' } },
] as const satisfies readonly { readonly title: string; readonly fault: FaultInput }[]

/** Asks how the next such request fails. Enter adds the fault at once. */
export function FailDialog({ entry, onClose }: { entry: DetailedEntry; onClose: () => void }): JSX.Element {
  const add = useFaultFor(entry)
  const [failure, setFailure] = useState(0)
  const [times, setTimes] = useState(1)
  const { operation, method, path } = entry
  return (
    <Dialog title="Make the next one fail" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          onClose()
          void add(failure, times)
        }}
      >
        <p>
          The fault applies to the next <code>{operation ?? `${method} ${path}`}</code>, whatever its parameters are.
        </p>
        <FailureField failure={failure} onChange={setFailure} />
        <TimesField times={times} onChange={setTimes} />
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

/** Returns a function that makes the next such requests fail in the given way. */
function useFaultFor(entry: DetailedEntry): (failure: number, times: number) => Promise<unknown> {
  const { actions, connection } = useConsole()
  const { session, operation, method, path } = entry
  const simulator = simulatorOf(connection, session)
  const match = operation === null ? { method, path } : { operation }
  return (failure, times) => {
    // The operations of the journal are those of the service.
    const fault = { ...match, ...FAILURES[failure]?.fault, times } as FaultInput
    return actions.run({
      title: `Make the next ${times === 1 ? '' : `${times} `}${operation ?? path} fail`,
      code: `await simulator.faults.add(${writeLiteral(fault)})`,
      run: () => simulator.faults.add(fault),
      undo: ({ id }) => simulator.faults.remove(id),
      changes: ['faults', 'state'],
    })
  }
}

function FailureField({ failure, onChange }: { failure: number; onChange: (failure: number) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="field-label">What happens</span>
      <select value={failure} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {FAILURES.map(({ title }, index) => (
          <option key={title} value={index}>
            {title}
          </option>
        ))}
      </select>
    </label>
  )
}

function TimesField({ times, onChange }: { times: number; onChange: (times: number) => void }): JSX.Element {
  return (
    <label class="field">
      <span class="field-label">How often</span>
      <input
        type="number"
        min="1"
        max="1000"
        required
        value={times}
        onInput={(event) => onChange(Math.max(1, event.currentTarget.valueAsNumber || 1))}
      />
    </label>
  )
}
