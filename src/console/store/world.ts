import type { ChaosState, ControlState, ListedScenario } from '../../client/index.ts'
import type { Schemas, Simulator } from './api.ts'
import { createRemote, type Remote } from './remote.ts'
import { derive, type Followed, signal } from './signal.ts'
import type { Stream } from './stream/stream.ts'
import type { Topics } from './topics.ts'

/** The state of the session, and what every view needs to know about it. */
export interface World {
  readonly state: Remote<ControlState>
  /** The declarations of resources, effects and operations. They are read once. */
  readonly schemas: Remote<Schemas>
  readonly scenarios: Remote<readonly ListedScenario[]>
  readonly chaos: Remote<ChaosState>
  /** The time on the world's clock, every second if the clock runs. */
  readonly now: Followed<string | undefined>
  readonly isFrozen: { readonly value: boolean | undefined }
  /** Keeps all of it fresh, for as long as the page is open. */
  start(): void
}

const STATE_TOPICS = ['state', 'faults', 'clock', 'chaos', 'assumptions']

/** Creates the state of a session. */
export function createWorldStore(simulator: Simulator, topics: Topics, stream: Pick<Stream, 'listen'>): World {
  const state = createRemote(() => simulator.state(), topics, STATE_TOPICS)
  const clock = createRemote(() => simulator.clock.read(), topics, ['clock'])
  const schemas = createRemote(() => simulator.schemas(), topics)
  const scenarios = createRemote(() => simulator.scenarios(), topics)
  const chaos = createRemote(() => simulator.chaos.read(), topics, ['chaos'])
  const tick = signal(Date.now())
  let readAt = 0
  clock.data.subscribe(() => {
    readAt = Date.now()
  })
  const isFrozen = derive(() => clock.data.value?.frozen)
  const now = derive(() => {
    const read = clock.data.value
    if (read === undefined || read.frozen) return read?.now
    return new Date(Date.parse(read.now) + Math.max(0, tick.value - readAt)).toISOString()
  })
  return {
    state,
    schemas,
    scenarios,
    chaos,
    now,
    isFrozen,
    start() {
      setInterval(() => {
        tick.value = Date.now()
      }, 1000)
      stream.listen(({ changes }) => {
        if (Object.keys(changes).length > 0) topics.touch('state')
      })
      for (const each of [state, clock, schemas, scenarios, chaos]) each.follow()
    },
  }
}
