// Answers the requests to sessions that are kept in a store.

import { isOpenToAll, managesSessions } from '../../engine/control/control-paths.ts'
import { buildRefusal } from '../../engine/control/requests/control-failure.ts'
import type { Arrival, ServiceRequest, ServiceResponse } from '../../engine/define/operation/messages.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import type { ServingSession } from '../../engine/sessions/session.ts'
import type { Unavailable } from '../../engine/sessions/session-keeper.ts'
import { isSessionName } from '../../engine/sessions/sessions.ts'
import type { Service } from '../../engine/simulator/gate.ts'
import type { Keeping } from './keep-sessions.ts'
import type { KeptSession } from './kept-sessions.ts'

type Answered = ServiceResponse | Promise<ServiceResponse>

/** Answers a request without the store. */
export type Act = (request: ServiceRequest) => Answered

/** Answers requests to kept sessions. */
export interface KeptAnswers {
  /** Reads the session of a request if it is not in the memory. Returns undefined if there is nothing to wait for. */
  prepare(request: Pick<ServiceRequest, 'path' | 'header'>): Promise<unknown> | undefined
  /** Answers a request with the current version of its session, and lets its changes be stored. */
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
  const { kept, host } = keeping
  const promise = createPromises(keeping)
  const arrivals = createArrivals(service, keeping)
  const mayBeSent = createSendCheck(service, keeping, promise)
  const answerLater = createPatience(service, keeping, { arrivals, mayBeSent })

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
      const isKnown = session !== undefined && !kept.isNew(name)
      if (!isKnown || !kept.isFresh(name) || managesSessions({ path })) return answerLater(name, request, act)
      const known = kept.of(name)
      const { rereads } = known
      const answered = act(arrivals.update(request, name))
      if (!(answered instanceof Promise) && !lacksRoom(service, request, answered)) {
        promise(name)
        return answered
      }
      const finish = async (): Promise<ServiceResponse> => {
        const response = await pinned(known, async () => answered)
        if (!lacksRoom(service, request, response) && (await mayBeSent(name, request, rereads))) return response
        return answerLater(name, withoutClient(request), act)
      }
      return finish()
    },
  }
}

/** Returns what lets the changes of a request be stored after its response is sent. */
function createPromises({ kept, touch }: Keeping): (name: string) => void {
  return (name) => {
    kept.of(name).hasPromised = true
    touch(name)
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

/**
 * Returns what waits until the response to a request may be sent. It returns false if the request has to be answered
 * again, because its session was read again meanwhile.
 *
 * @param rereads that of the session when the request was answered
 */
function createSendCheck(service: Service, keeping: Keeping, promise: (name: string) => void) {
  const { kept, touched, ended, save, host } = keeping
  return async (name: string, request: ServiceRequest, rereads: number): Promise<boolean> => {
    // The world of the simulator itself goes on in the same session.
    if (kept.of(name).rereads !== rereads && name !== host.main.name) return false
    const isManaging = managesSessions(service.locate(request))
    const created = isManaging ? [...touched].filter(kept.isNew) : []
    const removals = isManaging ? [...ended].map((each) => kept.of(each).tail) : []
    const isUrgent = kept.isNew(name) || kept.isContested(name)
    if (!isUrgent) promise(name)
    const saved = await Promise.all([
      ...(isUrgent ? [save(name, rereads)] : []),
      ...created.filter((each) => each !== name).map((each) => save(each)),
    ])
    if (saved[0] === 'failed') promise(name)
    await Promise.all(removals)
    return !saved.includes('conflict')
  }
}

/** Returns what answers a request after its session has been read, again and again if others change it meanwhile. */
function createPatience(
  service: Service,
  { kept, relieve, prepare }: Keeping,
  {
    arrivals,
    mayBeSent,
  }: { arrivals: ReturnType<typeof createArrivals>; mayBeSent: ReturnType<typeof createSendCheck> },
) {
  const attempt = (name: string, request: ServiceRequest, act: Act) =>
    // Nothing may make the session leave the memory between its preparation and the request.
    pinned(kept.of(name), async () => {
      const refused = await prepare(name)
      if (refused !== undefined)
        return { response: refuse(service, request, refused), isShort: refused.status === NO_ROOM }
      const { rereads } = kept.of(name)
      const response = await act(arrivals.update(request, name))
      return { response, rereads, isShort: lacksRoom(service, request, response) }
    })
  const answer = async (name: string, request: ServiceRequest, act: Act): Promise<ServiceResponse> => {
    let current = request
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      if (kept.find(name) === undefined) await relieve()
      const { response, rereads, isShort } = await attempt(name, current, act)
      if (isShort && tries === 0) {
        // Other sessions can leave the memory for this one.
        await relieve(true)
        current = withoutClient(request)
        continue
      }
      if (rereads === undefined || (await mayBeSent(name, request, rereads))) return response
      current = withoutClient(request)
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

async function pinned<Result>(known: KeptSession, act: () => Promise<Result>): Promise<Result> {
  known.pins += 1
  try {
    return await act()
  } finally {
    known.pins -= 1
  }
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
