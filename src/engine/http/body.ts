// Bodies: bytes, and the only place where text is encoded.

import { ProblemError } from '../input/options/option-error.ts'
import { describeValue, isPromise } from '../input/text/describe-value.ts'

const KIBIBYTE = 1024

/** What is read of a request, whatever adapter receives it: bytes of the target with the headers, and of the body. */
export const MOST_READ = { head: 64 * KIBIBYTE, headers: 1000, body: 10 * KIBIBYTE * KIBIBYTE } as const

/** Why a request with a longer target, with more or with longer headers is refused. */
export const HEAD_TOO_LARGE = { status: 431, detail: 'Request header fields too large' } as const

/** Bytes of a body. */
export type Body = Uint8Array<ArrayBuffer>

/** The body of a request without one. */
export const NO_BYTES: Body = new Uint8Array()

/** The body of a response: the bytes of its parts, one after another. Responses share parts, so nobody changes their bytes. */
export interface ResponseBody {
  /** How many bytes it has. */
  readonly length: number
  /** None of them is empty. Only `joinBody` replaces them. */
  parts: readonly Body[]
  /** What follows as time passes. Default: nothing, the parts are all of it. */
  readonly rest?: BodyRest
}

/** The part of a body that is not there yet. */
export interface BodyRest {
  readonly stream: ReadableStream<Body>
  /** Resolves at its end: with the first bytes and the length of all, and whether the client left before. */
  readonly over: Promise<{ readonly body: ResponseBody; readonly isAborted: boolean }>
}

/** The body of a response without one. */
export const NO_BODY: ResponseBody = { length: 0, parts: [] }

const encoder = new TextEncoder()

/** Returns the bytes of a text. */
export function encodeText(text: string): Body {
  return text === '' ? NO_BYTES : encoder.encode(text)
}

/** Writes the JSON of what a function of a service has returned. @throws Error that says what is no JSON */
export function writeJsonOf(of: string, value: unknown): string {
  const refuse = (why: string, cause?: unknown): never => {
    throw new ProblemError(
      { attempt: `write ${of}`, received: why, advice: 'It must be what JSON has, at once.' },
      { cause },
    )
  }
  if (isPromise(value)) return refuse('it is a promise')
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    return refuse((error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '', error)
  }
  return text ?? refuse(`it is ${describeValue(value)}`)
}

/** Builds the body of a response from a text. */
export function encodeBody(text: string): ResponseBody {
  return buildBody([encodeText(text)])
}

// Copying a small part costs less than sending it by itself.
const LEAST_PART = 1024
// Measured: what a part takes besides its bytes.
const PART_BYTES = 350

/** Builds the body of a response from its parts. It shares their memory, unless they are small. */
export function buildBody(all: readonly Body[]): ResponseBody {
  const parts: Body[] = []
  let length = 0
  for (const part of all) {
    if (part.length === 0) continue
    parts.push(part)
    length += part.length
  }
  const isJoined = parts.length > 1 && length < parts.length * LEAST_PART
  return { length, parts: isJoined ? [joinParts(parts, length)] : parts }
}

/** Returns the bytes of a body. They are copied once if it has several parts. */
export function joinBody(body: ResponseBody): Body {
  if (body.parts.length > 1) body.parts = [joinParts(body.parts, body.length)]
  return body.parts[0] ?? NO_BYTES
}

/** Copies parts into one. @param length that of all parts */
export function joinParts(parts: readonly Uint8Array[], length: number): Body {
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Returns at most how many bytes of memory a body keeps. Others may keep some of them, too. */
export function countPinned({ parts }: ResponseBody): number {
  let bytes = parts.length * PART_BYTES
  for (const { buffer } of parts) bytes += buffer.byteLength
  return bytes
}

/** Returns the text of a body. Bytes that are not UTF-8 become U+FFFD. */
export function decodeBody(body: Uint8Array): string {
  return new TextDecoder().decode(body)
}
