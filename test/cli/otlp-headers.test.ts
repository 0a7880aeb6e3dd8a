import { expect, test } from 'vitest'
import { readOtlpHeaders } from '../../src/programs/cli/options/otlp-headers.ts'

test.for([
  [undefined, {}],
  ['', {}],
  ['x-key=secret', { 'x-key': 'secret' }],
  [' x-key = a%20b= , authorization=Basic%20YTpi,', { 'x-key': 'a b=', authorization: 'Basic YTpi' }],
] as const)('OTEL_EXPORTER_OTLP_HEADERS=%j sets the headers %j', ([text, headers]) => {
  expect(readOtlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text })).toEqual(headers)
})

test.for(['secret', '=secret', 'x-key=%secret'])('the headers %j are refused without their values', (text) => {
  const read = () => readOtlpHeaders({ OTEL_EXPORTER_OTLP_HEADERS: text })
  expect(read).toThrow(
    'Failed to read OTEL_EXPORTER_OTLP_HEADERS: a part of it is not NAME=VALUE. Use NAME=VALUE,NAME=VALUE, with percent-encoded values.',
  )
})
