import type { AssumptionId } from '../../../service/types.ts'

/** The questions that are not asked, and why. */
export const UNTRIED: ReadonlyMap<AssumptionId, string> = new Map<AssumptionId, string>([
  ['creation', 'Only requests that write show it.'],
  ['tagMatching', 'No response contains tags.'],
  // It would limit the predictions, too.
  ['rateLimit', 'It would take more requests than are polite.'],
  ['freeFormObjects', 'They contain what their users have stored.'],
  ['previewIdle', 'It would take as long as previews last.'],
  ['logLevel', 'The lines of one level do not show which others a log has.'],
])

/** What the data of a service has to have so that responses tell a question, and the resource that shows it. */
const SHOWN_BY: Readonly<Partial<Record<AssumptionId, readonly [what: string, resource?: string]>>> = {
  repositoryPaths: ['a list of repositories, whose path can be named as repositoryPaths in a file for --resume'],
  integrationIdFormat: ['a list of repositories', 'repositories'],
  unknownIntegration: ['a list of repositories', 'repositories'],
  repositoryFields: ['a repository', 'repositories'],
  repositoryIdType: ['a repository', 'repositories'],
  repositoryEnvelope: ['a list of repositories', 'repositories'],
  repositoryOrdering: [
    'eight repositories in the order of their names. No other can be told from chance',
    'repositories',
  ],
  providerOrdering: ['eight providers in some order, whose names and times have different ones', 'providers'],
  deploymentOrdering: ['eight deployments whose names and times have different orders', 'deployments'],
  lastPageOffset: ['a deployment', 'deployments'],
  shortPages: ['two deployments', 'deployments'],
  optionalFields: ['a record with a field that has no value'],
  nullableFields: ['eight deployments', 'deployments'],
  recordShape: ['a deployment', 'deployments'],
  secretValues: ['three deployments with secrets', 'deployments'],
  listenerConfig: ['a deployment with a listener_config. If there is none, only a creation shows it', 'deployments'],
  timestampFormat: ['eight records with times'],
  statusValues: ['a deployment with another status than usual, or a service that refuses unknown ones'],
  unknownStatus: ['a deployment with a status', 'deployments'],
  nameMatching: ["a deployment whose name contains another's, in the middle or in other case", 'deployments'],
  imageVersionMatching: ['an image version that begins with another one', 'deployments'],
  emptyFilter: ['deployments with names and image versions', 'deployments'],
  malformedIdInList: ['a deployment', 'deployments'],
  validationErrors: ['a list of more than 100 validation errors, or one that repeats a long input'],
  authentication: ['requests with other credentials'],
  authenticationFailure: ['an operation that requires credentials'],
  keyScope: ['an API key without X-Tenant-Id'],
  logTimestamps: ['a deployment with logs'],
  logEnd: ['a deployment with a log of less than a page'],
}

interface ShownSoFar {
  readonly isAsked: boolean
  hasRecords(resource: string): boolean
}

/** Says why no request has told a question, and what would. */
export function whatWouldShow(id: AssumptionId, { isAsked, hasRecords }: ShownSoFar): string {
  const [what, resource] = SHOWN_BY[id] ?? []
  if (resource !== undefined && !hasRecords(resource))
    return `No request tells it, because no ${resource} could be read, or none as the contract has them.`
  const needed = what === undefined ? '' : ` What would: ${what}.`
  return isAsked
    ? `The data does not show it.${needed}`
    : `No request was sent, because none that only reads depends on it.${needed}`
}
