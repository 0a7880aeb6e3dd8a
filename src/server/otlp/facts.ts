// What of a request its span says. Loaded with every server, unlike the files that send spans.

import { type Operation, templateOf } from '../../engine/contract/operation/operation.ts'
import { hideSecrets } from '../../engine/input/text/secrets.ts'
import { readStatus } from '../../engine/journal/sent-response.ts'
import { readTraceParent, type TraceParent } from '../../engine/journal/trace-parent.ts'
import { ownText } from '../../engine/limits/own-text.ts'
import type { ServedRequest } from '../../engine/sessions/events/event-source.ts'

/** What a span says about a request. It does not refer to the world that the request met. */
export interface SpanFacts
  extends Pick<ServedRequest['record'], 'method' | 'received' | 'milliseconds' | 'assumptions'> {
  readonly id: number
  readonly session: string
  readonly parent: TraceParent | undefined
  readonly path: string
  /** The path of its operation, with placeholders. */
  readonly route: string | undefined
  readonly operation: string | undefined
  readonly status: number | null
  readonly faults: readonly string[]
  readonly dependsOn: readonly (keyof SpanFacts['assumptions'])[]
}

const MOST_OF_PATH = 500
const MOST_FAULTS = 20
const MOST_OF_FAULT = 100

/** Takes from a request what its span needs. Every request pays for this if there are spans. */
export function takeFacts({ id, session, record }: ServedRequest, operations: readonly Operation[]): SpanFacts {
  const { method, path, received, milliseconds, assumptions, outcome, faults, headers } = record
  const operation = operations.find(({ name }) => name === outcome.operation)
  return {
    id,
    session,
    method,
    received,
    milliseconds,
    assumptions,
    path: ownText(hideSecrets(path.slice(0, MOST_OF_PATH))),
    route: operation && templateOf(operation, assumptions),
    parent: readTraceParent(headers),
    operation: outcome.operation,
    status: readStatus(outcome),
    faults: faults.slice(0, MOST_FAULTS).map((fault) => ownText(fault.id.slice(0, MOST_OF_FAULT))),
    dependsOn: outcome.dependsOn,
  }
}
