import { drawDuration } from '../behaviour/duration.ts'
import type { EffectContext } from '../behaviour/effects/effect.ts'
import { explain } from '../behaviour/explanation.ts'
import type { Fault } from '../behaviour/fault.ts'
import type { FaultCandidate } from '../behaviour/faults.ts'
import { buildEntry, explainEntry, MOST_BODY_BYTES } from '../behaviour/journal.ts'
import type { JournalRecord } from '../behaviour/journal-store.ts'
import { realTime } from '../behaviour/real-time.ts'
import type { Answer, Call, Reply } from '../contract/call.ts'
import { buildRateFailure, INTERNAL_ERROR } from '../contract/errors.ts'
import { NO_REPLY } from '../contract/reply-body.ts'
import { openDraw } from '../data/random.ts'
import { createWorld } from '../data/world.ts'
import type { SessionParts, State } from './state.ts'

const NO_CANDIDATES: readonly FaultCandidate[] = []
const NO_FAULTS: readonly Fault[] = []
const NO_BODY = new Uint8Array()
const MOST_HEADER_LENGTH = 2000

/** The client has left while its call waited. */
class ClientLeft extends Error {}

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
  const began = realTime.read()
  const { contract, start, world, journal } = getState()
  world.clock.settle()
  const at = world.clock.microseconds()
  const candidates = findCandidates(call, getState())

  const applied = new Set<Fault>()
  const finish = (answered: Answer): Reply => {
    const outline = withoutBody(answered)
    const answer = applied.size > 0 && call.method === 'HEAD' ? outline : answered
    const { method, path, query } = call
    const body = call.body.length > MOST_BODY_BYTES ? NO_BODY : call.body
    const faults = applied.size === 0 ? NO_FAULTS : candidates.flatMap(({ fault }) => (applied.has(fault) ? fault : []))
    const milliseconds = realTime.read() - began
    const record = {
      at,
      method,
      path,
      query,
      body,
      answer: outline,
      assumptions: contract.assumptions,
      milliseconds,
      faults,
    }
    const id = journal.write(record)
    events.emit(
      () => ({ type: 'request', session: name, request: buildEntry(name, id, record) }),
      () => ({ entry: explainEntry(name, id, record), assumptions: contract.assumptions }),
    )
    return explains ? withExplanation(answer.reply, record) : answer.reply
  }
  if (candidates.length === 0 && start.scenario.latency === undefined) return finish(ask(call, getState()))
  return answerSlowly(call, getState, candidates, applied).then(finish)
}

function findCandidates(call: Call, { engine, chaos, contract }: State): readonly FaultCandidate[] {
  if (engine.isQuiet() && chaos.isQuiet()) return NO_CANDIDATES
  const operation = contract.findOperation(call)
  return [...engine.findCandidates(call, operation), ...chaos.findCandidates(call, operation)]
}

function ask(call: Call, { contract, world, rateWindow }: State): Answer {
  if (contract.assumptions.rateLimit === 'none') return contract.answer(call, world)
  const seconds = rateWindow.count(Number(world.clock.microseconds()))
  if (seconds === undefined) return contract.answer(call, world)
  return { reply: contract.writeFailure(buildRateFailure(seconds)), dependsOn: ['rateLimit', 'errorBody'] }
}

async function answerSlowly(
  call: Call,
  getState: () => State,
  candidates: readonly FaultCandidate[],
  applied: Set<Fault>,
): Promise<Answer> {
  const { contract, world, start, takeTurn } = getState()
  const { clock } = world
  const { latency, seed } = start.scenario
  // All that a call waits for follows each other, however far the clock is moved at once.
  let reached = clock.microseconds()
  const wait = async (milliseconds: number): Promise<void> => {
    reached += BigInt(Math.round(milliseconds * 1000))
    if (!(await clock.waitUntil(reached, call.onGone))) throw new ClientLeft()
  }
  const operation = contract.findOperation(call)
  const context: Omit<EffectContext, 'draw' | 'answer'> = {
    call,
    wait,
    now: () => Number(clock.microseconds()),
    isFrozen: clock.isFrozen,
    writeFailure: contract.writeFailure,
    replyWith: (reply) => ({ ...(operation === undefined ? {} : { operation }), reply, dependsOn: [] }),
    answerInstead: (other) => ask(other, getState()),
    answerAtStart: () => askAtStart(call, getState()),
  }
  const answer = candidates.reduceRight<() => Answer | Promise<Answer>>(
    (next, candidate) => () => {
      const answered = candidate.isLeft() ? candidate.apply({ ...context, answer: next }) : undefined
      if (answered === undefined) return next()
      candidate.count()
      applied.add(candidate.fault)
      return answered
    },
    () => ask(call, getState()),
  )
  try {
    if (latency !== undefined) await wait(drawDuration(latency, openDraw(seed, 'latency', takeTurn(), 'wait')))
    return await answer()
  } catch (error) {
    if (error instanceof ClientLeft) return { ...context.replyWith(NO_REPLY), hasLeft: true }
    console.error(error)
    return context.replyWith(contract.writeFailure(INTERNAL_ERROR))
  }
}

// What an effect puts into a body is not for HEAD.
function withoutBody(answer: Answer): Answer {
  return { ...answer, reply: { ...answer.reply, body: '' } }
}

function askAtStart(call: Call, { contract, world, start }: State): Answer {
  const { changes } = start.scenario
  const before = createWorld(world.baseline, { changes, realTime, onChange: () => undefined })
  const answer = contract.answer(call, before)
  before.end()
  return answer
}

// A header holds printable ASCII only. Half of a character has no UTF-8 that could be encoded.
function withExplanation(reply: Reply, record: JournalRecord): Reply {
  const text = explain(record)
    .words.join(' ')
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .replace(/[^\x20-\x7e]/gu, encodeURIComponent)
  const cut = text.length > MOST_HEADER_LENGTH ? `${text.slice(0, MOST_HEADER_LENGTH)}...` : text
  return { ...reply, headers: { ...reply.headers, 'x-simulator-explanation': cut } }
}
