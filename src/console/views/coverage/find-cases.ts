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
 * @param hidden those that are not shown while they are covered
 */
export function findOperations(
  operations: readonly CoveredOperation[],
  { text, hidden }: { text: string; hidden: ReadonlySet<string> | undefined },
): readonly CoveredOperation[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return operations
    .map((operation) => {
      const isFound = ({ id, title, covered }: CoveredCase) => {
        const all = `${operation.name} ${title}`.toLowerCase()
        return !(covered && hidden?.has(`${operation.name} ${id}`)) && words.every((word) => all.includes(word))
      }
      return { ...operation, cases: operation.cases.filter(isFound) }
    })
    .filter(({ cases }) => cases.length > 0)
}

/** Lists the cases that are covered, by their operation and their id. */
export function listCovered(operations: readonly CoveredOperation[]): readonly string[] {
  return operations.flatMap(({ name, cases }) =>
    cases.filter(({ covered }) => covered).map(({ id }) => `${name} ${id}`),
  )
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
