// Which requests of a page the simulator answers.

import { getResponse, type HttpHandler } from 'msw'
import { createHandlers } from '../../engine/adapters/msw.ts'
import { fitOf, isUnder } from '../../engine/contract/base-url.ts'
import { OPERATION_METHODS } from '../../engine/http/operation-declaration.ts'
import { assertChoice } from '../../engine/input/options/known-options.ts'
import type { Simulator } from '../../with-handlers.ts'
import { toAnswered } from '../interception/answer.ts'
import { type AskedOverrides, askOverrides } from '../interception/ask-overrides.ts'
import {
  createFirstOfOrigin,
  createOtherRequests,
  hasOperation,
  matchesOperation,
  OTHER_HOSTS,
  type OtherHosts,
} from '../interception/other-hosts.ts'
import type { Answering } from '../interception/owners.ts'

/** What happens to a request under the base URL that matches no operation. */
export type UnhandledRequests = 'bypass' | 'answer'

export interface PageRequestOptions {
  /** Your own MSW handlers, which take precedence over the service, e.g. for other services. */
  handlers?: readonly HttpHandler[]
  /**
   * What happens to a request under the base URL that matches no operation: `bypass` lets it pass
   * through to the network, `answer` gives it the service's own 404 or 405. Default: `answer`. If
   * the base URL is on the page's own origin, where scripts and images also come from, requests
   * outside of the API's paths such as `/v2` pass through by default, with a warning for the first.
   */
  unhandledRequests?: UnhandledRequests
  /**
   * What happens to a request to another host than that of `baseUrl`, if neither `handlers` nor `use` has
   * a response, and your own MSW worker has no handler for its path: `bypass` lets it go to that worker or to
   * the network, `warn` also warns once for each host, `error` gives it a network error. Files of the page's own origin always pass. Default: `bypass`, with a
   * warning if it has the path of an operation.
   */
  otherHosts?: OtherHosts
}

/** The options as they were given, and whether the page can use the control API. */
type GivenRequestOptions = { [Name in keyof PageRequestOptions]: PageRequestOptions[Name] | undefined } & {
  controlApi: boolean
}

/** Creates what answers the requests of a page: `use`, then the handlers, then the simulator. @throws OptionError */
export function createPageAnswer(
  simulator: Simulator,
  { handlers = [], unhandledRequests, otherHosts, controlApi }: GivenRequestOptions,
): Answering {
  if (unhandledRequests !== undefined) {
    assertChoice('start the simulator', 'unhandledRequests', unhandledRequests, ['bypass', 'answer'])
  }
  if (otherHosts !== undefined) assertChoice('start the simulator', 'otherHosts', otherHosts, OTHER_HOSTS)
  const letsPass = createBypass(simulator, unhandledRequests)
  const { base, service: gate, handlers: usual } = simulator
  const refuses = createOtherCheck(simulator, otherHosts)
  const isElsewhere = ({ url }: Request) => base.origin !== undefined && new URL(url).origin !== base.origin
  const overrides = simulator.overridesOf(simulator.name)
  const handlersOf = (overriding: AskedOverrides) =>
    overriding.gate === gate ? usual : createHandlers(overriding.gate, base, { controlApi })
  const askOwn = async (request: Request) =>
    handlers.length === 0 ? undefined : getResponse([...handlers], request.clone())
  const askService = async (request: Request, overriding: AskedOverrides) => {
    const response = await getResponse(handlersOf(overriding), request)
    return response === undefined ? undefined : { response, isOfService: true }
  }
  const leave = (request: Request, overriding: AskedOverrides) => {
    if (overriding.passes || !isElsewhere(request)) return overriding.respond()
    return () => (refuses(request) ? toAnswered(Response.error()) : undefined)
  }
  const answer: Answering['answer'] = async (request, isOwner) => {
    const overriding = await askOverrides(overrides, gate, request)
    if (overriding.overridden !== null) {
      const noted = isOwner ? await getResponse(handlersOf(overriding), request) : undefined
      return toAnswered(noted) ?? overriding.respond()
    }
    const own = overriding.passes ? undefined : await askOwn(request)
    if (own !== undefined || (isOwner && letsPass(request))) return toAnswered(own)
    return isOwner ? askService(request, overriding) : leave(request, overriding)
  }
  return { answer, fit: (url) => fitOf(base, url) }
}

/** Whether a URL is that of an operation. */
export function isForService({ base, contractOf, name }: Simulator, { origin, pathname }: URL): boolean {
  const isOwn = base.origin === undefined || base.origin === origin
  const contract = contractOf(name)
  return isOwn && OPERATION_METHODS.some((method) => hasOperation(method, pathname, { base, contract }))
}

/** Notes requests to other hosts. The function returns whether to refuse one. */
function createOtherCheck(
  { base, contractOf, name }: Simulator,
  otherHosts: OtherHosts | undefined,
): (request: Request) => boolean {
  const findContract = () => contractOf(name)
  const others = createOtherRequests(base, { otherHosts, findContract, isFirst: createFirstOfOrigin() })
  return ({ method, url: text }) => {
    const url = new URL(text)
    const isFile =
      url.origin === location.origin && !hasOperation(method, url.pathname, { base, contract: findContract() })
    return !isFile && others.add(method, url)
  }
}

type Bypass = (request: Request) => boolean

function createBypass(simulator: Simulator, unhandledRequests: UnhandledRequests | undefined): Bypass {
  const { base, service: gate, contractOf, name } = simulator
  const isOnPage = base.origin === location.origin
  if (unhandledRequests === 'answer' || (unhandledRequests === undefined && !isOnPage)) return () => false
  let isWarned = false
  return ({ method, url }) => {
    const { origin, pathname } = new URL(url)
    if ((base.origin !== undefined && origin !== base.origin) || !isUnder(base, pathname)) return false
    const path = pathname.slice(base.path.length)
    const contract = contractOf(name)
    if (gate.isControl({ path }) || matchesOperation({ method, path }, contract)) return false
    if (unhandledRequests === 'bypass') return true
    if (contract.routes.some(({ template }) => isBelowSame(template, path))) return false
    if (!isWarned) warn(`${method} ${pathname}`)
    isWarned = true
    return true
  }
}

/** Whether two paths begin with the same segment. */
function isBelowSame(template: string, path: string): boolean {
  return template.split('/', 2)[1] === path.split('/', 2)[1]
}

function warn(request: string): void {
  console.warn(
    `deploymock lets ${request} pass through: it matches no operation, and the base URL is on the page's own origin. Further requests like it pass through without a warning. Set "unhandledRequests" to "bypass" to expect that, or to "answer" to get the service's own 404 or 405.`,
  )
}
