import type { ServiceResponse } from '../contract/messages.ts'
import { encodeBody } from '../contract/response-body.ts'

// MSW 2 answers in place of an XMLHttpRequest, as in jsdom and happy-dom. It knows neither its
// `timeout` nor a body that breaks off, after which it would wait forever. MSW 3 leaves the
// XMLHttpRequest as it is and answers the connection below.

/** Whether a request is one that MSW answers in place of an XMLHttpRequest. */
export function isXhr(request: object): boolean {
  return findXhr(request) !== undefined
}

/** Turns a body that breaks off into a network error from the start, which is all that an XMLHttpRequest would tell. */
export function breakAtOnce(serviceResponse: ServiceResponse): ServiceResponse {
  const { transportFault, body } = serviceResponse
  const isBroken =
    transportFault?.kind === 'cut' ||
    (transportFault?.kind === 'wrong-length' && transportFault.announced > encodeBody(body).length)
  return isBroken ? { ...serviceResponse, transportFault: { kind: 'cut', after: null } } : serviceResponse
}

/**
 * Answers a request, and keeps the `timeout` of an XMLHttpRequest that MSW answers in place of.
 * After that time, the XMLHttpRequest has its event, and the answer is dropped.
 *
 * @param answer is told by the signal when nobody waits any more
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
    const inTime = <Value>(settle: (value: Value) => void) => {
      return (value: Value) => {
        if (controller.signal.aborted) return
        clearTimeout(timer)
        settle(value)
      }
    }
    answer(controller).then(inTime(resolve), inTime(reject))
  })
}

function endByTimeout(xhr: XMLHttpRequest): void {
  Reflect.defineProperty(xhr, 'readyState', { value: 4, configurable: true, enumerable: true, writable: true })
  // MSW has registered this callback as a listener, too. It must be called once.
  xhr.ontimeout = () => undefined
  xhr.dispatchEvent(new Event('readystatechange'))
  xhr.dispatchEvent(new ProgressEvent('timeout'))
  xhr.dispatchEvent(new ProgressEvent('loadend'))
}

// MSW keeps what sent a request under a symbol of its own.
function findXhr(request: object): XMLHttpRequest | undefined {
  const symbol = Object.getOwnPropertySymbols(request).find(({ description }) => description === 'kRawRequest')
  const sender: unknown = symbol === undefined ? undefined : Reflect.get(request, symbol)
  return isXmlHttpRequest(sender) ? sender : undefined
}

function isXmlHttpRequest(sender: unknown): sender is XMLHttpRequest {
  return typeof sender === 'object' && sender !== null && 'responseType' in sender && 'timeout' in sender
}
