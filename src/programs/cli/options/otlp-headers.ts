import { OptionError } from '../../../engine/input/options/option-error.ts'

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
