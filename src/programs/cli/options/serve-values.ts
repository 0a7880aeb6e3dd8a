// The values of the options of `serve`. Invalid ones are rejected before anything is built.

import { setFlagsFromString } from 'node:v8'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { MEGABYTE } from '../../../engine/limits/byte-budget.ts'
import { readHeapLimit } from '../../../memory-limit.ts'

/** Creates a parser that only checks a text. @param check throws if it is invalid */
export function parseChecked(check: (text: string) => unknown): (text: string) => string {
  return (text) => {
    check(text)
    return text
  }
}

/** Parses the text of `--trust-proxy`: a number, or addresses that the server checks. */
export function parseTrustedProxies(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Reads the headers for a collector from a variable: a key among the arguments would be in the list of processes. */
export function readOtlpHeaders(environment: NodeJS.ProcessEnv = process.env): Readonly<Record<string, string>> {
  const pairs = (environment.OTEL_EXPORTER_OTLP_HEADERS ?? '').split(',').filter((pair) => pair.trim() !== '')
  return Object.fromEntries(pairs.map(readPair))
}

function readPair(pair: string): [name: string, value: string] {
  const [name = '', ...value] = pair.split('=')
  try {
    if (name.trim() !== '' && value.length > 0) return [name.trim(), decodeURIComponent(value.join('=').trim())]
  } catch {
    // It is not percent-encoded.
  }
  throw new OptionError({
    attempt: 'read OTEL_EXPORTER_OTLP_HEADERS',
    received: 'a part of it is not NAME=VALUE',
    advice: 'Use NAME=VALUE,NAME=VALUE, with percent-encoded values.',
  })
}

/** Checks a limit. @throws OptionError if Node may use less: the process would end before it reaches the limit */
export function assertMemory(megabytes: number | undefined): void {
  const most = Math.floor((readHeapLimit() ?? Number.POSITIVE_INFINITY) / MEGABYTE)
  if (megabytes === undefined || megabytes <= most) return
  throw new OptionError({
    attempt: `use ${megabytes} MB`,
    received: `Node may use ${most} MB`,
    advice: `Set a lower limit, or start with NODE_OPTIONS=--max-old-space-size=${megabytes}.`,
  })
}

const GROWTH_PERCENT = 50

/** Lets Node collect garbage early, if the user limits the memory. By default, its heap grows to twice its use. */
export function collectEarly(megabytes: number | undefined): void {
  if (megabytes !== undefined) setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`)
}
