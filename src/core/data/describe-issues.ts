import type { z } from 'zod'

const MOST_SHOWN = 60

/** What is wrong with a value, in words: every mistake with the field, what was found and what is allowed. */
export function describeIssues(error: z.ZodError, schema: z.ZodObject): string {
  return error.issues.map((issue) => describeIssue(issue, schema)).join('; ')
}

/** A value as a message shows it: on one line, cut when it is long. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'missing'
  const text = toJson(value) ?? String(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}...` : text
}

// Not every value has JSON: one that holds itself, or is deeper than the stack, has none.
function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return undefined
  }
}

function describeIssue(issue: z.core.$ZodIssue, schema: z.ZodObject): string {
  const path = issue.path.join('.')
  if (issue.code !== 'unrecognized_keys') return `"${path}" is ${showValue(issue.input)}. ${issue.message}`
  const names = issue.keys.map((key) => `"${path === '' ? key : `${path}.${key}`}"`).join(', ')
  return path === '' ? `${names} is unknown. Known: ${Object.keys(schema.shape).join(', ')}` : `${names} is unknown`
}
