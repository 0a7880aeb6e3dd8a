// Answers the requests to sessions that are kept in a store.

import type { Gate } from '../../engine/adapters/gate.ts'
import type { EventualResponse, ServiceRequest, ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { isOpenToAll, managesSessions, managesSnapshots } from '../../engine/control/control-paths.ts'
import { buildRefusal, type ControlRefusal } from '../../engine/control/shared/control-failure.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import type { Keeping } from './keep-sessions.ts'
import { type KeptSession, pinned } from './kept-sessions.ts'
import { buildUnavailable } from './read-sessions.ts'

export type Act = (request: ServiceRequest) => EventualResponse

export type KeptAnswers = ReturnType<typeof createKeptAnswers>

/** A request that was passed to its session, which had returned to what is stored so often before. */
interface Begun {
  readonly answered: EventualResponse
  readonly returns: number
}

/** Why a request gets no response of its session. The issues tell clients of the control API that all of it is absent. */
type RefusedRequest = Unavailable & Pick<ControlRefusal, 'issues'>

interface StoredAttempt {
  readonly name: string
  readonly request: ServiceRequest
  readonly act: Act
  readonly begun: Begun | undefined
  /** Whether the session was lost since the request arrived. */
  isLost(): boolean
}

/** A response, and whether there was not enough memory for it. */
interface Done {
  readonly response: ServiceResponse
  readonly isShort: boolean
}

const NO_ROOM = 507
// Each time, another instance has to change the session in between.
const MOST_TRIES = 5

export function createKeptAnswers(gate: Gate, keeping: Keeping) {
  const { kept, host, store, relieve, touch } = keeping
  const { storeBefore, storeSeen } = createStoring(gate, keeping)
  // Nothing has happened then. A fault can have this status, too.
  const lacksRoom = (request: ServiceRequest, { status }: ServiceResponse) =>
    status === NO_ROOM && gate.isControl(request)
  const writeRefused = (request: ServiceRequest, { detail, issues = [], ...rest }: RefusedRequest): ServiceResponse =>
    gate.isControl(request)
      ? buildRefusal({ ...rest, message: detail, issues })
      : gate.writeFailure({ ...rest, detail })
  const begin = (name: string, request: ServiceRequest, act: Act): Begun => {
    const { returns } = kept.of(name)
    const answered = act(request)
    void touch(name).catch(() => undefined)
    return { answered, returns }
  }
  /** Answers a request. Returns undefined if that has to be done again. */
  const attempt = async ({ name, request, act, begun, isLost }: StoredAttempt): Promise<Done | undefined> => {
    // Whoever continued a session that is lost must not get a new one without a word.
    const orLost = <Found>(found: Found) => (isLost() ? buildLost(name) : found)
    const refusal = begun === undefined ? orLost(await storeBefore(name, request)) : undefined
    if (refusal === 'again') return undefined
    if (refusal !== undefined) return { response: writeRefused(request, refusal), isShort: refusal.status === NO_ROOM }
    const { answered, returns } = begun ?? begin(name, request, act)
    const response = await answered
    if (lacksRoom(request, response)) return { response, isShort: true }
    const problem = orLost(await storeSeen(name, request, returns))
    if (problem === 'again') return undefined
    return { response: problem === undefined ? response : writeRefused(request, problem), isShort: false }
  }
  const answer = async (name: string, request: ServiceRequest, act: Act, first?: Begun): Promise<ServiceResponse> => {
    const { losses } = kept.of(name)
    const isLost = () => kept.of(name).losses !== losses
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (kept.find(name) === undefined) await relieve()
      const current = tries === 0 ? { request, begun: first } : { request: withoutClient(request), begun: undefined }
      // Nothing may make the session leave the memory before the end of the request.
      const done = await pinned(kept.of(name), () => attempt({ name, act, isLost, ...current }))
      if (done === undefined) continue
      if (!done.isShort || tries > 0) return done.response
      // Other sessions can leave the memory for this one.
      await relieve(true)
    }
    return writeRefused(request, { status: 409, detail: describeRivals(name) })
  }

  return {
    /** Reads the session of a request if it is not in the memory. Returns undefined if there is nothing to wait for. */
    prepare(request: Pick<ServiceRequest, 'path' | 'header'>): Promise<unknown> | undefined {
      const { name = host.main.name } = gate.locate(request)
      return kept.find(name) === undefined ? keeping.prepare(name) : undefined
    },
    /** Answers a request with the current version of its session, after everything that the response tells is stored. */
    answer(request: ServiceRequest, act: Act): EventualResponse {
      const { name = host.main.name, path } = gate.locate(request)
      const session = kept.find(name)
      if (isOpenToAll(request) || !isSessionName(name) || session?.isTrial === true) return act(request)
      const isThere = session !== undefined && !store.isShared && kept.of(name).reading === undefined
      const isAlone = isThere && !managesSessions({ path }) && !managesSnapshots({ path })
      const begun = isAlone ? begin(name, request, act) : undefined
      // Most requests change nothing.
      if (isAlone && begun !== undefined && !(begun.answered instanceof Promise)) {
        if (!kept.isUnsaved(name) && !lacksRoom(request, begun.answered)) return begun.answered
      }
      return answer(name, request, act, begun).finally(() => kept.forget(name))
    },
  }
}

/** What hinders a response: it has to be found again, or something does not work. */
type Hindrance = 'again' | Unavailable

/** Creates what stores sessions before and after requests. What cannot be stored has not happened. */
function createStoring(gate: Gate, { kept, host, store, prepare, save, goBack }: Keeping) {
  const storeAll = async (names: readonly string[]): Promise<Hindrance | undefined> => {
    const unsaved = names.filter((name) => kept.isUnsaved(name))
    const saved = await Promise.all(unsaved.map(save))
    const failed = unsaved.filter((_, index) => saved[index] === 'failed')
    for (const name of failed) goBack(name)
    if (failed[0] !== undefined) return buildUnstored(failed[0], kept.of(failed[0]))
    return saved.includes('refused') ? 'again' : undefined
  }
  return {
    /** Reads a session, and stores it before a request about it that must not be done again. */
    async storeBefore(name: string, request: ServiceRequest): Promise<Hindrance | undefined> {
      const unavailable = await prepare(name)
      if (unavailable !== undefined) return unavailable
      const isDue = managesSnapshots(gate.locate(request)) || (store.isShared && kept.of(name).last === 0)
      return isDue ? storeAll([name]) : undefined
    },
    /** Waits until everything is stored that a response may tell. @param returns that of the session before it */
    async storeSeen(name: string, request: ServiceRequest, returns: number): Promise<Hindrance | undefined> {
      const located = gate.locate(request)
      // Its session was stored before it. Done again, it would meet its own snapshot.
      if (managesSnapshots(located)) return undefined
      if (!managesSessions(located)) {
        return (await storeAll([name])) ?? (kept.of(name).returns === returns ? undefined : 'again')
      }
      // Done again because of other sessions, it would meet the session that it has created.
      const names = kept.names().filter((each) => each !== host.main.name && kept.of(each).last === 0)
      const [hindrance, ...removed] = await Promise.all([
        storeAll(names),
        ...kept.names().map((each) => kept.of(each).removing),
      ])
      return removed.includes('failed') ? buildUnstored(name, { isUnsure: true }) : hindrance
    },
  }
}

function buildUnstored(name: string, { isUnsure }: Pick<KeptSession, 'isUnsure'>): Unavailable {
  const advice = isUnsure
    ? 'It may have the change nevertheless: look before you try again'
    : 'Nothing has changed. Try again'
  return buildUnavailable(`store session "${name}"`, advice)
}

function describeRivals(name: string): string {
  const received = `other instances changed it at the same time, ${MOST_TRIES} times`
  return new OptionError({ attempt: `change session "${name}"`, received, advice: 'Try again' }).message
}

function buildLost(name: string): RefusedRequest {
  const received = 'it is lost, because the store does not have it any more'
  const { message } = new OptionError({ attempt: `find session "${name}"`, received, advice: 'Begin anew' })
  return { status: 404, detail: message, issues: [{ path: 'session', message }] }
}

// Nobody waits for what is done again, and it is not arriving any more.
function withoutClient({ onGone, arrival, ...rest }: ServiceRequest): ServiceRequest {
  return rest
}
