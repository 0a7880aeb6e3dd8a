// The operations that list log lines, in pages with offsets or cursors.

import * as z from 'zod'
import { type Example, tryFirst } from '../../../engine/contract/operation/operation.ts'
import { object } from '../../../engine/contract/operation/responses.ts'
import {
  type BodyOf,
  choice,
  dateTime,
  defineModel,
  integer,
  optional,
  type Parameters,
  type ParameterValues,
  text,
  withDefault,
} from '../../../engine/contract/operation/value.ts'
import { formatMicroseconds } from '../../../engine/input/schemas/timestamp.ts'
import { writeTimestamp } from '../../../fastapi/wire-fields.ts'
import type { Assumptions } from '../../assumptions/assumptions.ts'
import type { Collections, OperationContext } from '../../operation.ts'
import { deployments } from '../../resources/deployments/deployments.ts'
import { revisions } from '../../resources/deployments/revisions.ts'
import { LOG_KINDS } from '../../rollouts/log-lines.ts'
import { LOG_LEVELS, type LogLine } from '../../rollouts/log-scripts.ts'
import { unknownDeployment } from '../deployments/deployments.ts'
import { unknownRevision } from '../revisions.ts'
import { defineBareOperation, defineLaterOperation, defineSeenOperation, idInPath } from '../upstream-operation.ts'
import { cursorOfAnotherLog, type LogChoice, offsetOfAnotherLog, readLogs } from './log-page.ts'

const logsRequest = defineModel('LogsRequest', {
  start_time: optional(dateTime()),
  end_time: optional(dateTime()),
  order: withDefault(choice(['asc', 'desc']), 'asc'),
  limit: withDefault(integer({ minimum: 1, maximum: 1000 }), 50),
  offset: optional(text()),
  query: optional(text()),
  level: optional(choice(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'])),
  run_id: optional(text()),
})

const timeRange = {
  start_time: { in: 'query', kind: 'dateTime', description: 'Selects the lines of this time and later ones.' },
  end_time: { in: 'query', kind: 'dateTime', description: 'Selects the lines of this time and earlier ones.' },
} as const satisfies Parameters

const order = {
  in: 'query',
  kind: 'choice',
  description: 'Whether the oldest lines come first (`asc`) or the newest (`desc`).',
  choices: ['asc', 'desc'],
  fallback: 'asc',
} as const

const search = {
  query: { in: 'query', kind: 'text', description: 'Selects lines that contain this text.' },
  level: { in: 'query', kind: 'choice', description: 'Selects lines by their level.', choices: LOG_LEVELS },
  run_id: { in: 'query', kind: 'text', description: 'Selects the lines of a run.' },
} as const satisfies Parameters

const offsetPages = {
  ...timeRange,
  order,
  limit: {
    in: 'query',
    kind: 'integer',
    description: 'The maximum number of lines to return.',
    fallback: 50n,
    minimum: 1,
    maximum: 1000,
  },
  offset: { in: 'query', kind: 'text', description: 'The `next_offset` of the previous page, to get the next page.' },
  ...search,
} as const satisfies Parameters

const lineWire = z.strictObject({
  id: z.string(),
  timestamp: z.union([z.int(), z.string()]),
  level: z.enum(LOG_LEVELS),
  message: z.string(),
})

// No page documents them.
const LINE = Object.keys(lineWire.shape)

const logsWire = z.strictObject({ logs: z.array(lineWire), next_offset: z.string().nullable() })
const logEntriesWire = z.strictObject({ items: z.array(lineWire), next_cursor: z.string().nullable() })

/** A page of a log, with the offset of the next one. */
const logs = object('Logs', logsWire)

/** A page of a log, with the cursor of the next one. */
const logEntries = object('LogEntries', logEntriesWire)

function tryRevision({ revisions }: Collections, parameter: string, more: Example): Example {
  return tryFirst(revisions, 'No logs to list: this world has no revision.', ({ deployment_id, id }) => ({
    path: { [parameter]: deployment_id, revision_id: id },
    ...more,
  }))
}

function toLogWire(lines: readonly LogLine[], assumptions: Assumptions): z.output<typeof lineWire>[] {
  return lines.map(({ id, time, level, message }) => ({
    id,
    timestamp: writeTime(time, assumptions),
    level,
    message,
  }))
}

function writeTime(time: number, assumptions: Assumptions): number | string {
  if (assumptions.logTimestamps === 'milliseconds') return time
  return writeTimestamp(formatMicroseconds(BigInt(time) * 1000n), assumptions)
}

const deployment_id = idInPath(deployments)
const revision_id = idInPath(revisions)

/** Lists what the revisions of a deployment logged while they were deployed and running. */
export const listDeploymentLogs = defineBareOperation({
  basis: { except: { 'documented: page': ['path', 'Logs'], 'seen: client': LINE } },
  name: 'listDeploymentLogs',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/logs',
  summary: 'Lists what the revisions of a deployment logged.',
  changesWithTime: true,
  parameters: { deployment_id, ...offsetPages },
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment],
  run: (context, { values }) =>
    readPage(context, values, { deploymentId: values.deployment_id, revisionId: null, kind: 'deploy' }),
})

export const listRevisionLogs = defineLaterOperation({
  basis: { except: { 'seen: client': LINE } },
  name: 'listRevisionLogs',
  method: 'GET',
  template: '/v2/deployments/{deployment_id}/revisions/{revision_id}/logs',
  summary: 'Lists the lines of a log of a revision.',
  changesWithTime: true,
  parameters: {
    deployment_id,
    revision_id,
    ...offsetPages,
    type: {
      in: 'query',
      kind: 'choice',
      description: 'The log of the build, or that of the deployment.',
      choices: LOG_KINDS,
      isRequired: true,
    },
  },
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment, unknownRevision],
  example: (db) => tryRevision(db, 'deployment_id', { query: { type: 'build' } }),
  run: (context, { values }) =>
    readPage(context, values, {
      deploymentId: values.deployment_id,
      revisionId: values.revision_id,
      kind: values.type === 'build' ? 'build' : 'deploy',
    }),
})

type OffsetPage = ParameterValues<typeof offsetPages> | BodyOf<typeof logsRequest>

function readPage(context: OperationContext, page: OffsetPage, which: LogChoice): z.output<typeof logsWire> {
  const found = readLogs(context, { ...page, ...which, place: page.offset, refusal: offsetOfAnotherLog })
  return { logs: toLogWire(found.lines, context.assumptions), next_offset: found.next }
}

export const listDeploymentLogEntries = defineLaterOperation({
  basis: { except: { guessed: LINE } },
  name: 'listDeploymentLogEntries',
  method: 'GET',
  template: '/v2/deployment-logs',
  summary: 'Lists the log lines of a deployment, in pages with cursors.',
  changesWithTime: true,
  parameters: {
    deployment_id: { ...deployment_id, in: 'query', isRequired: true },
    revision_id: { in: 'query', kind: 'uuid', description: 'The id of a revision. Default: all.' },
    log_type: {
      in: 'query',
      kind: 'choice',
      description: 'The log of the build, or that of the deployment.',
      choices: ['BUILD', 'DEPLOY'],
      fallback: 'DEPLOY',
    },
    ...timeRange,
    sort_order: order,
    page_size: {
      in: 'query',
      kind: 'integer',
      description: 'The maximum number of lines to return.',
      fallback: 20n,
      minimum: 1,
      maximum: 100,
    },
    cursor: { in: 'query', kind: 'text', description: 'The `next_cursor` of the previous page, to get the next page.' },
    ...search,
  },
  responses: { 200: logEntries },
  refusals: [cursorOfAnotherLog, unknownDeployment, unknownRevision],
  run(context, { values }) {
    const found = readLogs(context, {
      ...values,
      deploymentId: values.deployment_id,
      revisionId: values.revision_id,
      kind: values.log_type === 'BUILD' ? 'build' : 'deploy',
      order: values.sort_order,
      limit: values.page_size,
      place: values.cursor,
      refusal: cursorOfAnotherLog,
    })
    return { items: toLogWire(found.lines, context.assumptions), next_cursor: found.next }
  },
})

/** Lists what the revisions of a deployment logged while they were deployed and running. */
export const listProjectDeployLogs = defineSeenOperation({
  basis: { except: { guessed: ['run_id', '200'] } },
  name: 'listProjectDeployLogs',
  method: 'POST',
  template: '/v1/projects/{project_id}/deploy_logs',
  summary: 'Lists what the revisions of a deployment logged.',
  changesWithTime: true,
  parameters: { project_id: deployment_id },
  body: logsRequest,
  responses: { 200: logs },
  refusals: [offsetOfAnotherLog, unknownDeployment],
  example: () => ({ body: { limit: 100, order: 'desc' } }),
  run: (context, { values, body }) =>
    readPage(context, body, { deploymentId: values.project_id, revisionId: null, kind: 'deploy' }),
})

export const listProjectRevisionDeployLogs = defineProjectRevisionLogs('listProjectRevisionDeployLogs', 'deploy')

export const listProjectRevisionBuildLogs = defineProjectRevisionLogs('listProjectRevisionBuildLogs', 'build')

function defineProjectRevisionLogs<const Name extends string>(name: Name, kind: LogChoice['kind']) {
  return defineSeenOperation({
    basis: { except: { guessed: ['run_id', '200'] } },
    name,
    method: 'POST',
    template: `/v1/projects/{project_id}/revisions/{revision_id}/${kind}_logs`,
    summary: `Lists the lines of the ${kind} log of a revision.`,
    changesWithTime: true,
    parameters: { project_id: deployment_id, revision_id },
    body: logsRequest,
    responses: { 200: logs },
    refusals: [offsetOfAnotherLog, unknownDeployment, unknownRevision],
    example: (db) => tryRevision(db, 'project_id', { body: { limit: 100, order: 'desc' } }),
    run: (context, { values, body }) =>
      readPage(context, body, { deploymentId: values.project_id, revisionId: values.revision_id, kind }),
  })
}
