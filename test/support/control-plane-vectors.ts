import { readFileSync } from 'node:fs'
import { isJsonObject, type JsonValue } from '../../src/engine/input/json/json-value.ts'
import { decodeJsonText, readJson } from '../../src/fastapi/json/read-json.ts'

/** A request to the control plane, and the response of the real service's framework to it. */
export interface ControlPlaneVector {
  readonly case: string
  readonly operation: string
  readonly method: string
  readonly target: string
  /** A header with several values is sent several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
  /** A body that is not UTF-8. */
  readonly bodyBase64?: string
  readonly status: number
  readonly response_headers: Readonly<Record<string, string>>
  readonly json?: unknown
  /** The response, if JavaScript would not write its JSON in the same way. */
  readonly text?: string
  readonly parsed?: unknown
}

/** The host that the recorded application was called with. */
export const RECORDED_HOST = 'control-plane.test'

const file = new URL('../../fixtures/control-plane-vectors.json', import.meta.url)

const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: ControlPlaneVector[] }

/** The recorded vectors of each operation. Those of no operation are called `routing`. */
export const controlPlaneVectors = [...new Set(vectors.map(({ operation }) => operation))].map((operation) => ({
  operation,
  vectors: vectors.filter((vector) => vector.operation === operation),
}))

/** The bytes of the request's body; undefined if it has none. */
export function bodyOf({ body, bodyBase64 }: ControlPlaneVector): Buffer | undefined {
  if (bodyBase64 !== undefined) return Buffer.from(bodyBase64, 'base64')
  return body === undefined ? undefined : Buffer.from(body)
}

/** The headers of the request, each as often as it is sent. */
export function headersOf({ headers = {} }: ControlPlaneVector): [string, string][] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): [string, string] => [name, String(value)]),
  )
}

/** Whether the framework accepted the request. */
export function isAccepted({ status }: ControlPlaneVector): boolean {
  return status < 300
}

/** The body of the response as text. */
export function textOf({ text, json }: ControlPlaneVector): string {
  return text ?? (json === undefined ? '' : JSON.stringify(json))
}

/** What the handler received of an accepted request, with numbers as Python has them. */
export function parsedOf({ text, parsed }: ControlPlaneVector): JsonValue {
  const value = toJson(text ?? JSON.stringify({ parsed }))
  return isJsonObject(value)
    ? ((value instanceof Map ? value : new Map(Object.entries(value))).get('parsed') ?? null)
    : null
}

/** The JSON of the request's body. */
export function jsonOf(vector: ControlPlaneVector): JsonValue {
  return toJson(decodeJsonText(bodyOf(vector) ?? new Uint8Array()) ?? '')
}

function toJson(text: string): JsonValue {
  const read = readJson(text)
  if (typeof read === 'string' || !('value' in read)) throw new Error(`A vector is not JSON: ${text}`)
  return read.value
}
