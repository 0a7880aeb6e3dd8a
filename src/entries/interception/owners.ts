import type { Interceptor } from './answer.ts'

/** What answers the requests of a process or of a page, perhaps beside others. */
export interface Answering {
  /** @param isOwner whether the URL of the request belongs to it */
  answer(request: Request, isOwner: boolean): ReturnType<Interceptor>
  /** How well a URL fits its base URL, as `fitOf` says. */
  fit(url: URL): number
}

/** Decides to which of some a URL belongs: to that with the most specific base URL, or to all that have it. */
export function findOwners(url: URL, all: readonly Answering[]): (each: Answering) => boolean {
  const best = Math.max(...all.map((each) => each.fit(url)))
  return (each) => best > 0 && each.fit(url) === best
}

/** Asks in this order, and tells each whether the URL of the request belongs to it. */
export function toInterceptors(ordered: readonly Answering[], isOwner: (each: Answering) => boolean): Interceptor[] {
  return ordered.map((each) => (request) => each.answer(request, isOwner(each)))
}
