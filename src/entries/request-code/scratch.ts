import type { FaultInput, RemoteSimulator } from '../client/index.ts'
import { buildInit, type CopiedRequest } from './copied-request.ts'
import type { ReceivedResponse } from './expectation.ts'
import type { ExportedScenario, TestingSimulator, TestWorld } from './test-world.ts'
import { applySteps } from './world-steps.ts'

/** Sessions to try something in, which end afterwards. */
export type Scratch = ReturnType<typeof createScratch>

export interface Trial {
  /** By how many milliseconds the clock is moved before it. Default: 0. */
  readonly move?: number
  readonly faults: readonly FaultInput[]
  readonly request: CopiedRequest
  /** Whether the original request got no response either. */
  readonly canFail: boolean
}

const MOST_MILLISECONDS = 5000
const MOST_MILLISECONDS_TO_FAIL = 500

/** Creates sessions on the server of a simulator, without chaos and time. @param send sends requests to the service */
export function createScratch(simulator: TestingSimulator, send: typeof fetch) {
  const opened: RemoteSimulator[] = []
  const open = async (scenario: string | ExportedScenario): Promise<RemoteSimulator> => {
    const session = await simulator.sessions.create({ scenario, trial: true })
    opened.push(session)
    return session
  }

  return {
    open,
    /** Sends requests in a world of their own. @returns the responses; undefined where there was none */
    async send({ start, steps }: TestWorld, trials: readonly Trial[]) {
      const session = await open(start.scenario)
      await Promise.all([
        session.chaos.set({ level: 0 }),
        start.scenario.latency === undefined ? stopClock(session, start.at) : undefined,
      ])
      await applySteps(session, steps)
      const received: (ReceivedResponse | undefined)[] = []
      for (const { faults, request, canFail, move = 0 } of trials) {
        if (move > 0) await session.clock.advance(move)
        for (const fault of faults) await session.faults.add(fault)
        const milliseconds = canFail ? MOST_MILLISECONDS_TO_FAIL : MOST_MILLISECONDS
        received.push(await receive(send(`${session.url}${request.url}`, buildInit(request, milliseconds))))
      }
      return received
    },
    async end(): Promise<void> {
      await Promise.allSettled(opened.splice(0).map(({ name }) => simulator.sessions.delete(name)))
    },
  }
}

// The clock of a test stands still from the start.
async function stopClock({ clock }: RemoteSimulator, at: string | undefined): Promise<void> {
  await clock.freeze()
  if (at !== undefined) await clock.set(at)
}

async function receive(responding: Promise<Response>): Promise<ReceivedResponse | undefined> {
  try {
    const response = await responding
    const { status, headers } = response
    return { status, body: await response.text(), retryAfter: headers.get('retry-after') }
  } catch {
    return undefined
  }
}
