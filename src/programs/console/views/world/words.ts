// Times, steps and fields in words.

import type { TimelineState } from '../../../../entries/client/index.ts'
import { nameFault } from '../faults/fault-actions.ts'

type ShownStep = Pick<TimelineState['entries'][number], 'id' | 'name' | 'resource' | 'set' | 'removes'>

const MOST_CHARACTERS = 60

/** Writes a time of the world: 2026-11-23 10:30:00 UTC. */
export function formatMoment(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`
}

/** Writes a time as briefly as possible beside another one: without the day if it is the same. */
export function formatBeside(time: string, beside: string): string {
  return time.slice(0, 10) === beside.slice(0, 10) ? time.slice(11, 19) : formatMoment(time).slice(0, 19)
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const

/** Writes a span of time in its two largest units: 1 minute 30 seconds. */
export function formatSpan(milliseconds: number): string {
  let rest = Math.max(0, Math.ceil(milliseconds / 1000))
  const parts: string[] = []
  for (const [unit, seconds] of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count} ${unit}${count === 1 ? '' : 's'}`)
  }
  return parts.slice(0, 2).join(' ') || '0 seconds'
}

export function nameStep({ resource, name, id }: ShownStep): string {
  const text = resource === 'faults' ? nameFault({ id }) : name || id
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text
}

/** Says what a step does: `status becomes READY`, or `begins: responds with 503`. */
export function describeStep({ resource, name, set, removes }: ShownStep): string {
  if (resource === 'faults') return removes ? 'ends' : `begins: ${name}`
  if (removes) return 'is removed'
  const fields = Object.entries(set ?? {}).filter(([, value]) => typeof value !== 'object')
  const status = fields.find(([field]) => field === 'status')
  const shown = status === undefined ? fields.slice(0, 2) : [status]
  return shown.map(([field, value]) => `${nameField(field)} becomes ${value}`).join(', ') || 'changes'
}

export function nameField(field: string): string {
  return field.replaceAll('_', ' ')
}
