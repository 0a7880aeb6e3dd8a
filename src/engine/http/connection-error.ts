// Why a server could not be reached, and what to do.

const CHECK_PORT = 'Check the host and the port of the URL, and whether the service is running.'
const CHECK_SCHEME = 'Check whether the URL has to begin with https:// or http://.'

const REASONS: readonly (readonly [codes: RegExp, received: string, advice: string])[] = [
  [/^ENOTFOUND$/, 'its host name is unknown', 'Check the URL.'],
  [/^ECONNREFUSED$/, 'nothing listens there', CHECK_PORT],
  [/^EHOSTUNREACH$/, 'its host cannot be reached', CHECK_PORT],
  [/^ENETUNREACH$/, 'its network cannot be reached', CHECK_PORT],
  [/^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/, 'it does not speak HTTPS', CHECK_SCHEME],
  [
    /^CERT_|CERT_ALTNAME|SELF_SIGNED|^UNABLE_TO_(?:GET|VERIFY)|CERTIFICATE/,
    'its certificate is not trusted (CODE)',
    'If you trust it, set NODE_EXTRA_CA_CERTS to the file of the certificate, or of its authority.',
  ],
  [
    /HEADERS?_OVERFLOW$/,
    'its response has longer headers than Node reads',
    'Allow more with NODE_OPTIONS=--max-http-header-size=131072.',
  ],
  [/^HPE_/, 'what it responds is not HTTP (CODE)', CHECK_SCHEME],
]

/** Finds what is wrong, without a full stop, and what to do; undefined if the code says nothing that is known. */
export function findReason(code: string): { received: string; advice: string } | undefined {
  const known = REASONS.find(([codes]) => codes.test(code))
  return known && { received: known[1].replace('CODE', code), advice: known[2] }
}

/** Finds what a request failed with. `fetch` hides it in a cause. If a host has several addresses, each has an error. */
export function findCause(error: unknown): { code: string; message: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const [first = cause] = cause instanceof AggregateError ? cause.errors : []
  const { code = '', message = String(first) } = first as { readonly code?: unknown; readonly message?: string }
  return { code: String(code), message }
}
