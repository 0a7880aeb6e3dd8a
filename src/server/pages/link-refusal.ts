import type { Request, Response } from 'express'
import type { z } from 'zod'
import type { ServiceResponse } from '../../engine/contract/operation/messages.ts'
import type { refusalSchema } from '../../engine/control/shared/control-failure.ts'
import { decodeBody, encodeBody, joinBody } from '../../engine/http/body.ts'
import { html, writeHtmlPage } from '../../engine/http/html.ts'
import { readTarget } from '../access/public-address.ts'
import { prefersHtml } from './root-request.ts'

const OPEN = /^(?:\/_s\/[^/]+)?\/_simulator\/open\/?$/

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
}

/** Turns the refusal of a link into a page if a browser opened it. Every other response stays as it is. */
export function showLinkRefusal(request: Request, response: Response, refusal: ServiceResponse): ServiceResponse {
  if (refusal.status < 400 || !OPEN.test(readTarget(request).path)) return refusal
  response.vary('Accept')
  if (!prefersHtml(request) || refusal.body.length === 0) return refusal
  const { error } = JSON.parse(decodeBody(joinBody(refusal.body))) as z.output<typeof refusalSchema>
  const items = error.issues.map(({ path, message }) => html`<li><bdi>${path}</bdi>: <bdi>${message}</bdi></li>\n`)
  const what = items.length === 0 ? html`<p><bdi>${error.message}</bdi></p>` : html`<ul>\n${items}</ul>`
  const advice =
    refusal.status === 401
      ? html`<p>This server opens only links that it has signed. Ask for one: Share in its console creates it.</p>`
      : []
  const page = writeHtmlPage('This link cannot be opened', html`${what}\n${advice}`)
  return { status: refusal.status, headers: { ...refusal.headers, ...HEADERS }, body: encodeBody(page) }
}
