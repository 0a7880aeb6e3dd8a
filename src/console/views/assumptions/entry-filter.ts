// Finds assumptions by text, and those that matter.

import type { AssumptionEntry } from '../../../client/index.ts'

/** Which assumptions to show. */
export type Shown = 'all' | 'used' | 'changed'

/** Whether its value differs from that of the preset. */
export function isChanged({ value, preset }: AssumptionEntry): boolean {
  return value !== preset
}

/** Whether a logged request depended on it. */
export function isUsed({ requests }: AssumptionEntry): boolean {
  return requests > 0
}

/** Finds the assumptions that contain all words of a text in their id, question or values. */
export function findAssumptions(
  entries: readonly AssumptionEntry[],
  text: string,
  shown: Shown,
): readonly AssumptionEntry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const belongs = { all: () => true, used: isUsed, changed: isChanged }[shown]
  return entries.filter((entry) => belongs(entry) && words.every((word) => textOf(entry).includes(word)))
}

function textOf({ id, question, section, values, value }: AssumptionEntry): string {
  const described = Object.entries(values).flat()
  return [id, question, section, value, ...described].join('\n').toLowerCase()
}
