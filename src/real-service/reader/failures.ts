// Why a connection failed, in words.

import type { Trouble } from './trouble.ts'

const CHECK_PORT = 'Check the host and the port of the URL, and whether the service is running.'
const CHECK_SCHEME = 'Check whether the URL has to begin with https:// or http://.'

type Reason = Pick<Trouble, 'received' | 'advice'>

const REASONS: Readonly<Record<string, Reason>> = {
  ENOTFOUND: { received: 'its host name is unknown', advice: 'Check the URL.' },
  ECONNREFUSED: { received: 'nothing listens there', advice: CHECK_PORT },
  EHOSTUNREACH: { received: 'its host cannot be reached', advice: CHECK_PORT },
  ENETUNREACH: { received: 'its network cannot be reached', advice: CHECK_PORT },
  ERR_SSL_WRONG_VERSION_NUMBER: { received: 'it does not speak HTTPS', advice: CHECK_SCHEME },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: { received: 'it does not speak HTTPS', advice: CHECK_SCHEME },
}

// What ends a connection that worked, or may work the next time.
const PASSING: readonly string[] = [
  'EAI_AGAIN',
  'ECONNABORTED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]

const OF_CERTIFICATE = /^CERT_|CERT_ALTNAME|SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|CERTIFICATE/
const OF_HTTP = /^HPE_/

/** Describes why a request got no response. */
export function describeFailure(error: unknown): Trouble {
  const { code, message } = findCause(error)
  if (PASSING.includes(code)) {
    return { received: `the connection broke (${code})`, advice: 'Try again.', isPassing: true }
  }
  return { ...findReason(code, message), isPassing: false }
}

/** Describes that a response took too long. */
export function describeTimeout(milliseconds: number): Trouble {
  return {
    received: `no complete response within ${milliseconds / 1000} s`,
    advice: 'Try again, or set a longer --timeout.',
    isPassing: false,
  }
}

function findReason(code: string, message: string): Reason {
  const known = REASONS[code]
  if (known !== undefined) return known
  if (OF_CERTIFICATE.test(code)) {
    return {
      received: `its certificate is not trusted (${code})`,
      advice: 'If it is from an authority of your own, set NODE_EXTRA_CA_CERTS to the certificate of that authority.',
    }
  }
  if (OF_HTTP.test(code)) return { received: `what it responds is not HTTP (${code})`, advice: CHECK_SCHEME }
  return { received: code === '' ? message : `${message} (${code})`, advice: 'Check the URL.' }
}

// `fetch` hides the reason in a cause. If a host has several addresses, that contains an error for each.
function findCause(error: unknown): { code: string; message: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const [first = cause] = cause instanceof AggregateError ? cause.errors : []
  const { code = '', message = String(first) } = first as { readonly code?: unknown; readonly message?: string }
  return { code: String(code), message }
}
