// The issues in the body of an error.

import { isObject } from '../../../components/forms/schema-kinds.ts'
import { parseJson } from '../../../store/decode.ts'

/** Something that is wrong with a request. */
export interface ErrorIssue {
  /** Where it is: `body.name`; empty if it is about the whole request. */
  readonly place: string
  readonly message: string
}

/** Reads the issues in the body of an error, in any of the forms that the service can have. */
export function readIssues(body: string): readonly ErrorIssue[] {
  const value = parseJson(body)
  if (!isObject(value)) return []
  const listed = [value.detail, value.errors].find(Array.isArray)
  if (listed !== undefined) return listed.flatMap(readIssue)
  const message = [value.detail, value.message, value.title].find((each) => typeof each === 'string')
  return message === undefined ? [] : [{ place: '', message }]
}

function readIssue(issue: unknown): ErrorIssue[] {
  if (!isObject(issue)) return []
  const message = [issue.msg, issue.message, issue.detail].find((each) => typeof each === 'string')
  const place = [issue.loc, issue.path, issue.pointer].find((each) => each !== undefined)
  if (message === undefined) return []
  return [{ place: Array.isArray(place) ? place.join('.') : String(place ?? ''), message }]
}
