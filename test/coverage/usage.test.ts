import { expect, test } from 'vitest'
import { formatUsage } from '../../src/engine/reports/coverage/format-usage.ts'
import { mergeUsage } from '../../src/engine/reports/coverage/usage.ts'
import { questions } from '../../src/service/assumptions/questions.ts'

test('a table lists the assumptions that requests depended on, the most frequent first', () => {
  const usage = mergeUsage([
    { requests: 9, assumptions: { timestampFormat: 1, authentication: 9 } },
    { requests: 3, assumptions: { authentication: 3 } },
  ])
  expect(formatUsage(questions, usage).replace(/of \d+$/m, 'of all')).toMatchInlineSnapshot(`
    "Assumptions: 12 requests depended on 2 of all

      12  authentication   Which credentials are required?
       1  timestampFormat  How are date-times written?"
  `)
})

test('no table is necessary if no request depended on an assumption', () => {
  expect(formatUsage(questions, { requests: 1, assumptions: {} })).toBe(
    'Assumptions: none of 1 request depended on one.',
  )
  expect(formatUsage(questions, { requests: 2, assumptions: {} })).toBe(
    'Assumptions: none of 2 requests depended on one.',
  )
})
