// The errors of the contract.

import type { Assumptions } from '../assumptions/assumptions.ts'
import type { Declarations } from '../define/declarations.ts'
import { needsCredentials, type Operation } from '../define/operation/operation.ts'
import { listDeclared, type Parameter } from '../define/operation/parameter.ts'
import { listRefusals } from '../define/operation/refusal.ts'
import type { Case, SeenRequest } from './case.ts'
import { findIssues, findParameterIssues, type Rules } from './parameter-issues.ts'

const NO_VALUE = '!'

/** Lists the errors that requests of an operation can get. */
export function listErrorCases(operation: Operation, rules: Rules): Case[] {
  const { assumptions } = rules
  return [
    ...(needsCredentials(operation) ? listCredentialCases(rules) : []),
    ...(operation.body !== undefined ? listBodyCases(rules) : []),
    ...listDeclared(operation.parameters, assumptions).flatMap(([name, parameter]) =>
      listIssueCases(name, parameter, rules),
    ),
    ...listUnknownParameterCases(operation, rules),
    ...listRefusalCases(operation, rules),
  ]
}

/** Lists the errors of requests that match no operation. */
export function listRoutingCases({ framework, limitRate }: Declarations, assumptions: Assumptions): Case[] {
  return [
    defineStatus('unknown path', 404),
    ...(framework.otherMethodStatus(assumptions) === 405 ? [defineStatus('method not allowed', 405)] : []),
    ...(framework.limitsTarget(assumptions) ? [defineStatus('path and query too long', 414)] : []),
    ...(limitRate?.(assumptions) !== undefined ? [defineStatus('too many requests', 429)] : []),
  ]
}

function define(name: string, happened: Case['happened']): Case {
  return { subject: 'errors', name, happened: (request) => request.isUntouched && happened(request) }
}

function defineStatus(name: string, status: number): Case {
  return define(name, ({ entry }) => entry.status === status)
}

// The body is checked first, then the credentials, then the parameters.
function listCredentialCases({ access, assumptions }: Rules): Case[] {
  const isRequired = access.listRequired(assumptions).length > 0
  const missing = isRequired ? [{ name: 'credentials are missing', status: access.statusOf(assumptions) }] : []
  // If missing credentials have the same status, an entry does not show the difference.
  const others = listRefusals(access.refusals, assumptions).filter(({ status }) => status !== missing[0]?.status)
  return [...missing, ...others].map(({ name, status }) =>
    define(name, ({ entry, isUnderstood }) => !isUnderstood && entry.status === status),
  )
}

function listBodyCases({ framework, assumptions }: Rules): Case[] {
  const invalidStatus = framework.errors.invalidStatus(assumptions)
  const isInvalid = ({ entry }: SeenRequest): boolean => entry.status === invalidStatus
  // If validation errors also have this status, an entry does not show the difference.
  const unreadable = ({ entry, isUnderstood }: SeenRequest): boolean => !isUnderstood && entry.status === 400
  return [
    ...(invalidStatus === 400 ? [] : [define('body is unreadable', unreadable)]),
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

function listRefusalCases({ refusals = [], body }: Operation, { framework, assumptions }: Rules): Case[] {
  return (
    listRefusals(refusals, assumptions)
      // If issues of the body have the same status, an entry does not show the difference.
      .filter(({ status }) => body === undefined || status !== framework.errors.invalidStatus(assumptions))
      .map(({ name, status }) => define(name, ({ entry, isUnderstood }) => isUnderstood && entry.status === status))
  )
}
