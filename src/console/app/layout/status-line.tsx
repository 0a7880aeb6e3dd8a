import { Text } from '../../components/text/text.tsx'
import { routeTo } from '../../views/requests/entry-route.ts'
import { EntryStatus } from '../../views/requests/list/request-row.tsx'
import { useConsole } from '../console.ts'
import { buildHref } from '../routes.ts'

/** The line below every view, in the place of messages: where the service is, and the last request. */
export function StatusLine() {
  const { connection, router } = useConsole()
  return (
    <footer class="row status-line muted">
      <code>
        <Text most={100}>{connection.serviceUrl}</Text>
      </code>
      {router.route.value.view !== 'requests' && <LastRequest />}
    </footer>
  )
}

/** A link to the last request of the session, and its status. */
function LastRequest() {
  const { connection, stream } = useConsole()
  const { session } = connection
  const last = stream.requests.value.find((entry) => entry.session === session)
  if (last === undefined) return <span>No request has arrived yet.</span>
  return (
    <>
      <span>Last request:</span>
      <a href={buildHref(routeTo(last, session, {}))}>
        <Text most={80}>{`#${last.id} ${last.method} ${last.path}${last.query && `?${last.query}`}`}</Text>
      </a>
      <EntryStatus entry={last} />
    </>
  )
}
