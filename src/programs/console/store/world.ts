import type { Schemas, Simulator } from './api.ts'
import { createRemoteData } from './remote.ts'
import { derive, signal } from './signal.ts'
import type { Stream } from './stream/stream.ts'
import type { Topics } from './topics.ts'

const STATE_TOPICS = ['state', 'faults', 'clock', 'chaos', 'assumptions']

/** Creates the state of a session, and what every view needs to know about it. */
export function createWorldStore(simulator: Simulator, topics: Topics, stream: { listen: Stream['listen'] }) {
  const state = createRemoteData(() => simulator.state(), topics, STATE_TOPICS)
  const clock = createRemoteData(() => simulator.clock.read(), topics, ['clock'])
  let known: Schemas | undefined
  // While they say the same, they stay the same object, and nothing that reads them is done again.
  const readSchemas = async () => {
    const read = await simulator.schemas()
    if (JSON.stringify(read) !== JSON.stringify(known)) known = read
    return known as Schemas
  }
  const schemas = createRemoteData(readSchemas, topics, ['assumptions'])
  const scenarios = createRemoteData(() => simulator.scenarios(), topics)
  const chaos = createRemoteData(() => simulator.chaos.read(), topics, ['chaos'])
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
    /** The declarations of resources, effects and operations, as the assumptions have them. */
    schemas,
    scenarios,
    chaos,
    /** The time on the world's clock, every second if the clock runs. */
    now,
    isFrozen,
    /** Keeps all of it fresh, for as long as the page is open. */
    start() {
      setInterval(() => {
        tick.value = Date.now()
      }, 1000)
      stream.listen(({ changes }) => {
        if (Object.keys(changes).length > 0) topics.touch('state')
      })
      // What there is to ask for depends on which resources have records.
      let filled: string | undefined
      state.data.subscribe((read) => {
        const before = filled
        filled = Object.entries(read?.counts ?? {})
          .flatMap(([name, count]) => (count > 0 ? name : []))
          .join()
        if (known !== undefined && before !== filled) void schemas.refresh()
      })
      for (const each of [state, clock, schemas, scenarios, chaos]) each.follow()
    },
  }
}
