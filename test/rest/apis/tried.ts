// What the tests of all doors send to each API.

import type { Service } from '../../../src/engine/scenario/service.ts'
import type { SimulatorTypes } from '../../../src/engine/simulator/simulator.ts'
import { service as courses } from './courses.ts'
import { service as issues } from './issues.ts'
import { service as payments } from './payments.ts'

type Db = Readonly<Record<string, { list(): readonly Readonly<Record<string, unknown>>[] }>>

/** An API, with a list and a write that a client sends to it. */
export interface TriedApi {
  readonly name: string
  readonly service: Service<SimulatorTypes>
  readonly headers: Readonly<Record<string, string>>
  /** The first page of a list, with two records, and the operation that answers it. */
  readonly list: {
    readonly operation: string
    path(db: Db): string
    records(body: never): readonly unknown[]
    /** What leads to the second page, after the last record of the first. */
    next(last: unknown): string
  }
  readonly write: { readonly operation: string; readonly resource: string; path(db: Db): string; readonly body: string }
  /** Writes, of which the last one gets this status only under the usual answer. `{id}` is that of the one before. */
  readonly decided: { requests(db: Db): readonly (readonly [path: string, body: string])[]; readonly status: number }
  /** A value of one of its questions that is not the usual one. */
  readonly answer: Readonly<Record<string, string>>
  /** The scenario that it has beside the default one. */
  readonly scenario: string
}

const FORM = 'application/x-www-form-urlencoded'

const repoOf = ({ repos }: Db) => {
  const [first] = repos?.list() ?? []
  return `/repos/${first?.owner}/${first?.name}/issues`
}

export const tried: readonly TriedApi[] = [
  {
    name: 'issues',
    service: issues as Service<never>,
    headers: { authorization: 'Bearer t', 'content-type': 'application/json' },
    list: {
      operation: 'listIssues',
      path: (db) => `${repoOf(db)}?per_page=2`,
      records: (body: readonly unknown[]) => body,
      next: () => 'page=2',
    },
    write: { operation: 'createIssue', resource: 'issues', path: repoOf, body: '{"title":"It burns"}' },
    decided: { requests: (db) => [[repoOf(db), '{"title":"It burns","labels":["unheard of"]}']], status: 201 },
    answer: { unknownLabels: 'refused' },
    scenario: 'triage',
  },
  {
    name: 'payments',
    service: payments as Service<never>,
    headers: { authorization: 'Basic c2s6', 'content-type': FORM },
    list: {
      operation: 'listCharges',
      path: () => '/v1/charges?limit=2',
      records: ({ data }: { data: readonly unknown[] }) => data,
      next: (last) => `starting_after=${Reflect.get(last as object, 'id')}`,
    },
    write: {
      operation: 'createCharge',
      resource: 'charges',
      path: () => '/v1/charges',
      body: 'amount=500&currency=eur',
    },
    decided: {
      requests: () => [
        ['/v1/charges', 'amount=500&currency=eur'],
        ['/v1/charges/{id}/refund', ''],
      ],
      status: 400,
    },
    answer: { refundOfPending: 'waits' },
    scenario: 'empty',
  },
  {
    name: 'courses',
    service: courses as Service<never>,
    headers: { 'x-school-token': 't', 'content-type': 'application/json' },
    list: {
      operation: 'listCourses',
      path: () => '/api/v3/courses?page[size]=2',
      records: ({ data }: { data: { items: readonly unknown[] } }) => data.items,
      next: () => 'page[number]=2',
    },
    write: { operation: 'createCourse', resource: 'courses', path: () => '/api/v3/courses', body: '{"title":"Chess"}' },
    decided: {
      requests: () => [
        ['/api/v3/courses', '{"title":"Chess","places":0}'],
        ['/api/v3/courses/{id}/enrolments', '{"student":"Ida"}'],
      ],
      status: 409,
    },
    answer: { fullCourse: 'waits' },
    scenario: 'full',
  },
]
