// Which requests get a page: at the root, the console, a session, and the document of the service.

import type { Express, Request, RequestHandler, Response } from 'express'
import { toHeadResponse } from '../../engine/contract/operation/without-body.ts'
import { buildRefusal, type ControlRefusal } from '../../engine/control/shared/control-failure.ts'
import { NO_BODY } from '../../engine/http/body.ts'
import { isSessionName } from '../../engine/sessions/session-names.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import type { ControlGuard } from '../access/control-guard.ts'
import { findMountPath, readTarget } from '../access/public-address.ts'
import { sendResponse, type ToServiceRequest } from '../exchange.ts'
import type { ConsolePage } from './console-page.ts'
import type { AnswerDocs } from './docs-page.ts'
import { buildRootPage } from './root-page.ts'
import { isNavigation, prefersHtml } from './root-request.ts'

const DOCS = /^(?:\/_s\/[^/]+)?\/_simulator\/docs(?:\/[^/]*)?$/
const ROOT = /^(?:\/|\/_s\/([^/]+)\/?)$/
const ABOUT = /^\/_s\/[^/]+\/_simulator\/about$/
const CONSOLE = /^(?:\/_s\/[^/]+)?\/_simulator(?:\/|\/console\/([^/]*))?$/

/** Whether a request for a path can get a page, so that Express has to handle it. */
export function canGetPage(path: string): boolean {
  return ROOT.test(path) || path.includes('/_simulator')
}

/** What answers requests. */
export interface PageOptions {
  simulator: Simulator
  options: { console?: boolean; token?: string | undefined; knownSessionsOnly?: boolean }
  guard: ControlGuard
  toServiceRequest: ToServiceRequest
}

/** Creates what answers the requests of people who open the server in a browser, and passes on all others. */
export function createPages(app: Express, parts: PageOptions): RequestHandler[] {
  const pages = [answerAtRoot(app, parts), answerAboutRequests(parts), answerDocsRequests(parts)]
  return parts.options.console === false ? pages : [...pages, answerConsoleRequests(parts)]
}

// In an app that this one is mounted in, the root belongs to that app.
function answerAtRoot(app: Express, parts: PageOptions): RequestHandler {
  const { simulator, options, toServiceRequest } = parts
  let isMounted = false
  app.once('mount', () => {
    isMounted = true
  })
  return (request, response, next) => {
    const target = readTarget(request)
    if (!ROOT.test(target.path) || isMounted || findMountPath(request) !== '') return next()
    const serviceRequest = toServiceRequest(request)
    const location = simulator.service.locate({ path: target.path, header: serviceRequest.header })
    const { token, knownSessionsOnly = false } = options
    const canShow = location.session !== undefined || (!knownSessionsOnly && isSessionName(location.name ?? ''))
    if (!canShow || !isNavigation(request)) return next()
    // The console of a session is below its path.
    const isNamedInHeader = location.name !== undefined && location.prefix === ''
    const canRedirect = options.console !== false && !isNamedInHeader && findFileRefusal(parts, request) === undefined
    if (canRedirect) return redirect(response, toConsole(target.path))
    const { origin, basePath } = serviceRequest.address()
    const seen = { ...location, prefix: basePath + location.prefix }
    sendResponse(response, buildRootPage(simulator, { location: seen, origin, needsToken: token !== undefined }))
  }
}

// Relative to the path of the request, because a proxy may have removed the start of it.
function toConsole(path: string): string {
  const [, name] = ROOT.exec(path) ?? []
  return name === undefined || path.endsWith('/') ? './_simulator/' : `./${name}/_simulator/`
}

function redirect(response: Response, location: string): void {
  response.vary('Accept')
  sendResponse(response, { status: 302, headers: { location, 'cache-control': 'no-store' }, body: NO_BODY })
}

// Shows people who have no token what they can do with a session. It is a file: it lets nobody control anything.
function answerAboutRequests(parts: PageOptions): RequestHandler {
  const { simulator, options, toServiceRequest } = parts
  return (request, response, next) => {
    const { path } = readTarget(request)
    if (!ABOUT.test(path)) return next()
    const { header, address } = toServiceRequest(request)
    const location = simulator.service.locate({ path, header })
    if (location.session === undefined) return next()
    const refusal = findFileRefusal(parts, request) ?? findMethodRefusal(request)
    if (refusal !== undefined) return sendResponse(response, buildRefusal(refusal))
    const { token, console: hasConsole } = options
    const { origin, basePath } = address()
    const page = buildRootPage(simulator, {
      location: { ...location, prefix: basePath + location.prefix },
      origin,
      needsToken: token !== undefined,
      hasConsole: hasConsole !== false,
    })
    sendResponse(response, request.method === 'HEAD' ? toHeadResponse(page) : page)
  }
}

// Its own paths below the control API belong to it in every app. The state of the session has the path of
// the page, so `Accept` decides.
function answerConsoleRequests(parts: PageOptions): RequestHandler {
  let loading: Promise<ConsolePage> | undefined
  const show = async (request: Request, response: Response, file: string): Promise<void> => {
    loading ??= import('./console-page.ts').then(({ createConsolePage }) => createConsolePage())
    const page = await loading
    await page.send(request, response, file)
  }
  return (request, response, next) => {
    const { path } = readTarget(request)
    const found = path.includes('/_simulator') ? CONSOLE.exec(path) : null
    if (found === null) return next()
    const [, file] = found
    if (file === undefined) response.vary('Accept')
    if (file === undefined && !prefersHtml(request)) return next()
    const refusal = findFileRefusal(parts, request) ?? findMethodRefusal(request)
    if (refusal !== undefined) return sendResponse(response, buildRefusal(refusal))
    if (path.endsWith('/_simulator')) return redirect(response, './_simulator/')
    return show(request, response, file ?? 'index.html')
  }
}

function findMethodRefusal({ method, originalUrl }: Request): ControlRefusal | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined
  const message = `Failed to ${method} ${originalUrl}: the path does not have this method. Allowed: GET, HEAD.`
  return { status: 405, message, headers: { allow: 'GET, HEAD' } }
}

function findFileRefusal({ guard, toServiceRequest }: PageOptions, request: Request): ControlRefusal | undefined {
  return guard.findFileRefusal(toServiceRequest(request), request.socket.remoteAddress)
}

// Shows the OpenAPI document of the service. Only a server can: the files of the page are on its disk.
function answerDocsRequests({ simulator, guard, toServiceRequest }: PageOptions): RequestHandler {
  let loading: Promise<AnswerDocs> | undefined
  const show: RequestHandler = async (request, response) => {
    loading ??= import('./docs-page.ts').then(({ createDocsPage }) => createDocsPage(simulator.service.declared.title))
    const answerDocs = await loading
    const page = await answerDocs(
      request.method,
      readTarget(request).path,
      toServiceRequest(request).address().basePath,
    )
    sendResponse(response, request.method === 'HEAD' ? toHeadResponse(page) : page)
  }
  return (request, response, next) => {
    const { path } = readTarget(request)
    if (!path.includes('/_simulator/docs') || !DOCS.test(path)) return next()
    const refusal = guard.findRefusal(toServiceRequest(request), request.socket.remoteAddress)
    return refusal === undefined ? show(request, response, next) : sendResponse(response, buildRefusal(refusal))
  }
}
