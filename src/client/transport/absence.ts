// What the client returns for something that does not exist.

import { ControlError } from './control-error.ts'
import type { Transport } from './transport.ts'

/** Returns an error handler that replaces a 404 with a value, unless all of the session is absent. */
export function orWhenAbsent<Value>(value: Value): (error: unknown) => Value {
  return (error) => {
    if (error instanceof ControlError && error.status === 404 && !isAbsenceOfSession(error)) return value
    throw error
  }
}

function isAbsenceOfSession({ issues }: ControlError): boolean {
  return issues.some(({ path }) => path === 'session')
}

/** Deletes what is at a path. @returns whether it existed */
export function deleteAt(send: Transport['send'], path: string): Promise<boolean> {
  return send('DELETE', path)
    .then(() => true)
    .catch(orWhenAbsent(false))
}
