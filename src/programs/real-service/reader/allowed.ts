// Which requests may be sent to a real service: those of operations that only read. All others are refused.

import type { Operation } from '../../../engine/contract/operation/operation.ts'
import { namedValues, resolveAssumptions } from '../../../engine/define/assumptions/assumptions.ts'
import { createRouteTable } from '../../../engine/http/route-table.ts'
import { OptionError } from '../../../engine/input/options/option-error.ts'
import { quote, showText } from '../../../engine/input/text/quote.ts'
import { derivedFrom } from '../../../engine/limits/on-demand.ts'
import { PRESETS } from '../../../service/assumptions/presets.ts'
import { questions } from '../../../service/assumptions/questions.ts'
import { register } from '../../../service/assumptions/register.ts'
import { basePathsOf } from '../../../service/assumptions/values.ts'
import { type GetOperationName, operations } from '../../../service/operations.ts'
import type { Assumptions, OperationName } from '../../../service/types.ts'

/** Whether an operation only reads, or why it is not sent. */
type Decision = 'reads' | { readonly refused: string }

/** Not every GET only reads, so each is decided here. A new one without a decision is a type error. */
const decisions: Readonly<Record<GetOperationName, Decision>> = {
  listOAuthProviders: 'reads',
  listRepositories: 'reads',
  listAlternateRepositories: 'reads',
  listDeployments: 'reads',
  listGithubIntegrations: 'reads',
  listForgeGithubIntegrations: 'reads',
  listGithubInstallations: 'reads',
  listGithubInstallationRepositories: 'reads',
  listForgeGithubInstallations: 'reads',
  listForgeGithubInstallationRepositories: 'reads',
  getPickerSession: 'reads',
  getFreeDeploymentCount: 'reads',
  getDeployment: 'reads',
  listRevisions: 'reads',
  getRevision: 'reads',
  listDeploymentLogs: 'reads',
  listRevisionLogs: 'reads',
  listDeploymentLogEntries: 'reads',
  listListeners: 'reads',
  getListener: 'reads',
  listPlatformOAuthProviders: 'reads',
  getPlatformOAuthProvider: 'reads',
  setupOAuthCallback: { refused: 'it adds an installation, or completes the authentication of a user' },
  getOAuthCallback: { refused: 'it completes or ends the authentication of a user' },
  waitForAuthCompletion: { refused: 'it waits for a user, and returns an access token' },
  getOAuthProvider: 'reads',
  listOAuthTokens: 'reads',
  checkOAuthTokenExists: 'reads',
  checkWorkspaceSlackTokensExist: 'reads',
  listTokenEvents: 'reads',
  listConnections: 'reads',
  getOpenApi: 'reads',
  getDocs: 'reads',
}

const decided: Readonly<Partial<Record<OperationName, Decision>>> = decisions

/** A path that no service has. It may be asked, too. */
export const NOWHERE = '/v2/no-such-value'

const METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

// A header can change what a request does, such as X-HTTP-Method-Override, or whose request it is.
const HEADERS: readonly string[] = [
  'accept',
  'accept-language',
  'access-control-request-headers',
  'access-control-request-method',
  'if-modified-since',
  'if-none-match',
  'origin',
]

/** A request before it is known whether it may be sent. */
interface Requested {
  readonly method: string
  /** The path below the base URL, encoded. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Finds the operation that a request reads. HEAD and OPTIONS may be sent to the same paths as GET, and all of them with
 * a slash at the end of the path. It does not matter which assumptions add the operation.
 *
 * @throws OptionError for a request that may do anything else than read
 */
export function findAllowed(request: Requested): OperationName {
  return findAllowedPath(request).name
}

/** Finds the operation that a request reads, and the texts of the placeholders in its path. @throws as `findAllowed` */
export function findAllowedPath(request: Requested): {
  readonly name: OperationName
  readonly values: Readonly<Record<string, string>>
} {
  const { method, path, headers = {} } = request
  if (!METHODS.includes(method)) throw buildUnallowedError(request, 'this method may change something', METHODS)
  const other = Object.keys(headers).find((name) => !HEADERS.includes(name.toLowerCase()))
  if (other !== undefined)
    throw buildUnallowedError(request, `the header ${quote(other)} may change what it does`, HEADERS)
  const decoded = decodePath(path)
  if (decoded === undefined) throw buildUnallowedError(request, 'servers may read this path in different ways')
  const found = tableOf(operations).find(decoded.replace(/(?<=.)\/$/, ''))
  for (const { target } of found) {
    const { name, decision } = target
    if (decision !== 'reads') throw buildUnallowedError(request, `this is ${name}, and ${decision.refused}`)
  }
  const [first] = found
  if (first === undefined) throw buildUnallowedError(request, 'no operation that only reads has this path')
  return { name: first.target.name, values: first.values }
}

/** Whether some operation has a path. */
export function isOfOperation(path: string): boolean {
  return tableOf(operations).find(path).length > 0
}

/** Whether a request only reads. */
export function isAllowed(request: Requested): boolean {
  try {
    findAllowed(request)
    return true
  } catch (error) {
    if (error instanceof OptionError) return false
    throw error
  }
}

function buildUnallowedError(
  { method, path }: Requested,
  received: string,
  allowed: readonly string[] = [],
): OptionError {
  return new OptionError({
    attempt: `send ${showText(`${method} ${path}`)}`,
    received,
    ...(allowed.length > 0 && { advice: `Allowed: ${allowed.join(', ')}.` }),
  })
}

// Under other assumptions, an operation has another path. The real service may have any of them, so all are known.
const tableOf = derivedFrom((declared: readonly Operation<OperationName>[]) => {
  const variants = PRESETS.flatMap((preset) =>
    namedValues(register.repositoryPaths).map((repositoryPaths) =>
      resolveAssumptions(questions, preset, { repositoryPaths }),
    ),
  )
  return createRouteTable(declared.flatMap((operation) => placeOperation(operation, variants)))
})

function placeOperation({ name, method, template }: Operation<OperationName>, variants: readonly Assumptions[]) {
  const decision = decided[name]
  if (decision === undefined) return []
  const paths = variants.flatMap((assumptions) => {
    const path = typeof template === 'string' ? template : template(assumptions)
    return basePathsOf(assumptions).map((basePath) => basePath + path)
  })
  return [...new Set(paths)].map((path) => ({ template: path, target: { name, method, decision } }))
}

/** Decodes a path. Returns undefined for one that a proxy or a server may read as the path of another operation. */
function decodePath(path: string): string | undefined {
  // Parsing a URL resolves its dot segments, and encodes what is not encoded.
  if (!path.startsWith('/') || new URL(`http://host${path}`).pathname !== path) return undefined
  const segments = path.split('/').map(decodeSegment)
  return segments.includes(undefined) ? undefined : segments.join('/')
}

// A slash, a dot segment, or a percent sign that is decoded once more, can lead elsewhere.
const AMBIGUOUS = /[/\\\p{Cc}]|%[\da-f]{2}|^\.\.?(?:;|$)/iu

function decodeSegment(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment)
    return AMBIGUOUS.test(text) ? undefined : text
  } catch {
    return undefined
  }
}
