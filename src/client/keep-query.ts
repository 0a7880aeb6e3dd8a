// What continues when the state of a session is replaced, as a query.

import type { OptionNames } from '../core/known-options.ts'
import type { ReplaceOptions } from '../core/sessions/session.ts'
import { assertOptions } from './assert-options.ts'

const OPTIONS: OptionNames<ReplaceOptions> = { keepRequests: true }

/** Builds the query for options. @throws ControlError for an unknown one */
export function buildKeepQuery(task: string, options: ReplaceOptions = {}): string {
  assertOptions(task, options, OPTIONS)
  const { keepRequests = false } = options
  return keepRequests ? '?keep=requests' : ''
}
