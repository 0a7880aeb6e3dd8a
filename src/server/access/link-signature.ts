import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto'
import type { ControlRefusal } from '../../engine/control/shared/control-failure.ts'
import { parseQuery } from '../../engine/http/query.ts'
import { showText } from '../../engine/input/text/quote.ts'

const PARAMETER = 'signature'
const PURPOSE = 'deploymock: demo links, version 1'
const KEY_BYTES = 32

/**
 * Creates the signature of a server's links. It needs no memory: every server with the token accepts the
 * links of the others, also after a restart, and none does when the token has changed.
 */
export function createLinkSignature(token: string) {
  let key: Buffer | undefined
  // Derived slowly and only once, because whoever has a link could otherwise guess a short token quickly.
  const sign = (query: string): string => {
    key ??= scryptSync(token, PURPOSE, KEY_BYTES)
    return createHmac('sha256', key).update(writeCanonically(query)).digest('base64url')
  }
  return {
    sign,
    /** Returns why a link may not be opened, or undefined if it may. @param query with its signature */
    findRefusal(query: string): ControlRefusal | undefined {
      const parameters = parseQuery(query)
      const signatures = parameters.get(PARAMETER) ?? []
      const [signature = ''] = signatures
      if (signatures.length !== 1 || !isSame(signature, sign(query))) return FORGED
      const expires = parameters.get('expires')?.at(-1) ?? ''
      // A time that is none counts as expired.
      return Date.now() < Date.parse(expires) ? undefined : refuseExpired(expires)
    },
  }
}

export function isSigned(query: string): boolean {
  return parseQuery(query).has(PARAMETER)
}

/** Compares two texts in a time that tells nothing about them: as digests, which have equal lengths. */
export function isSame(received: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(received), digest(expected))
}

// What is signed is what the operation reads: every value of every parameter, decoded by the same parser. Only
// the order of different parameters and their encoding do not matter.
function writeCanonically(query: string): string {
  const parameters = [...parseQuery(query)].filter(([name]) => name !== PARAMETER)
  return JSON.stringify(parameters.sort(([a], [b]) => (a < b ? -1 : 1)))
}

const FORGED: ControlRefusal = {
  status: 403,
  message:
    'Failed to open the link: its signature is wrong. It was changed or cut off, or the server has another token now. Ask for a new link.',
}

function refuseExpired(expires: string): ControlRefusal {
  const message = `Failed to open the link: it expired at ${showText(expires)}. Ask for a new link.`
  return { status: 403, message }
}
