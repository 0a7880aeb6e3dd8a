import { drawDuration } from '../behaviour/duration.ts'
import { type Explanation, explain } from '../behaviour/explanation.ts'
import type { Strike } from '../behaviour/faults.ts'
import { buildEntry } from '../behaviour/journal.ts'
import { readStopwatch, wait } from '../behaviour/stopwatch.ts'
import type { Answer, Call, Reply } from '../contract/call.ts'
import { openDraw } from '../data/random.ts'
import type { SessionParts, State } from './state.ts'

const NO_STRIKES: readonly Strike[] = []
const MOST_HEADER_LENGTH = 2000

/**
 * Answers a call in a session: latency first, then the faults in their order, then the
 * service; whatever comes of it is written into the journal.
 *
 * @param getState the state at the moment of asking, which may change while a call waits
 */
export function serveCall(
  name: string,
  call: Call,
  getState: () => State,
  { explains, events }: Pick<SessionParts, 'explains' | 'events'>,
): Reply | Promise<Reply> {
  const began = readStopwatch()
  const { engine, contract, start, world, journal } = getState()
  const at = world.clock.microseconds()
  const strikes = engine.isQuiet() ? NO_STRIKES : engine.strike(call, contract.findOperation(call))

  const finish = (answer: Answer): Reply => {
    const { method, path, query, body } = call
    const faults = strikes.map(({ fault }) => fault)
    const milliseconds = readStopwatch() - began
    const record = { at, method, path, query, body, answer, assumptions: contract.assumptions, milliseconds, faults }
    const id = journal.write(record)
    events.emit(() => ({ type: 'request', session: name, request: buildEntry(name, id, record) }))
    return explains ? withExplanation(answer.reply, explain(record)) : answer.reply
  }
  const ask = (): Answer => {
    const now = getState()
    return now.contract.answer(call, now.world)
  }
  if (strikes.length === 0 && start.scenario.latency === undefined) return finish(ask())
  return answerSlowly(call, getState, strikes, ask).then(finish)
}

async function answerSlowly(
  call: Call,
  getState: () => State,
  strikes: readonly Strike[],
  ask: () => Answer,
): Promise<Answer> {
  const { contract, start, engine } = getState()
  const { latency, seed } = start.scenario
  if (latency !== undefined) await wait(drawDuration(latency, openDraw(seed, 'latency', engine.countCall(), 'wait')))
  const operation = contract.findOperation(call)
  const replyWith = (reply: Reply): Answer => ({
    ...(operation === undefined ? {} : { operation }),
    reply,
    restsOn: [],
  })
  const { writeFailure } = contract
  const answer = strikes.reduceRight<() => Answer | Promise<Answer>>(
    (next, strike) => () => strike.apply({ answer: next, replyWith, writeFailure, wait }),
    ask,
  )
  return answer()
}

// A header holds printable ASCII only.
function withExplanation(reply: Reply, { words }: Explanation): Reply {
  const text = words.join(' ').replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  const cut = text.length > MOST_HEADER_LENGTH ? `${text.slice(0, MOST_HEADER_LENGTH)}...` : text
  return { ...reply, headers: { ...reply.headers, 'x-simulator-explanation': cut } }
}
