import { describeWaitFailure, readTimeout } from '../../../engine/journal/wait-for-request.ts'
import { ControlError } from '../transport/control-error.ts'
import type { Transport } from '../transport/transport.ts'
import type { JournalEntry, RequestFilter, WaitForOptions } from '../types.ts'
import { listenToEvents } from './events.ts'
import type { OperationName } from './remote-types.ts'

/** Creates the function that waits for a request. It throws a ControlError if there is none in time. */
export function createRequestWait(
  transport: Transport,
  list: (filter?: RequestFilter) => Promise<readonly JournalEntry[]>,
) {
  return async (operation: OperationName, options: WaitForOptions = {}): Promise<JournalEntry> => {
    const timeout = readTimeout(options)
    const { timeout: _timeout, ...filter } = options
    const look = async () => (await list({ ...filter, operation }))[0]
    const found = await lookAtEvents(look, { transport, timeout })
    if (found !== undefined) return found
    throw new ControlError(await describeWaitFailure(operation, options, { timeout, received: await list() }))
  }
}

interface EventWait {
  readonly transport: Transport
  readonly timeout: number
}

/** Looks for something, and again whenever there is an event of a request, until it is found or the time is over. */
async function lookAtEvents<Found>(
  look: () => Promise<Found | undefined>,
  { transport, timeout }: EventWait,
): Promise<Found | undefined> {
  const deadline = AbortSignal.timeout(timeout)
  let wake = (): void => undefined
  let isNew = true
  const note = (): void => {
    isNew = true
    wake()
  }
  deadline.addEventListener('abort', note)
  const stop = await listenToEvents(transport, note)
  try {
    while (!deadline.aborted) {
      if (!isNew) await new Promise<void>((resolve) => (wake = resolve))
      isNew = false
      const found = await look()
      if (found !== undefined) return found
    }
    return undefined
  } finally {
    deadline.removeEventListener('abort', note)
    await stop()
  }
}
