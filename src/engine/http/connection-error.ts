// Why a server could not be reached, and what to do.

const CHECK_PORT = 'Check the host and the port of the URL, and whether the service is running.'
const CHECK_SCHEME = 'Check whether the URL has to begin with https:// or http://.'

export interface ConnectionReason {
  /** What is wrong, without a full stop. */
  readonly received: string
  /** What to do, in sentences. */
  readonly advice: string
}

const REASONS: Readonly<Record<string, ConnectionReason>> = {
  ENOTFOUND: { received: 'its host name is unknown', advice: 'Check the URL.' },
  ECONNREFUSED: { received: 'nothing listens there', advice: CHECK_PORT },
  EHOSTUNREACH: { received: 'its host cannot be reached', advice: CHECK_PORT },
  ENETUNREACH: { received: 'its network cannot be reached', advice: CHECK_PORT },
  ERR_SSL_WRONG_VERSION_NUMBER: { received: 'it does not speak HTTPS', advice: CHECK_SCHEME },
  ERR_SSL_PACKET_LENGTH_TOO_LONG: { received: 'it does not speak HTTPS', advice: CHECK_SCHEME },
}

const OF_CERTIFICATE = /^CERT_|CERT_ALTNAME|SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|CERTIFICATE/
const OF_HTTP = /^HPE_/

/** Finds the reason of a code; undefined if the code says nothing that is known. */
export function findReason(code: string): ConnectionReason | undefined {
  const known = REASONS[code]
  if (known !== undefined) return known
  if (OF_CERTIFICATE.test(code)) {
    return {
      received: `its certificate is not trusted (${code})`,
      advice: 'If you trust it, set NODE_EXTRA_CA_CERTS to the file of the certificate, or of its authority.',
    }
  }
  return OF_HTTP.test(code) ? { received: `what it responds is not HTTP (${code})`, advice: CHECK_SCHEME } : undefined
}

/** Finds what a request failed with. `fetch` hides it in a cause. If a host has several addresses, each has an error. */
export function findCause(error: unknown): { code: string; message: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const [first = cause] = cause instanceof AggregateError ? cause.errors : []
  const { code = '', message = String(first) } = first as { readonly code?: unknown; readonly message?: string }
  return { code: String(code), message }
}
