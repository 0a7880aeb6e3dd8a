import type { GivenParameters } from '../../engine/contract/operation/framework.ts'
import {
  isInQuery,
  type Parameter,
  type Parameters,
  type ParameterValues,
} from '../../engine/contract/operation/parameter.ts'
import { isThere } from '../../engine/define/assumptions/answers.ts'
import type { Assumptions } from '../../engine/define/assumptions/assumptions.ts'
import type { Query } from '../../engine/http/query.ts'
import type { ValidationIssue } from '../errors/error-body.ts'
import { createIssueCollector, type IssueCollector, limitIssues } from '../errors/issue-limits.ts'
import { validationErrors } from '../errors/validation-errors.ts'
import {
  type ParsedParameter,
  type ParserOf,
  parsers,
  readUuids,
  refuseWith,
  type SingleKind,
} from './parameter-parsers.ts'

/**
 * Parses the parameters of a request.
 *
 * @returns their values, or all issues: first those of declared parameters in their order, then those of unknown
 * parameters in the order of the request
 */
export function readParameters(
  declared: Parameters,
  received: GivenParameters,
  assumptions: Assumptions,
): { values: ParameterValues<Parameters> } | { issues: readonly ValidationIssue[] } {
  const collector = createIssueCollector(assumptions)
  const values = collectParameters(declared, received, { assumptions, collector })
  return collector.issues.length === 0 ? { values } : { issues: limitIssues(collector.issues, assumptions) }
}

/** Parses the parameters of a request, like `readParameters`, and collects their issues. */
export function collectParameters<Declared extends Parameters>(
  declared: Declared,
  received: GivenParameters,
  { assumptions, collector }: { assumptions: Assumptions; collector: IssueCollector },
): ParameterValues<Declared> {
  const values: Record<string, unknown> = {}
  for (const [name, parameter] of Object.entries(declared)) {
    const texts = parameter.in === 'path' ? [received.path[name] ?? ''] : received.query.get(name)
    if (isSkipped(parameter, texts, assumptions)) continue
    const outcome = parseParameter(name, parameter, texts, assumptions)
    if ('validationErrors' in outcome) for (const issue of outcome.validationErrors) collector.add(issue)
    else values[name] = outcome.value
  }
  const isUnknown = (name: string): boolean => !isInQuery(declared[name], assumptions)
  if ([...received.query.keys()].some(isUnknown) && assumptions.unknownParameter === '422') {
    addUnknown(collector, isUnknown, received.query)
  }
  // Each value comes from the parser of its parameter's kind.
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

/** Parses the texts of one parameter; undefined if it is absent. */
function parseParameter(
  name: string,
  parameter: Parameter,
  texts: readonly string[] | undefined,
  assumptions: Assumptions,
): ParsedParameter {
  if (texts === undefined && parameter.isRequired === true) {
    return refuseWith(validationErrors.missing([parameter.in, name], null))
  }
  if (texts === undefined) return { value: ('fallback' in parameter ? parameter.fallback : undefined) ?? null }
  const loc = [parameter.in, name]
  if (parameter.kind === 'uuidList') return readUuids(texts, loc, parameter.most)
  if (texts.length > 1 && assumptions.repeatedParameter === '422') {
    return refuseWith(validationErrors.tooLong(loc, texts, 1))
  }
  const text = pickText(texts, assumptions)
  if (text === NULL && parameter.in === 'query' && assumptions.nullParameter === 'absent') {
    return parseParameter(name, parameter, undefined, assumptions)
  }
  // The parser is selected by the parameter's kind, so their types match.
  const parse = parsers[parameter.kind] as ParserOf<SingleKind>
  return parse(text, loc, parameter, assumptions)
}

// What many clients send for a value that they do not have.
const NULL = 'null'

function addUnknown(collector: IssueCollector, isUnknown: (name: string) => boolean, query: Query): void {
  for (const [name, texts] of query) {
    if (collector.isFull()) return
    if (isUnknown(name)) collector.add(validationErrors.unknown(['query', name], texts.at(-1)))
  }
}
