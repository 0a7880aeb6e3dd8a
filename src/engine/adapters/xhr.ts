// What MSW 2 lacks where it replaces XMLHttpRequest.

import type { ServiceResponse } from '../define/operation/messages.ts'

// MSW 2 replaces the XMLHttpRequest of jsdom and happy-dom. It supports neither `timeout` nor a body
// that breaks off, after which it would wait forever. MSW 3 keeps the XMLHttpRequest and intercepts
// the connection below it.

/** Whether a request comes from an XMLHttpRequest that MSW has replaced. */
export function isXhr(request: object): boolean {
  return findXhr(request) !== undefined
}

/** Turns a body that breaks off into a network error from the start, which is all that an XMLHttpRequest reports. */
export function breakAtOnce(serviceResponse: ServiceResponse): ServiceResponse {
  return breaksOff(serviceResponse) ? { ...serviceResponse, transportFault: { kind: 'reset' } } : serviceResponse
}

function breaksOff({ transportFault, body }: ServiceResponse): boolean {
  if (transportFault === undefined) return false
  switch (transportFault.kind) {
    case 'stall':
      return false
    case 'reset':
    case 'cut':
      return true
    case 'wrong-length':
      return transportFault.announced > body.length
  }
}

/**
 * Answers a request, and implements the `timeout` of an XMLHttpRequest that MSW has replaced. After
 * that time, the XMLHttpRequest gets its `timeout` event, and the response is dropped.
 *
 * @param answer answers the request; the signal that it gets aborts when the time is up
 */
export function answerInTime(
  request: Request,
  answer: (request: Pick<Request, 'signal'>) => Promise<Response>,
): Promise<Response> {
  const xhr = findXhr(request)
  if (xhr === undefined || xhr.timeout === 0) return answer(request)
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      controller.abort()
      endByTimeout(xhr)
    }, xhr.timeout)
    const inTime = <Value>(complete: (value: Value) => void) => {
      return (value: Value) => {
        if (controller.signal.aborted) return
        clearTimeout(timer)
        complete(value)
      }
    }
    answer(controller).then(inTime(resolve), inTime(reject))
  })
}

function endByTimeout(xhr: XMLHttpRequest): void {
  Reflect.defineProperty(xhr, 'readyState', { value: 4, configurable: true, enumerable: true, writable: true })
  // MSW has also registered this callback as a listener. It must be called only once.
  xhr.ontimeout = () => undefined
  xhr.dispatchEvent(new Event('readystatechange'))
  xhr.dispatchEvent(new ProgressEvent('timeout'))
  xhr.dispatchEvent(new ProgressEvent('loadend'))
}

// MSW stores the sender of a request under its own symbol.
function findXhr(request: object): XMLHttpRequest | undefined {
  const symbol = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'kRawRequest')
  const sender: unknown = symbol === undefined ? undefined : Reflect.get(request, symbol)
  return isXmlHttpRequest(sender) ? sender : undefined
}

function isXmlHttpRequest(sender: unknown): sender is XMLHttpRequest {
  return typeof sender === 'object' && sender !== null && 'responseType' in sender && 'timeout' in sender
}
