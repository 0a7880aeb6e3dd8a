// The text of a JSON body, in one of the encodings that Python detects.

const MOST_CODE_POINTS = 8192
// Characters of one byte to four end before these first bytes, and before these code points.
const FIRST_BYTES = [0xc0, 0xe0, 0xf0, 0xf8]
const CODE_POINTS = [0x80, 0x800, 0x10000, 0x110000]

interface Encoding {
  readonly bytesPerUnit: 1 | 2 | 4
  readonly isLittle: boolean
  /** The length of the byte order mark. */
  readonly skip: number
}

/** Decodes a JSON body as Python does, with halves of surrogate pairs. Returns undefined if the bytes are invalid. */
export function decodeJsonText(bytes: Uint8Array): string | undefined {
  const { bytesPerUnit, isLittle, skip } = detectEncoding(bytes)
  const content = bytes.subarray(skip)
  if (bytesPerUnit === 1) return decodeUtf8(content) ?? decodeWithSurrogates(content)
  if (content.length % bytesPerUnit !== 0) return undefined
  return bytesPerUnit === 2 ? decodeUtf16(content, isLittle) : decodeUtf32(content, isLittle)
}

/** Decodes UTF-8. A byte order mark stays. Returns undefined if the bytes are invalid. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const UTF_8: Encoding = { bytesPerUnit: 1, isLittle: false, skip: 0 }
const UTF_16_BE: Encoding = { bytesPerUnit: 2, isLittle: false, skip: 0 }
const UTF_16_LE: Encoding = { bytesPerUnit: 2, isLittle: true, skip: 0 }
const UTF_32_BE: Encoding = { bytesPerUnit: 4, isLittle: false, skip: 0 }
const UTF_32_LE: Encoding = { bytesPerUnit: 4, isLittle: true, skip: 0 }

// The start of a body in hexadecimal, in the order in which Python tries them. Without a byte order mark, the zeros of
// the first ASCII characters tell the encoding.
const STARTS: readonly (readonly [RegExp, Encoding])[] = [
  [/^0000feff/, { ...UTF_32_BE, skip: 4 }],
  [/^fffe0000/, { ...UTF_32_LE, skip: 4 }],
  [/^feff/, { ...UTF_16_BE, skip: 2 }],
  [/^fffe/, { ...UTF_16_LE, skip: 2 }],
  [/^efbbbf/, { ...UTF_8, skip: 3 }],
  [/^0000..../, UTF_32_BE],
  [/^00......|^00..$/, UTF_16_BE],
  [/^..000000/, UTF_32_LE],
  [/^..00....|^..00$/, UTF_16_LE],
]

function detectEncoding(bytes: Uint8Array): Encoding {
  const start = Array.from(bytes.subarray(0, 4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return STARTS.find(([pattern]) => pattern.test(start))?.[1] ?? UTF_8
}

function decodeUtf16(bytes: Uint8Array, isLittle: boolean): string {
  return decodeUnits(bytes, 2, (view, place) => view.getUint16(place, isLittle))
}

function decodeUtf32(bytes: Uint8Array, isLittle: boolean): string | undefined {
  try {
    return decodeUnits(bytes, 4, (view, place) => view.getUint32(place, isLittle))
  } catch {
    // A number is no code point.
    return undefined
  }
}

function decodeUnits(bytes: Uint8Array, size: number, read: (view: DataView, place: number) => number): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const parts: string[] = []
  for (let start = 0; start < bytes.length; start += MOST_CODE_POINTS * size) {
    const units: number[] = []
    const end = Math.min(bytes.length, start + MOST_CODE_POINTS * size)
    for (let place = start; place < end; place += size) units.push(read(view, place))
    parts.push(String.fromCodePoint(...units))
  }
  return parts.join('')
}

// A decoder for each part between two halves would take seconds for a body with many of them.
function decodeWithSurrogates(bytes: Uint8Array): string | undefined {
  const parts: string[] = []
  let points: number[] = []
  for (let place = 0; place < bytes.length; ) {
    const point = readCodePoint(bytes, place)
    if (point === undefined) return undefined
    points.push(point)
    place += countBytes(point)
    if (points.length < MOST_CODE_POINTS) continue
    parts.push(String.fromCodePoint(...points))
    points = []
  }
  return parts.join('') + String.fromCodePoint(...points)
}

function readCodePoint(bytes: Uint8Array, place: number): number | undefined {
  const first = bytes[place] ?? 0
  if (first < 0x80) return first
  const length = FIRST_BYTES.findIndex((least) => first < least) + 1
  if (length < 2) return undefined
  let point = first & (0x7f >> length)
  for (let offset = 1; offset < length; offset += 1) {
    const next = bytes[place + offset] ?? 0
    if ((next & 0xc0) !== 0x80) return undefined
    point = (point << 6) | (next & 0x3f)
  }
  return countBytes(point) === length ? point : undefined
}

/** Counts the bytes of a code point in UTF-8. */
function countBytes(point: number): number {
  return CODE_POINTS.findIndex((least) => point < least) + 1
}
