import type { Operation } from '../../contract/operation/operation.ts'
import { listDeclared, type Parameter } from '../../contract/operation/parameter.ts'
import { type ErrorCase, errorKinds, MISSING_CREDENTIALS } from '../openapi/error-cases.ts'
import type { Case, SeenRequest } from './case.ts'
import { findIssues, findParameterIssues, type Rules } from './parameter-cases.ts'

const NO_VALUE = '!'

/** Lists the errors that requests of an operation can get. */
export function listErrorCases(operation: Operation, rules: Rules): Case[] {
  const { assumptions } = rules
  return [
    ...listCredentialCases(errorKinds.credentials(assumptions, rules, operation)),
    ...(operation.body !== undefined ? listBodyCases(operation, rules) : []),
    ...listDeclared(operation.parameters, assumptions).flatMap(([name, parameter]) =>
      listIssueCases(name, parameter, rules),
    ),
    ...listUnknownParameterCases(operation, rules),
    ...listRefusalCases(operation, rules),
  ]
}

/** Lists the errors of requests that match no operation. */
export function listRoutingCases(rules: Rules): Case[] {
  const { framework, assumptions } = rules
  return [
    { name: 'unknown path', status: 404 },
    ...(framework.otherMethodStatus(assumptions) === 405 ? [{ name: 'method not allowed', status: 405 }] : []),
    ...errorKinds.target(assumptions, rules),
    ...errorKinds.rate(assumptions, rules),
  ].map(({ name, status }) => define(name, ({ entry }) => entry.status === status))
}

function define(name: string, happened: Case['happened']): Case {
  return { subject: 'errors', name, happened: (request) => request.isUntouched && happened(request) }
}

// The body is checked first, then the credentials, then the parameters.
function listCredentialCases(cases: readonly ErrorCase[]): Case[] {
  const missing = cases.find(({ name }) => name === MISSING_CREDENTIALS)
  return (
    cases
      // If missing credentials have the same status, an entry does not show the difference.
      .filter((each) => each === missing || each.status !== missing?.status)
      .map(({ name, status }) => define(name, ({ entry, isUnderstood }) => !isUnderstood && entry.status === status))
  )
}

function listBodyCases(operation: Operation, rules: Rules): Case[] {
  const invalidStatus = rules.framework.errors.invalidStatus(rules.assumptions)
  const isInvalid = ({ entry }: SeenRequest): boolean => entry.status === invalidStatus
  // One that is too large is not covered. If validation errors also have the status, an entry does not show the difference.
  const unreadable = errorKinds
    .body(rules.assumptions, rules, operation)
    .filter(({ status }) => status === 400 && status !== invalidStatus)
  return [
    ...unreadable.map(({ name, status }) =>
      define(name, ({ entry, isUnderstood }) => !isUnderstood && entry.status === status),
    ),
    define('body is missing', (request) => isInvalid(request) && request.isUnderstood && request.entry.body === null),
    define('body is not JSON', (request) => isInvalid(request) && !request.isUnderstood && !isJson(request.entry.body)),
    define('body has an issue', (request) => isInvalid(request) && request.isUnderstood && request.entry.body !== null),
  ]
}

function isJson(body: string | null): boolean {
  try {
    JSON.parse(body ?? '')
    return true
  } catch {
    return false
  }
}

// The possible issues of a parameter are found by validating invalid values.
function listIssueCases(name: string, parameter: Parameter, rules: Rules): Case[] {
  const { issueWords } = rules.framework.errors
  const types = listProbes(parameter).flatMap((texts) =>
    findParameterIssues(rules, parameter, texts).map(({ type }) => type),
  )
  return [...new Set(types)].map((type) =>
    define(`${name} ${issueWords[type] ?? type}`, ({ issues }) =>
      issues.some((issue) => issue.loc[1] === name && issue.type === type),
    ),
  )
}

function listProbes(parameter: Parameter): (readonly string[])[] {
  const { minimum, maximum } = parameter.kind === 'integer' ? parameter : {}
  const beyond = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
  return [...[NO_VALUE, '', ...beyond].map((text) => [String(text)]), [NO_VALUE, NO_VALUE]]
}

function listUnknownParameterCases({ parameters }: Operation, rules: Rules): Case[] {
  const found = findIssues(rules, {}, { path: {}, query: new Map([[NO_VALUE, ['']]]) })
  const known = new Set<unknown>(listDeclared(parameters, rules.assumptions).map(([name]) => name))
  const isUnknown = ({ issues }: SeenRequest): boolean => issues.some(({ loc: [, name] }) => !known.has(name))
  return found.length === 0 ? [] : [define('a parameter is unknown', isUnknown)]
}

function listRefusalCases(operation: Operation, rules: Rules): Case[] {
  const { framework, assumptions } = rules
  return (
    errorKinds
      .refusal(assumptions, rules, operation)
      // If issues of the body have the same status, an entry does not show the difference.
      .filter(({ status }) => operation.body === undefined || status !== framework.errors.invalidStatus(assumptions))
      .map(({ name, status }) => define(name, ({ entry, isUnderstood }) => isUnderstood && entry.status === status))
  )
}
