// Which values of different entries exclude each other.

import { OptionError } from '../../input/options/option-error.ts'
import { type AssumptionOverrides, listEntries } from './assumptions.ts'
import type { Questions } from './register-entry.ts'

export interface EntryValue {
  readonly id: string
  readonly value: string
}

/** Values of two entries. Together, one of them makes no difference. */
export interface Exclusion extends EntryValue {
  readonly other: EntryValue
}

/** Lists all values that exclude each other, each pair once. */
export function listExclusions(questions: Questions): Exclusion[] {
  return listEntries(questions).flatMap(([id, { excludes = {} }]) =>
    Object.entries(excludes).flatMap(([value, others]) =>
      Object.entries(others).flatMap(([otherId, excluded]) =>
        excluded.map((each) => ({ id, value, other: { id: otherId, value: each } })),
      ),
    ),
  )
}

/** Finds two values that exclude each other. Entries without a value exclude nothing. */
export function findExclusion(
  questions: Questions,
  values: AssumptionOverrides,
): readonly [EntryValue, EntryValue] | undefined {
  for (const [id, { excludes = {} }] of listEntries(questions)) {
    const value = String(values[id])
    for (const [other, excluded] of Object.entries(excludes[value] ?? {})) {
      const otherValue = String(values[other])
      if (excluded.includes(otherValue)) {
        return [
          { id, value },
          { id: other, value: otherValue },
        ]
      }
    }
  }
  return undefined
}

/** Checks that no two values exclude each other. @throws OptionError that names both values */
export function assertNoExclusion(questions: Questions, values: AssumptionOverrides): void {
  const found = findExclusion(questions, values)
  if (found === undefined) return
  const [one, other] = found.map(({ id, value }) => `${id}=${value}`)
  throw new OptionError({
    attempt: `assume ${one} and ${other}`,
    received: `with ${one}, ${other} has no effect`,
    advice: 'Remove one of them.',
  })
}
