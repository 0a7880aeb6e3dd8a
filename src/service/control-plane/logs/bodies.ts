// The bodies of requests for logs.

import {
  choice,
  dateTime,
  defineModel,
  integer,
  optional,
  text,
  withDefault,
} from '../../../engine/define/operation/body-value.ts'

/** `LogsRequest` of the service. */
export const logsRequest = defineModel('LogsRequest', {
  start_time: optional(dateTime()),
  end_time: optional(dateTime()),
  order: withDefault(choice(['asc', 'desc']), 'asc'),
  limit: withDefault(integer({ minimum: 1, maximum: 1000 }), 50),
  offset: optional(text()),
  query: optional(text()),
  level: optional(choice(['DEBUG', 'INFO', 'WARNING', 'ERROR', 'CRITICAL'])),
  run_id: optional(text()),
})
