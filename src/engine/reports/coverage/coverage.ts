import type { Declarations } from '../../contract/operation/declarations.ts'
import type { FieldIssue } from '../../contract/operation/failure.ts'
import type { GivenParameters } from '../../contract/operation/framework.ts'
import { type Operation, templateOf } from '../../contract/operation/operation.ts'
import type { RecordShape } from '../../contract/operation/responses.ts'
import { choicesOf, listDeclared, type Parameter, type Parameters } from '../../contract/operation/value.ts'
import { createRouter } from '../../contract/routing.ts'
import { type Assumptions, trackAssumptions } from '../../define/assumptions/assumptions.ts'
import { parseQuery } from '../../http/route-table.ts'
import type { ExplainedEntry, Explanation } from '../../journal/entry.ts'
import { type ErrorCase, errorKinds, MISSING_CREDENTIALS } from '../openapi/responses.ts'
import { type Case, type CaseGroup, NO_OPERATION, OVERRIDDEN, type SeenRequest } from './case.ts'
import type { Tally } from './report.ts'

const NAME = 'probe'

const values: { readonly [Kind in Parameter['kind']]: ValuesOf<Kind> } = {
  integer({ minimum, maximum }) {
    if (minimum === undefined) return [['given', () => true]]
    const lowest = [`${minimum}`, (value: unknown) => Number(value) === minimum] as const
    if (maximum === undefined) return [lowest, [`above ${minimum}`, (value) => Number(value) > minimum]]
    const isBetween = (value: unknown): boolean => Number(value) > minimum && Number(value) < maximum
    return [
      lowest,
      [`${minimum + 1} to ${maximum - 1}`, isBetween],
      [`${maximum}`, (value) => Number(value) === maximum],
    ]
  },
  boolean: () => [true, false].map((each) => [String(each), (value) => value === each]),
  choice(parameter, { assumptions }) {
    const known = choicesOf(parameter, assumptions)
    const isOther = (value: unknown): boolean => value !== '' && !known.includes(String(value))
    return [...known.map(equals), ...(parameter.takesOthers?.(assumptions) ? ([['any other', isOther]] as const) : [])]
  },
  text: () => [['given', (value) => value !== '']],
  uuid: () => [['given', () => true]],
  dateTime: () => [['given', () => true]],
  schema: () => [['given', () => true]],
  list: () => [
    ['one', (value) => Array.isArray(value) && value.length === 1],
    ['several', (value) => Array.isArray(value) && value.length > 1],
  ],
}

/** The parts of the contract that requests have exercised. */
export type Coverage = ReturnType<typeof createCoverage>

/**
 * Creates the coverage of the contract under a set of assumptions. The cases are derived from the
 * declarations of the operations.
 *
 * @example
 * const coverage = createCoverage(service, simulator.assumptions)
 * coverage.add(simulator.requests.list().flatMap(({ id }) => simulator.requests.get(id) ?? []))
 * console.log(formatCoverage(buildReport(coverage.tally())))
 */
export function createCoverage(declared: Declarations, assumptions: Assumptions) {
  const counted = listCases(declared, assumptions).map(({ place, ...each }, order) => ({
    place,
    each,
    order,
    times: 0,
  }))
  const overridden = new Map<CaseGroup, number>()
  const see = createObserver(declared, assumptions)

  return {
    /** Adds requests, in the form of explained journal entries. */
    add(entries: readonly ExplainedEntry[]) {
      for (const entry of entries) {
        const request = see(entry)
        // The journal has only names of operations.
        const place = (entry.operation ?? NO_OPERATION) as CaseGroup
        if (request.isOverridden) overridden.set(place, (overridden.get(place) ?? 0) + 1)
        for (const row of counted) if (row.place === place && row.each.happened(request)) row.times += 1
      }
    },
    /** How often each case happened, to store and merge. */
    tally: (): Tally => [
      ...counted.map(({ place, each: { subject, name }, order, times }) => ({ place, subject, name, order, times })),
      ...Array.from(overridden, ([place, times]) => {
        return { place, subject: OVERRIDDEN, name: OVERRIDDEN, order: counted.length, times }
      }),
    ],
  }
}

function listCases(declared: Declarations, assumptions: Assumptions): (Case & { place: CaseGroup })[] {
  const rules: Rules = { ...declared, assumptions }
  // A client has no use for the operations that describe the service.
  const offered = declared.operations.filter(
    (operation) => operation.isDocumentation !== true && templateOf(operation, assumptions) !== undefined,
  )
  return [
    ...offered.flatMap((operation) =>
      listOperationCases(operation, rules).map((each) => ({ place: operation.name, ...each })),
    ),
    ...listRoutingCases(rules).map((each) => ({ place: NO_OPERATION, ...each })),
  ]
}

function listOperationCases(operation: Operation, rules: Rules): Case[] {
  const { assumptions } = rules
  return [
    { subject: 'answers', name: 'success', happened: isSuccess },
    ...listDeclared(operation.parameters, assumptions).flatMap(([name, parameter]) =>
      listParameterCases(name, parameter, rules),
    ),
    ...listPageCases(operation, assumptions),
    ...listErrorCases(operation, rules),
  ]
}

function isSuccess({ entry: { status }, isUntouched }: SeenRequest): boolean {
  return isUntouched && status !== null && status >= 200 && status < 300
}

function createObserver(declared: Declarations, assumptions: Assumptions): (entry: ExplainedEntry) => SeenRequest {
  const rules = { ...declared, assumptions }
  const router = createRouter(declared, trackAssumptions(assumptions))
  const invalidStatus = declared.framework.errors.invalidStatus(assumptions)
  return (entry) => {
    const query = parseQuery(entry.query)
    const { faults, handler, hasNotRun } = entry.explanation
    // The journal lists the parameters of requests that something else answers, too.
    const isUnderstood = entry.parameters !== null && !hasNotRun
    const isUntouched = handler === null && faults.every(({ effect }) => effect === 'delay')
    const isOverridden = handler !== null || faults.some(({ effect }) => effect === 'respond')
    const isInvalid = isUntouched && !isUnderstood && entry.status === invalidStatus
    const route = isInvalid ? router.match(entry.method, entry.path) : undefined
    const issues =
      route?.kind === 'operation'
        ? findIssues(rules, route.operation.parameters, { path: route.pathValues, query })
        : []
    return { entry, query, isUnderstood, isUntouched, isOverridden, issues }
  }
}

type ExplainedPage = NonNullable<Explanation['page']>

function listPageCases({ responses }: Operation, assumptions: Assumptions): Case[] {
  const paged = Object.values(responses).find(({ kind }) => kind === 'page') as RecordShape | undefined
  if (paged === undefined) return []
  return [...edges, ...(paged.canBeBeyond?.(assumptions) === true ? [BEYOND] : [])].map(([name, isThere]) => ({
    subject: 'pages',
    name,
    happened: ({ isUntouched, entry: { explanation } }) =>
      isUntouched && explanation.page !== null && isThere(explanation.page),
  }))
}

type Edge = readonly [name: string, isThere: (page: ExplainedPage) => boolean]

const BEYOND: Edge = ['beyond the end', ({ offset, returned }) => returned === 0 && offset > 0]

const edges: readonly Edge[] = [
  ['the only one', (page) => isFirst(page) && isLast(page)],
  ['first of several', (page) => isFirst(page) && hasMore(page)],
  ['middle', (page) => !isFirst(page) && hasMore(page)],
  ['last', (page) => !isFirst(page) && isLast(page)],
  ['last and full', (page) => isLast(page) && page.returned === page.limit],
  ['nothing matches', ({ matching, offset }) => matching === 0 && offset === 0],
]

function isFirst({ offset }: ExplainedPage): boolean {
  return offset === 0
}

function isLast({ matching, offset, returned }: ExplainedPage): boolean {
  return returned > 0 && offset + returned >= matching
}

function hasMore({ matching, offset, returned }: ExplainedPage): boolean {
  return offset + returned < matching
}

const NO_VALUE = '!'

/** Lists the errors that requests of an operation can get. */
function listErrorCases(operation: Operation, rules: Rules): Case[] {
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
function listRoutingCases(rules: Rules): Case[] {
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

/** A service under a set of assumptions, as far as cases depend on it. */
interface Rules extends Declarations {
  readonly assumptions: Assumptions
}

/** Returns the issues that the service finds in the parameters of a request. */
function findIssues(
  { framework, assumptions }: Rules,
  declared: Parameters,
  received: GivenParameters,
): readonly FieldIssue[] {
  const read = framework.readParameters(declared, received, assumptions)
  return 'issues' in read ? read.issues : []
}

function findParameterIssues(rules: Rules, parameter: Parameter, texts: readonly string[]): readonly FieldIssue[] {
  const query = new Map(parameter.in === 'query' ? [[NAME, texts]] : [])
  return findIssues(rules, { [NAME]: parameter }, { path: { [NAME]: texts[0] ?? '' }, query })
}

type ValueTests = readonly (readonly [name: string, isGiven: (value: unknown) => boolean])[]

type ValuesOf<Kind extends Parameter['kind']> = (
  parameter: Extract<Parameter, { kind: Kind }>,
  rules: Rules,
) => ValueTests

/** Lists the valid values of a parameter: its values, its bounds, and its absence. */
function listParameterCases(name: string, parameter: Parameter, rules: Rules): Case[] {
  // The function is selected by the parameter's kind, so their types match.
  const listValues = values[parameter.kind] as ValuesOf<Parameter['kind']>
  const takesEmpty = isOfText(parameter) && findParameterIssues(rules, parameter, ['']).length === 0
  const valueCases: ValueTests = [
    ...(takesEmpty ? ([['empty', isEmpty]] as const) : []),
    ...listValues(parameter, rules),
  ]
  const isAbsent = ({ query }: SeenRequest): boolean => parameter.in === 'query' && !query.has(name)
  const define = (what: string, happened: (request: SeenRequest) => boolean): Case => ({
    subject: name,
    name: what,
    happened: (request) => request.isUnderstood && happened(request),
  })
  return [
    ...(parameter.in === 'query' ? [define('absent', isAbsent)] : []),
    ...valueCases.map(([what, isGiven]) =>
      define(what, (request) => !isAbsent(request) && isGiven(request.entry.parameters?.[name])),
    ),
  ]
}

function isOfText(parameter: Parameter): boolean {
  const takesText =
    parameter.kind === 'text' ||
    (parameter.kind === 'choice' && parameter.takesOthers !== undefined) ||
    (parameter.kind === 'list' && parameter.isOneText === true)
  return parameter.in === 'query' && takesText
}

function isEmpty(value: unknown): boolean {
  return value === '' || (Array.isArray(value) && value.length === 0)
}

function equals(text: string): ValueTests[number] {
  return [text, (value) => value === text]
}
