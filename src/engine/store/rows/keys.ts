// Ids as tables have them: texts, also those that are numbers in records.

import type * as z from 'zod'
import { derivedFrom } from '../../limits/on-demand.ts'

/** The id of a record. */
export type Id = string | number

/** The type of the ids of a kind of record. */
export type IdOf<Item> = Item extends { readonly id: infer Value extends Id } ? Value : Id

/** Whether a field contains numbers. */
export const isNumeric = derivedFrom((schema: z.ZodType): boolean => {
  const issues = listIssues(schema.safeParse('x').error?.issues ?? [])
  return issues.some(wantsNumber) && issues.every((issue) => wantsNumber(issue) || wantsNull(issue))
})

/** Returns a key in the form that a field has it, such as the id of another record. */
export function fromKey(schema: z.ZodType | undefined, key: string): Id {
  return schema !== undefined && isNumeric(schema) ? Number(key) : key
}

function listIssues(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  return issues.flatMap((issue) => (issue.code === 'invalid_union' ? listIssues(issue.errors.flat()) : issue))
}

function wantsNumber(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_value') return issue.values.every((value) => typeof value === 'number')
  return issue.code === 'invalid_type' && (issue.expected === 'number' || issue.expected === 'int')
}

function wantsNull(issue: z.core.$ZodIssue): boolean {
  return issue.code === 'invalid_type' && issue.expected === 'null'
}
