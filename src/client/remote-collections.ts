import type { DeploymentRecord, PartialDeploymentRecord } from '../core/records/deployment.ts'
import type { Frozen } from '../core/records/freeze.ts'
import type { IntegrationRecord } from '../core/records/integration.ts'
import type { OAuthProviderRecord, OAuthProviderRecordInput } from '../core/records/oauth-provider.ts'
import type { RepositoryRecord } from '../core/records/repository.ts'
import { deleteAt, orWhenAbsent } from './absence.ts'
import type { Transport } from './transport.ts'

/** The records of one kind in a session on a server. */
export interface RemoteCollection<Item, Given> {
  /** All records, in the order in which they were added. */
  all(): Promise<readonly Frozen<Item>[]>
  /** How many records there are. */
  count(): Promise<number>
  get(id: string): Promise<Frozen<Item> | undefined>
  /** Adds a record and generates the fields that are not given. @throws ControlError that lists every issue */
  create(given?: Given): Promise<Frozen<Item>>
  /** Changes the given fields of a record. @throws ControlError that lists every issue, and for an unknown id */
  update(id: string, changes: Given): Promise<Frozen<Item>>
  /** Removes a record and returns whether it existed. */
  delete(id: string): Promise<boolean>
}

/** The records of a session, by kind. */
export interface RemoteCollections {
  readonly providers: RemoteCollection<OAuthProviderRecord, Partial<OAuthProviderRecordInput>>
  readonly integrations: RemoteCollection<IntegrationRecord, Partial<IntegrationRecord>>
  readonly repositories: RemoteCollection<RepositoryRecord, Partial<RepositoryRecord>>
  readonly deployments: RemoteCollection<DeploymentRecord, PartialDeploymentRecord>
}

/** Connects to the records of a session. */
export function connectCollections(transport: Transport): RemoteCollections {
  return {
    providers: connectCollection(transport, 'providers'),
    integrations: connectCollection(transport, 'integrations'),
    repositories: connectCollection(transport, 'repositories'),
    deployments: connectCollection(transport, 'deployments'),
  }
}

const PAGE = 1000

function connectCollection<Item, Given>({ send }: Transport, kind: string): RemoteCollection<Item, Given> {
  const start = `/records/${kind}`
  const pathOf = (id: string) => `${start}/${encodeURIComponent(id)}`
  const readPage = (offset: number, limit: number) =>
    send<{ total: number; records: Frozen<Item>[] }>('GET', `${start}?offset=${offset}&limit=${limit}`)

  return {
    async all() {
      const records: Frozen<Item>[] = []
      for (;;) {
        const page = await readPage(records.length, PAGE)
        records.push(...page.records)
        if (page.records.length < PAGE) return records
      }
    },
    count: async () => (await readPage(0, 1)).total,
    get: (id) => send<Frozen<Item>>('GET', pathOf(id)).catch(orWhenAbsent(undefined)),
    create: (given) => send('POST', start, given ?? {}),
    update: (id, changes) => send('PATCH', pathOf(id), changes),
    delete: (id) => deleteAt(send, pathOf(id)),
  }
}
