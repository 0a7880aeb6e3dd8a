import type { HttpNetworkFrame } from 'msw/experimental'
import { defaultNetworkOptions } from 'msw/node'
import { createFrameAnswer, type Outcome } from '../interception/answer.ts'
import { assertOnlyCopy, refuseOtherCopies } from './other-copies.ts'

/**
 * Where MSW's requests come from. All servers of one copy of MSW share it, and MSW means it for
 * one of them: the next that listens takes the place of the last and has each request reported
 * twice, and the first that closes ends it for all.
 */
interface SharedSource {
  queue(frame: HttpNetworkFrame): Promise<void>
  enable(): void
  disable(): void
  readonly emitter: { listenerCount(type: string): number; removeAllListeners(): void }
}

/** Those that are asked before the handlers of any server. */
interface Front {
  readonly answers: Outcome[]
  remove(): void
}

// On the source itself: several copies of this package in one process have the same front.
const FRONT = Symbol.for('deploymock.front')

/**
 * Asks a function for the answer to each request of this process, before any server of MSW is
 * asked. What it leaves goes to the server that listens, or to the network. Servers can begin and
 * end to listen before, between and after.
 *
 * @returns what ends that
 * @throws when another copy of MSW intercepts requests already
 */
export function answerFirst(answer: Outcome): () => void {
  // MSW declares the emitter as protected.
  const source = defaultNetworkOptions.sources[0] as unknown as SharedSource
  const front: Front = Reflect.get(source, FRONT) ?? putInFront(source)
  front.answers.unshift(answer)
  return () => {
    front.answers.splice(front.answers.indexOf(answer), 1)
    if (front.answers.length === 0) front.remove()
  }
}

function putInFront(source: SharedSource): Front {
  const { emitter } = source
  const hasServer = () => emitter.listenerCount('frame') > 0
  const queue = source.queue.bind(source)
  const answers: Outcome[] = []
  const answerFrame = createFrameAnswer(answers)
  const own = {
    async queue(frame: HttpNetworkFrame) {
      if (frame.protocol === 'http' && (await answerFrame(frame))) return
      // Without a server, a WebSocket would wait forever.
      if (hasServer()) await queue(frame)
      else frame.passthrough()
    },
    // It is enabled already, and twice means that each request is reported twice.
    enable: () => undefined,
    // Without its listeners, a server is closed.
    disable: () => emitter.removeAllListeners(),
  }
  if (!hasServer()) {
    assertOnlyCopy()
    source.enable()
  }
  const letOtherCopies = refuseOtherCopies()
  const front: Front = {
    answers,
    remove() {
      letOtherCopies()
      for (const name of [...Object.keys(own), FRONT]) Reflect.deleteProperty(source, name)
      if (!hasServer()) source.disable()
    },
  }
  Object.assign(source, own, { [FRONT]: front })
  return front
}
