import { expect, test } from 'vitest'
import { parseDateTimeText, parseUnixTime } from '../../src/fastapi/scalars.ts'
import { createSimulator } from '../../src/index.ts'

const TOO_EARLY = 'dates before 0000 are not supported as unix timestamps'
const TOO_LATE = 'dates after 9999 are not supported as unix timestamps'
const YEAR_0 = 'year 0 is out of range'
const SEPARATOR = 'invalid date separator, expected `-`'
const YEAR = 'invalid character in year'
const END = 'unexpected extra characters at the end of the input'

// All expected values were recorded from pydantic 2.13.

test.for([
  ['1654646400', '2022-06-08T00:00:00Z'],
  ['+1654646400', '2022-06-08T00:00:00Z'],
  ['165464640', '1975-03-31T02:24:00Z'],
  ['20000000000', '2603-10-11T11:33:20Z'],
  ['20000000001', '1970-08-20T11:33:20.001000Z'],
  ['-20000000001', '1969-05-14T12:26:39.999000Z'],
  ['1654646400.', '2022-06-08T00:00:00Z'],
  ['1654646400.5', '2022-06-08T00:00:00.500000Z'],
  ['1654646400.5e3', '2022-06-08T00:00:00.500000Z'],
  ['-1654646400.25', '1917-07-26T23:59:59.750000Z'],
  ['.1654646400', '1970-01-01T00:00:00.165465Z'],
  ['253402300799999', '9999-12-31T23:59:59.999000Z'],
  ['-62135596800000', '0001-01-01T00:00:00Z'],
  ['9000000000000.75', '2255-03-14T16:00:00.000750Z'],
  ['-302037466064666.63', '1960-06-06T04:42:14.268374Z'],
  ['00000000000000000000001', '1970-01-01T00:00:01Z'],
  ['18446744073709551616', '1970-01-01T00:00:00Z'],
  ['2026-11-23', '2026-11-23T00:00:00Z'],
  ['2026-11-23T10:20Z', '2026-11-23T10:20:00Z'],
  ['2026-11-23 10:20:30,5+01:00', '2026-11-23T09:20:30.500000Z'],
  ['2026-11-23_10:20:30.1234567-0130', '2026-11-23T11:50:30.123456Z'],
  ['2024-02-29T23:59:59\u221200:30', '2024-03-01T00:29:59Z'],
] as const)('a date-time in a request %j is %s', ([text, value]) => {
  expect(parseDateTimeText(text)).toEqual({ value })
})

test.for([
  ['253402300800000', true, TOO_LATE],
  ['-62167219200001', true, TOO_EARLY],
  ['20000000000000000000', true, TOO_LATE],
  ['-62135596800001', false, YEAR_0],
  ['-62167219200000', false, YEAR_0],
  ['-62150000000000000.5', false, YEAR_0],
  ['0000-01-01T00:00:00Z', false, YEAR_0],
  ['253402300800000000.5', true, SEPARATOR],
  ['10000000000000000000', true, SEPARATOR],
  ['9223372036854775808.5', true, SEPARATOR],
  ['-9223372036854775808', true, YEAR],
  ['1654646400e3', true, SEPARATOR],
  ['1_654_646_400', true, YEAR],
  ['1654646400.5_5', true, SEPARATOR],
  ['1654646400.5 ', true, SEPARATOR],
  ['2026/11/23', true, SEPARATOR],
  ['202é-11-23', true, YEAR],
  ['2026-13-01', true, 'month value is outside expected range of 1-12'],
  ['2025-02-29', true, 'day value is outside expected range'],
  ['2026-11-23T24:00Z', true, END],
  ['2026-11-23T10:20:30+24:00', true, END],
  ['2026-11-23T10:20:30 Z', true, END],
  [`${'9'.repeat(400)}.5`, true, SEPARATOR],
] as const)(
  'a date-time in a request %j is invalid, tried as a date: %s, because of: %s',
  ([text, isTriedAsDate, message]) => {
    expect(parseDateTimeText(text)).toEqual({ issue: { isTriedAsDate, message } })
  },
)

test.for([
  [1_654_646_400n, '2022-06-08T00:00:00Z'],
  [20_000_000_001n, '1970-08-20T11:33:20.001000Z'],
  [-62_135_596_800_000n, '0001-01-01T00:00:00Z'],
  [1_654_646_400.5, '2022-06-08T00:00:00.500000Z'],
  [-1_654_646_400.25, '1917-07-26T23:59:59.250000Z'],
  [20_000_000_000.5, '2603-10-11T11:33:20.000500Z'],
  [1_654_646_400_000.5, '2022-06-08T00:00:00.000500Z'],
  [-20_917_268_903_391.12, '1307-02-27T23:31:36.608121Z'],
] as const)('a date-time in a request can be the number %s: %s', ([number, value]) => {
  expect(parseUnixTime(number)).toEqual({ value })
})

test.for([
  [253_402_300_800_000n, TOO_LATE],
  [Number.POSITIVE_INFINITY, TOO_LATE],
  [-62_135_596_800_001n, YEAR_0],
  [-62_167_219_200_001n, TOO_EARLY],
  [Number.NEGATIVE_INFINITY, TOO_EARLY],
  [Number.NaN, 'NaN values not permitted'],
] as const)('a date-time in a request cannot be the number %s: %s', ([number, message]) => {
  expect(parseUnixTime(number)).toEqual({ issue: { isTriedAsDate: false, message } })
})

test.for([
  ['1e999', 500, 'Internal Server Error'],
  [`1${'0'.repeat(300)}`, 422, '"type":"datetime_parsing"'],
  [`1${'0'.repeat(400)}`, 422, '"type":"datetime_type"'],
] as const)('a date-time in a request of a body cannot be %s', async ([number, status, text]) => {
  const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
  const response = await simulator.fetch(`/v1/projects/${simulator.db.deployments.list()[0]?.id}/deploy_logs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"start_time": ${number}}`,
  })
  expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(text)])
})

test('a date-time in a request of a query gets the error of the service', async () => {
  const simulator = createSimulator({ preset: 'langsmith', assumptions: { authentication: 'none' } })
  const id = simulator.db.deployments.list()[0]?.id
  const response = await simulator.fetch(`/v2/deployments/${id}/logs?start_time=-62167219200001`)
  expect([response.status, await response.json()]).toEqual([
    422,
    {
      detail: [
        {
          type: 'datetime_from_date_parsing',
          loc: ['query', 'start_time'],
          msg: `Input should be a valid datetime or date, ${TOO_EARLY}`,
          input: '-62167219200001',
          ctx: { error: TOO_EARLY },
        },
      ],
    },
  ])
})
