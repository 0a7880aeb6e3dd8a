// Groups the cases of an operation, and finds those to show.

import type { ControlCoverage } from '../../../client/index.ts'

export type CoveredOperation = ControlCoverage['operations'][number]
export type CoveredCase = CoveredOperation['cases'][number]

/** The cases of a parameter, of the responses, of the pages or of the errors. */
export interface Subject {
  readonly name: string
  readonly cases: readonly CoveredCase[]
}

/**
 * Finds the operations that have cases to show, with only these cases.
 *
 * @param text all of its words must occur in the operation or the case
 */
export function findOperations(
  operations: readonly CoveredOperation[],
  { text, onlyMissing }: { text: string; onlyMissing: boolean },
): readonly CoveredOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return operations
    .map((operation) => {
      const isFound = ({ title, covered }: CoveredCase) => {
        const all = `${operation.name} ${title}`.toLowerCase()
        return !(onlyMissing && covered) && words.every((word) => all.includes(word))
      }
      return { ...operation, cases: operation.cases.filter(isFound) }
    })
    .filter(({ cases }) => cases.length > 0)
}

/** Groups cases by what they are about. */
export function groupCases(cases: readonly CoveredCase[]): readonly Subject[] {
  const names = [...new Set(cases.map(({ id }) => splitCase(id).subject))]
  return names.map((name) => ({ name, cases: cases.filter(({ id }) => splitCase(id).subject === name) }))
}

/** Splits the id of a case: `limit/2 to 99`. */
export function splitCase(id: string): { subject: string; what: string } {
  const [, subject = '', what = ''] = /^([^/]*)\/(.*)$/s.exec(id) ?? []
  return { subject, what }
}
