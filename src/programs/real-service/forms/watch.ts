// Notes the forms of all responses that a reader receives.

import type { OperationName } from '../../../service/types.ts'
import { findAllowed } from '../reader/allowed.ts'
import { createReadBehind } from '../reader/front.ts'
import { findList, headerOf, isSuccess, parseJson } from '../reader/messages.ts'
import type { Reader } from '../reader/reader.ts'
import { createForm, type Form, noteValue } from './form.ts'

/** The forms of the results of operations. */
export type Forms = ReadonlyMap<OperationName, Form>

/** A reader that notes the forms of responses. */
export interface WatchedReader extends Reader {
  readonly forms: Forms
}

/** Returns a reader that also notes the forms of the results that it receives; the same one if it does already. */
export function watchForms(reader: Reader | WatchedReader): WatchedReader {
  if ('forms' in reader) return reader
  const forms = new Map<OperationName, Form>()
  const read = createReadBehind(reader)
  return {
    url: reader.url,
    ...(reader.credentials !== undefined && { credentials: reader.credentials }),
    get sent() {
      return reader.sent
    },
    forms,
    async read(request) {
      const reply = await read(request)
      const isResult = request.method === 'GET' && isSuccess(reply.status) && !reply.isOfFront
      const value = isResult ? parseJson(reply.body) : undefined
      if (value === undefined) return reply
      const name = findAllowed(request)
      const form = forms.get(name) ?? createForm()
      forms.set(name, form)
      noteValue(form, pageOf(value))
      if (/;\s*charset=/i.test(headerOf(reply, 'content-type') ?? '')) form.hasCharset = true
      return reply
    },
  }
}

/** What a body has once more around it is one difference, and the page is as it would be without. */
function pageOf(body: unknown): unknown {
  const list = findList(body)
  return list?.within === undefined ? body : (list.page ?? list.items)
}
