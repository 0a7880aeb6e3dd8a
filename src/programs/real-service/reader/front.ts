// What answers for paths that a service does not have: often something in front of it, such as a gateway.

import { operations } from '../../../service/operations.ts'
import { findAllowed, NOWHERE } from './allowed.ts'
import { headerOf, isFailure, isSuccess, parseJson, type ReadRequest, type ServiceReply } from './messages.ts'
import type { Reader } from './reader.ts'

/**
 * Returns a function that reads like a reader, and says whether a reply is what every path gets that is not there. It
 * asks for such a path when a reply may be one, once.
 */
export function createReadBehind(reader: Pick<Reader, 'read'>): Reader['read'] {
  let nowhere: ServiceReply | undefined
  const elsewhere = new Set<string>()
  // A service may refuse an integration in the same words, so only the other place tells that its lists are there.
  const isElsewhere = async ({ place, other }: RepositoryPath): Promise<boolean> => {
    const asked: ReadRequest = { method: 'GET', path: other }
    if (!elsewhere.has(place) && isResult(asked, await reader.read(asked))) elsewhere.add(place)
    return elsewhere.has(place)
  }
  return async (request) => {
    const reply = await reader.read(request)
    const repositories = findRepositories(request)
    if ((repositories === undefined && !mayBeElsewhere(request)) || !isOther(request, reply)) return reply
    const asked: ReadRequest = { method: 'GET', path: NOWHERE }
    nowhere ??= await reader.read(asked)
    const isSame = toText(request, reply) === toText(asked, nowhere)
    const isOfFront = isSame && (repositories === undefined || (await isElsewhere(repositories)))
    return isOfFront ? { ...reply, isOfFront } : reply
  }
}

interface RepositoryPath {
  /** What the paths of all integrations begin with. */
  readonly place: string
  /** The path of the same integration where the service may have it instead. */
  readonly other: string
}

const REPOSITORIES = /^(.*\/v)([12])(\/integrations\/(?:forge\/)?github\/)([^/]+\/repos)$/

function findRepositories({ method, path, isAnonymous }: ReadRequest): RepositoryPath | undefined {
  const [, start, version, middle, rest] = REPOSITORIES.exec(path) ?? []
  if (start === undefined || method !== 'GET' || isAnonymous) return undefined
  return { place: `${start}${version}${middle}`, other: `${start}${version === '1' ? 2 : 1}${middle}${rest}` }
}

/** Whether a path is one of an operation that not every service has, or has there. */
function mayBeElsewhere({ method, path, isAnonymous }: ReadRequest): boolean {
  if (method !== 'GET' || isAnonymous || path.endsWith('/')) return false
  const name = findAllowed({ method, path })
  return !/^\/v\d/.test(path) || operations.find((each) => each.name === name)?.addedBy !== undefined
}

const isResult = (request: ReadRequest, reply: ServiceReply) => isSuccess(reply.status) && !isOther(request, reply)

/** Whether a reply is neither a 404 nor a result. A document that is elsewhere may be there. */
function isOther({ path }: ReadRequest, { status, headers, body }: ServiceReply): boolean {
  if (isSuccess(status)) return isFailure(parseJson(body)) || body.trimStart().startsWith('<')
  const isMoved = path.endsWith('/openapi.json') && headers.some(([name]) => name === 'location')
  return status !== 404 && !isMoved
}

const IDS = /[\da-f-]{8,}/gi

/** Writes what of a reply does not depend on its request. */
function toText({ path }: ReadRequest, reply: ServiceReply): string {
  const { status, body } = reply
  const texts = [headerOf(reply, 'content-type'), headerOf(reply, 'location'), body]
  return [status, ...texts.map((text = '') => text.replaceAll(path, '').replaceAll(IDS, ''))].join('\n')
}
