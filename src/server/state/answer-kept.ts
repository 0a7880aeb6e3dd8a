// Answers the requests to sessions that are kept in a store.

import type { Service } from '../../engine/adapters/gate.ts'
import type { Arrival, ServiceRequest, ServiceResponse } from '../../engine/contract/operation/messages.ts'
import { isOpenToAll, managesSessions, managesSnapshots } from '../../engine/control/control-paths.ts'
import { buildRefusal } from '../../engine/control/requests/control-failure.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import type { Keeping } from './keep-sessions.ts'
import { pinned } from './kept-sessions.ts'
import { refuseWork } from './read-sessions.ts'

type Answered = ServiceResponse | Promise<ServiceResponse>

/** Answers a request without the store. */
export type Act = (request: ServiceRequest) => Answered

/** Answers requests to kept sessions. */
export interface KeptAnswers {
  /** Reads the session of a request if it is not in the memory. Returns undefined if there is nothing to wait for. */
  prepare(request: Pick<ServiceRequest, 'path' | 'header'>): Promise<unknown> | undefined
  /** Answers a request with the current version of its session, after everything that the response tells is stored. */
  answer(request: ServiceRequest, act: Act): Answered
  /** Notes that a request has arrived whose body is not there yet. */
  noteArrival(request: ServiceRequest): Arrival | undefined
}

const NO_ROOM = 507

/** Whether there was not enough memory for a request, so that nothing has happened. A fault can have this status, too. */
function lacksRoom(service: Service, request: ServiceRequest, { status }: ServiceResponse): boolean {
  return status === NO_ROOM && service.isControl(request)
}

// Each time, another instance has to change the session in between.
const MOST_TRIES = 5

/** Creates the answers of a service whose sessions are kept. */
export function createKeptAnswers(service: Service, keeping: Keeping): KeptAnswers {
  const { kept, host, store, touch } = keeping
  const arrivals = createArrivals(service, keeping)
  const storeSeen = createStoring(service, keeping)
  const answerLater = createPatience(service, keeping, arrivals, storeSeen)

  return {
    prepare(request) {
      const { name = host.main.name } = service.locate(request)
      return kept.find(name) === undefined ? keeping.prepare(name) : undefined
    },
    noteArrival: arrivals.note,
    answer(request, act) {
      const { name = host.main.name, path } = service.locate(request)
      const session = kept.find(name)
      if (isOpenToAll(request) || !isSessionName(name) || session?.isTrial === true) return act(request)
      const known = kept.of(name)
      const isThere = session !== undefined && known.reading === undefined && !store.isShared
      if (!isThere || managesSessions({ path }) || managesSnapshots({ path })) return answerLater(name, request, act)
      const { returns } = known
      const answered = act(arrivals.update(request, name))
      touch(name)
      // Most requests change nothing.
      const isSure = !(answered instanceof Promise) && !lacksRoom(service, request, answered)
      if (isSure && !kept.isUnsaved(session)) return answered
      const finish = async (): Promise<ServiceResponse> => {
        const response = await pinned(known, async () => answered)
        const seen = lacksRoom(service, request, response) ? 'again' : await storeSeen(name, request, returns)
        if (seen === 'stored') return response
        return seen === 'again' ? answerLater(name, withoutClient(request), act) : refuse(service, request, seen)
      }
      return finish()
    },
  }
}

/** Remembers in which session the arrival of a request was noted. */
function createArrivals(service: Service, { kept, host }: Keeping) {
  const sessions = new WeakMap<Arrival, ServingSession>()
  return {
    note(request: ServiceRequest): Arrival | undefined {
      const arrival = service.noteArrival(request)
      const { session = host.main } = service.locate(request)
      if (arrival !== undefined) sessions.set(arrival, session)
      return arrival
    },
    /** Leaves out an arrival in a session that is no longer the one with its name. */
    update(request: ServiceRequest, name: string): ServiceRequest {
      const { arrival } = request
      if (arrival === undefined || sessions.get(arrival) === kept.find(name)) return request
      arrival.abandon()
      return withoutArrival(request)
    },
  }
}

/** Whether a response can be sent, has to be found again, or why what it tells could not be stored. */
type Seen = 'stored' | 'again' | Unavailable

type StoreSeen = ReturnType<typeof createStoring>

function refuseStoring(name: string): Unavailable {
  return refuseWork(`store session "${name}"`, 'Nothing has changed. Try again')
}

/**
 * Returns what waits until everything is stored that a response may tell.
 *
 * @param returns that of the session when the request was answered
 */
function createStoring(service: Service, { kept, touched, ended, save }: Keeping) {
  return async (name: string, request: ServiceRequest, returns: number): Promise<Seen> => {
    const located = service.locate(request)
    // Its session was stored before it. Done again, it would meet its own snapshot.
    if (managesSnapshots(located)) return 'stored'
    const isManaging = managesSessions(located)
    // Done again because of other sessions, it would meet the session that it has created.
    const names = isManaging ? [...touched].filter((each) => kept.of(each).last === 0) : [name]
    const unsaved = names.filter((each) => {
      const session = kept.find(each)
      return session !== undefined && kept.isUnsaved(session)
    })
    const saved = await Promise.all([...unsaved.map((each) => save(each, true)), ...(isManaging ? ended.values() : [])])
    if (saved.includes('failed')) return refuseStoring(name)
    const isAgain = saved.includes('refused') || (!isManaging && kept.of(name).returns !== returns)
    return isAgain ? 'again' : 'stored'
  }
}

/** Returns what answers a request after its session has been read, again and again if others change it meanwhile. */
function createPatience(
  service: Service,
  { kept, store, relieve, prepare, save, touch }: Keeping,
  arrivals: ReturnType<typeof createArrivals>,
  storeSeen: StoreSeen,
) {
  const refused = (request: ServiceRequest, refusal: Unavailable) => ({
    response: refuse(service, request, refusal),
    isShort: refusal.status === NO_ROOM,
  })
  /** Reads a session, and stores it before a request about it that must not be done again. */
  const prepareFor = async (name: string, request: ServiceRequest): Promise<Seen> => {
    const unavailable = await prepare(name)
    if (unavailable !== undefined) return unavailable
    const session = kept.find(name)
    const isDue = managesSnapshots(service.locate(request)) || (store.isShared && kept.of(name).last === 0)
    if (!isDue || session === undefined || !kept.isUnsaved(session)) return 'stored'
    const saved = await save(name, true)
    if (saved === 'failed') return refuseStoring(name)
    return saved === 'refused' ? 'again' : 'stored'
  }
  // Nothing may make the session leave the memory between its preparation and the end of the request.
  const attempt = (name: string, request: ServiceRequest, act: Act) =>
    pinned(kept.of(name), async () => {
      const before = await prepareFor(name, request)
      if (before === 'again') return undefined
      if (before !== 'stored') return refused(request, before)
      const { returns } = kept.of(name)
      const response = await act(arrivals.update(request, name))
      touch(name)
      if (lacksRoom(service, request, response)) return { response, isShort: true }
      const seen = await storeSeen(name, request, returns)
      if (seen === 'again') return undefined
      return seen === 'stored' ? { response, isShort: false } : refused(request, seen)
    })
  const answer = async (name: string, request: ServiceRequest, act: Act): Promise<ServiceResponse> => {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (kept.find(name) === undefined) await relieve()
      const answered = await attempt(name, tries === 0 ? request : withoutClient(request), act)
      if (answered === undefined) continue
      if (!answered.isShort || tries > 0) return answered.response
      // Other sessions can leave the memory for this one.
      await relieve(true)
    }
    return refuse(service, request, { status: 409, detail: describeRivals(name) })
  }
  return (name: string, request: ServiceRequest, act: Act): Promise<ServiceResponse> =>
    answer(name, request, act).finally(() => kept.forget(name))
}

function describeRivals(name: string): string {
  const received = `other instances changed it at the same time, ${MOST_TRIES} times`
  return new OptionError({ attempt: `change session "${name}"`, received, advice: 'Try again' }).message
}

// Nobody waits for what is done again, and it is not arriving any more.
function withoutClient(request: ServiceRequest): ServiceRequest {
  const { onGone, ...rest } = withoutArrival(request)
  return rest
}

function withoutArrival({ arrival, ...rest }: ServiceRequest): ServiceRequest {
  return rest
}

function refuse(service: Service, request: ServiceRequest, refusal: Unavailable): ServiceResponse {
  const { detail, ...rest } = refusal
  return service.isControl(request) ? buildRefusal({ ...rest, message: detail }) : service.writeFailure(refusal)
}
