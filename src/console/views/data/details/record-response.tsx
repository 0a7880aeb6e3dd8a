import { useConsole, useRemote } from '../../../app/console.ts'
import { JsonTree } from '../../../components/json/json-tree.tsx'
import { EmptyState, RemotePanel } from '../../../components/panels.tsx'
import type { ResourceDescription } from '../../../store/api.ts'
import { nameMany } from '../record.ts'
import { RequestLine, type RequestLineProps } from '../request-line.tsx'

/** What a client gets when it asks for the record. */
export function RecordResponse({ resource, id }: { resource: ResourceDescription; id: string }) {
  const request = buildRecordRequest(resource, id)
  if (request !== undefined) return <Response resource={resource} request={request} />
  return (
    <EmptyState title="No client gets this alone">
      No operation of the service returns one of the {nameMany(resource)}, and none lists them by id.
    </EmptyState>
  )
}

type RecordRequest = RequestLineProps['request']

function Response({ resource, request }: { resource: ResourceDescription; request: RecordRequest }) {
  const { connection } = useConsole()
  const remote = useRemote(() => connection.simulator.ask(request), {
    on: [resource.name, 'assumptions'],
    inputs: [request.path, request.query],
  })
  return (
    <div class="stack">
      <p class="muted">What a client gets now. The request is not logged.</p>
      <RemotePanel remote={remote} what="the response">
        {({ status, milliseconds, body }) => (
          <>
            <RequestLine request={request} status={status} milliseconds={milliseconds} />
            <JsonTree text={body} label="Response body" />
          </>
        )}
      </RemotePanel>
    </div>
  )
}

/** Builds the request for a record: by its own path, or else as a list of one. */
function buildRecordRequest({ get, list }: ResourceDescription, id: string): RecordRequest | undefined {
  if (get !== null) return { path: get.path.replace(/\{[^}]+\}/, encodeURIComponent(id)), query: '' }
  const byId = list?.parameters.find(({ filters }) => filters === 'id')
  if (list === null || byId === undefined) return undefined
  return { path: list.path, query: new URLSearchParams({ [byId.name]: id }).toString() }
}
