// What every form of a report says in sentences.

import { countOf } from '../../../engine/input/text/words.ts'
import { type FailureReport, listByVerdict, type ProbeReport } from './report.ts'

/** Says what was found, in one or two sentences. */
export function describeOutcome(report: ProbeReport): string {
  const unfinished = report.complete ? '' : ' The probe was interrupted, so this is not all.'
  return `${report.faults.length > 0 ? describeFaults(report) : describeAssumptions(report)}${unfinished}`
}

/** Says how many runs there were, and how many were not necessary. */
export function describeRuns({ runs, saved, draws, pairs, milliseconds }: ProbeReport): string {
  const parts = [
    `${countOf(runs, 'run')} in ${formatDuration(milliseconds)}`,
    ...(saved === 0 ? [] : [`${countOf(saved, 'run')} saved, because no request depended on their assumptions`]),
    ...(draws.tried === 0
      ? []
      : [`${countOf(draws.tried, 'random draw')} with ${pairs.covered} of ${countOf(pairs.total, 'pair')} of values`]),
    ...(draws.flaky === 0 ? [] : [`${countOf(draws.flaky, 'draw')} failed only once`]),
  ]
  return `${parts.join('; ')}.`
}

/** Why values could not be tried. */
export const REFUSED = 'Not tried, because the set-up of a test needs another value:'

/** Names the other tests that fail, as far as they are known. */
export function describeOthers({ others }: FailureReport): string | undefined {
  if (others === undefined) return undefined
  const { count, names } = others
  const more = count > names.length ? `, and ${(count - names.length).toLocaleString('en-US')} more` : ''
  return `${names.join(', ')}${more}`
}

/** Writes a duration for people. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.round(seconds)} s`
  const minutes = Math.floor(Math.round(seconds) / 60)
  const rest = Math.round(seconds) % 60
  return rest === 0 ? `${minutes} min` : `${minutes} min ${rest} s`
}

function describeAssumptions(report: ProbeReport): string {
  const depends = listByVerdict(report, 'depends').length
  const covered = report.entries.filter(({ verdict }) => verdict !== 'not covered').length
  const pairs =
    report.jointly.length === 0 ? '' : `, and on ${countOf(report.jointly.length, 'set')} of values together`
  const requests = `Its ${countOf(report.requests, 'request')} covered ${countOf(covered, 'assumption')}.`
  if (depends === 0 && report.jointly.length === 0) {
    return `${report.complete ? 'It depends on none of the assumptions that were tried.' : 'No other value has broken it so far.'} ${requests}`
  }
  return `It depends on ${countOf(depends, 'assumption')}${pairs}. ${requests}`
}

function describeFaults({ faults }: ProbeReport): string {
  const applied = faults.filter(({ verdict }) => verdict !== 'not applied')
  const survived = applied.filter(({ verdict }) => verdict === 'survives')
  return `It survives ${survived.length} of ${countOf(applied.length, 'fault')}.`
}
