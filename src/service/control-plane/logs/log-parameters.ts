// The parameters that several lists of log lines have.

import type { Parameters } from '../../../engine/define/operation/parameter.ts'
import { LOG_LEVELS } from '../../rollouts/log-line.ts'

/** The range of times of the lines. */
export const timeRange = {
  start_time: { in: 'query', kind: 'dateTime', description: 'Selects the lines of this time and later ones.' },
  end_time: { in: 'query', kind: 'dateTime', description: 'Selects the lines of this time and earlier ones.' },
} as const satisfies Parameters

/** The order of the lines. */
export const order = {
  in: 'query',
  kind: 'choice',
  description: 'Whether the oldest lines come first (`asc`) or the newest (`desc`).',
  choices: ['asc', 'desc'],
  fallback: 'asc',
} as const

/** What the lines are searched for. */
export const search = {
  query: { in: 'query', kind: 'text', description: 'Selects lines that contain this text.' },
  level: { in: 'query', kind: 'choice', description: 'Selects lines by their level.', choices: LOG_LEVELS },
  run_id: { in: 'query', kind: 'text', description: 'Selects the lines of a run.' },
} as const satisfies Parameters

/** The page, and the search after it. */
export const offsetPages = {
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
