// Reads the parameters of requests.

import type { GivenParameters } from '../../engine/contract/operation/framework.ts'
import {
  isInQuery,
  type Parameter,
  type Parameters,
  type ParameterValues,
} from '../../engine/contract/operation/parameter.ts'
import { isThere } from '../../engine/define/assumptions/assumptions.ts'
import type { Query } from '../../engine/http/query.ts'
import type { Assumptions } from '../assumptions.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import { createIssueCollector, type IssueCollector, limitIssues } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import { type Reading, readValue } from './read-value.ts'

/** Reads the parameters of a request: their values, or all issues, those of unknown parameters at the end. */
export function readParameters(
  declared: Parameters,
  received: GivenParameters,
  assumptions: Assumptions,
): { values: ParameterValues<Parameters> } | { issues: readonly ValidationIssue[] } {
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(declared, received, { assumptions, collector })
  return collector.issues.length === 0 ? { values } : { issues: limitIssues(collector.issues, assumptions) }
}

/** Reads the parameters of a request, like `readParameters`, and collects their issues. */
export function collectParameters<Declared extends Parameters>(
  declared: Declared,
  received: GivenParameters,
  { assumptions, collector }: { assumptions: Assumptions; collector: IssueCollector },
): ParameterValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    const texts = parameter.in === 'path' ? [received.path[name] ?? ''] : received.query.get(name)
    if (isSkipped(parameter, texts, assumptions)) continue
    const path = [parameter.in, name]
    values[name] = readParameter(parameter, texts, { path, isParameter: true, assumptions, collector, allowance: ANY })
  }
  const isUnknown = (name: string): boolean => !isInQuery(declared[name], assumptions)
  if ([...received.query.keys()].some(isUnknown) && assumptions.unknownParameter === '422') {
    addUnknown(collector, isUnknown, received.query)
  }
  // Each value comes from the reader of its parameter's kind.
  return values as ParameterValues<Declared>
}

// A response depends on the assumption that adds a parameter only if the parameter is given.
function isSkipped(parameter: Parameter, texts: readonly string[] | undefined, assumptions: Assumptions): boolean {
  return parameter.addedBy !== undefined && (texts === undefined || !isThere(parameter, assumptions))
}

/** Returns the text that is used if a parameter is given several times. */
export function pickText(texts: readonly string[], assumptions: Assumptions): string {
  const [only = ''] = texts
  // A response depends only on the assumptions that it needs.
  if (texts.length <= 1) return only
  const { repeatedParameter } = assumptions
  return (repeatedParameter === 'first' ? texts[0] : texts.at(-1)) ?? ''
}

/** Reads the texts of one parameter; undefined if it is absent. */
function readParameter(parameter: Parameter, texts: readonly string[] | undefined, reading: Reading): unknown {
  const { assumptions, collector, path } = reading
  if (texts === undefined && parameter.isRequired === true) {
    return collector.add(validationErrors.missing(path, null))
  }
  if (texts === undefined) return parameter.fallback ?? null
  const isRepeated = parameter.kind === 'list' && parameter.isOneText !== true
  if (isRepeated) return readValue(texts, reading, parameter)
  if (texts.length > 1 && assumptions.repeatedParameter === '422') {
    return collector.add(validationErrors.tooLong(path, texts, 1))
  }
  const text = pickText(texts, assumptions)
  const isAbsent = text === NULL && parameter.in === 'query' && assumptions.nullParameter === 'absent'
  return isAbsent ? readParameter(parameter, undefined, reading) : readValue(text, reading, parameter)
}

// What many clients send for a value that they do not have.
const NULL = 'null'

// A request has no more parameters than its target has room for.
const ANY = { values: Number.POSITIVE_INFINITY, characters: Number.POSITIVE_INFINITY }

function addUnknown(collector: IssueCollector, isUnknown: (name: string) => boolean, query: Query): void {
  for (const [name, texts] of query) {
    if (collector.isFull()) return
    if (isUnknown(name)) collector.add(validationErrors.unknown(['query', name], texts.at(-1)))
  }
}
