// Splits texts into what is replaced as a whole.

/** A piece of a text. Together, the pieces are the text. */
export interface Piece {
  /**
   * - `sign`: everything but letters and digits, and the words of formats, such as `https://`. It is not replaced.
   * - `uuid`, `address` (of IPv4), `hex`: an id or a digest of that form.
   * - `mixed`: letters and digits in turn, as in a random text.
   * - `letters`, `digits`: a word or a number.
   */
  readonly kind: 'sign' | 'uuid' | 'address' | 'hex' | 'mixed' | 'letters' | 'digits'
  readonly text: string
}

// Words of formats say nothing about their service.
const SCHEMES = 'https?|wss?|postgres(?:ql)?|mysql|mongodb(?:\\+srv)?|rediss?|amqps?|kafka|s3|gs|git|ssh|ftp|oci|docker'
const PIECES = new RegExp(
  [
    String.raw`(?<sign>(?<![\p{L}\p{N}+.-])(?:${SCHEMES}):\/\/|(?<![\p{L}\p{N}])sha(?:256|384|512)(?=:)|^refs\/(?:heads|tags)\/)`,
    String.raw`(?<uuid>(?<![\p{L}\p{N}])[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}(?![\p{L}\p{N}]))`,
    String.raw`(?<address>(?<![\p{L}\p{N}.])\d{1,3}(?:\.\d{1,3}){3}(?![\p{L}\p{N}]|\.\d))`,
    String.raw`(?<chunk>[\p{L}\p{M}\p{N}]+)`,
    String.raw`(?<other>[^\p{L}\p{M}\p{N}]+)`,
  ].join('|'),
  'giu',
)

const HEX = /^(?=.*\d)(?=.*[a-fA-F])(?:[\da-f]{16,}|[\dA-F]{16,})$/
const RUNS = /[\p{L}\p{M}]+|\p{N}+/gu
// Upper case begins a word, unless it continues a word in capitals: `checkoutApi`, `HTTPServer`.
const WORDS = /\p{Lu}+(?![\p{Ll}\p{M}])|\p{Lu}?[^\p{Lu}]+/gu
// Names such as `k8s` and `i18n` have no more.
const MOST_RUNS = 3

export function splitText(text: string): Piece[] {
  return [...text.matchAll(PIECES)].flatMap(({ 0: found, groups = {} }): Piece[] => {
    if (groups.uuid !== undefined) return [{ kind: 'uuid', text: found }]
    if (groups.address !== undefined) return [{ kind: 'address', text: found }]
    return groups.chunk === undefined ? [{ kind: 'sign', text: found }] : splitChunk(found)
  })
}

function splitChunk(chunk: string): Piece[] {
  if (HEX.test(chunk)) return [{ kind: 'hex', text: chunk }]
  const runs = chunk.match(RUNS) ?? []
  if (runs.length > MOST_RUNS) return [{ kind: 'mixed', text: chunk }]
  return splitRuns(chunk)
}

/** Splits letters and digits into words and numbers. */
export function splitRuns(chunk: string): Piece[] {
  return (chunk.match(RUNS) ?? []).flatMap((run): Piece[] => {
    if (/^\p{N}/u.test(run)) return [{ kind: 'digits', text: run }]
    return (run.match(WORDS) ?? []).map((word) => ({ kind: 'letters', text: word }))
  })
}
