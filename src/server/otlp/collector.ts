// Where spans are sent. Loaded with every server, unlike the files that send spans.

import { assertKnownOptions, type OptionNames } from '../../engine/input/options/known-options.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { quote } from '../../engine/input/text/quote.ts'

/** Where spans are sent. */
export interface OtlpOptions {
  /** The URL of a collector, such as `http://127.0.0.1:4318`. Without `/v1/traces` at its end, that is added. */
  url: string
  /** Headers for the collector, such as one with a key. Default: none. */
  headers?: Readonly<Record<string, string>>
}

export type TraceCollector = ReturnType<typeof readCollector>

const OPTIONS: OptionNames<OtlpOptions> = { url: 'text', headers: 'fields' }

/** Checks where spans are sent. @throws OptionError without the values of headers, which may be keys */
export function readCollector(options: OtlpOptions) {
  assertKnownOptions('send spans', options, OPTIONS)
  return { target: readTarget(options.url), headers: readHeaders(options.headers ?? {}) }
}

function readTarget(url = ''): string {
  const target = URL.canParse(url) ? new URL(url) : undefined
  if (target === undefined || !/^https?:$/.test(target.protocol) || target.username !== '') {
    throw new OptionError({
      attempt: `send spans to ${quote(url)}`,
      received: 'it is not the URL of a collector',
      advice: 'Use one such as http://127.0.0.1:4318, with credentials in headers.',
    })
  }
  if (!target.pathname.endsWith('/v1/traces')) target.pathname = `${target.pathname.replace(/\/+$/, '')}/v1/traces`
  return target.href
}

function readHeaders(headers: Readonly<Record<string, string>>): Headers {
  try {
    return new Headers({ ...headers, 'content-type': 'application/json' })
  } catch {
    const names = Object.keys(headers).map((name) => quote(name))
    throw new OptionError({
      attempt: 'send spans',
      received: `the headers ${names.join(', ')} cannot be sent`,
      advice: 'Use names and values that HTTP allows.',
    })
  }
}
