// Which parts of the contract the requests have covered.

import * as z from 'zod'
import { nothing } from '../../http/operation-declaration.ts'
import type { WatchedCoverage } from '../../reports/coverage/coverage-watches.ts'
import { type ControlOperation, defineControl } from '../control-operation.ts'
import { json } from '../requests/control-responses.ts'
import { countSchema } from '../shared/fields.ts'

const caseSchema = z.strictObject({
  id: z.string().describe('The id of the case within its operation.'),
  title: z.string().describe('What happens in it.'),
  covered: z.boolean().describe('Whether it happened.'),
  requests: countSchema.describe('In how many requests it happened.'),
})

const operationSchema = z.strictObject({
  name: z.string().describe('The operation, or `no operation` for requests that match none.'),
  covered: countSchema.describe('How many of its cases happened.'),
  total: countSchema.describe('How many cases it has.'),
  overridden: countSchema.describe('How many requests a handler or a fault answered with a response of its own.'),
  cases: z.array(caseSchema).describe('Its cases.'),
})

const coverageSchema = z.strictObject({
  since: z.string().describe('The time of the machine since when requests are counted.'),
  missed: countSchema.describe('How many requests were not counted, because there were too many at once.'),
  covered: countSchema.describe('How many cases happened.'),
  total: countSchema.describe('How many cases there are.'),
  operations: z.array(operationSchema).describe('The cases by operation.'),
})

/** The contract coverage of a running session. */
export type ControlCoverage = z.output<typeof coverageSchema>

export const coverageOperations: readonly ControlOperation[] = [
  defineControl({
    name: 'getCoverage',
    request: 'GET /coverage',
    summary:
      'Which parts of the contract were covered, in this session or, for the simulator’s own session, in all of them. It counts from the first time that it is read, and begins with the requests in the request log.',
    responses: { 200: json(coverageSchema) },
    run: ({ session, coverage }) => describeCoverage(coverage.read(session)),
  }),
  defineControl({
    name: 'clearCoverage',
    request: 'DELETE /coverage',
    summary: 'Counts the coverage anew from now on.',
    responses: { 204: nothing },
    run: ({ session, coverage }) => coverage.clear(session),
  }),
]

function describeCoverage({ since, missed, report }: WatchedCoverage): ControlCoverage {
  const { covered, total } = report
  const operations = report.operations.map(({ operation, covered, total, overridden, subjects }) => ({
    name: operation,
    covered,
    total,
    overridden,
    cases: subjects.flatMap(({ subject, cases }) =>
      cases.map(({ name, times }) => ({
        id: `${subject}/${name}`,
        title: `${subject}: ${name}`,
        covered: times > 0,
        requests: times,
      })),
    ),
  }))
  return { since, missed, covered, total, operations }
}
