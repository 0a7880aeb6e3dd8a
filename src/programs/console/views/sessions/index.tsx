import { useEffect } from 'preact/hooks'
import type { ListedSession } from '../../../../entries/client/index.ts'
import { Button } from '../../components/controls/button.tsx'
import { FilterField, hasWords } from '../../components/forms/filter-field.tsx'
import { WindowedList } from '../../components/lists/windowed-list.tsx'
import { EmptyState, RemotePanel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount } from '../../format/numbers.ts'
import { useConsole, useKeys, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { describeChanges, SessionDetails } from './session-details.tsx'

/** Shows who is connected. */
export const sessionsView: View = {
  id: 'sessions',
  title: 'Sessions',
  key: 's',
  render: Sessions,
  async findCommands({ connection }) {
    const others = (await connection.simulator.sessions.list()).filter(({ name }) => name !== connection.session)
    return others.map(({ name }) => ({
      title: `Switch to session ${name}`,
      run: () => location.assign(connection.consoleOf(name)),
    }))
  },
}

// The events do not tell which sessions receive requests.
const REFRESH_MILLISECONDS = 2000

function Sessions() {
  const { connection, router, worldActions } = useConsole()
  const { query, path } = router.route.value
  const sessions = useRemote(() => connection.simulator.sessions.list(), { on: ['sessions', 'state'] })
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && sessions.refresh(), REFRESH_MILLISECONDS)
    return () => clearInterval(timer)
  }, [sessions])
  useKeys([{ keys: 'n', title: 'New session', run: worldActions.createSession }])
  const [open] = path
  return (
    <div class="column split">
      <div class="column split-list">
        <div class="stack head">
          <p class="muted">Each session has a world of its own. Give one to each client, test or demo.</p>
          <div class="row">
            <FilterField label="Search sessions" value={query.q ?? ''} onChange={(q) => router.setQuery({ q })} />
            <Button kind="primary" keys="n" onClick={worldActions.createSession}>
              New session
            </Button>
          </div>
        </div>
        <RemotePanel remote={sessions} what="the sessions">
          {(all) => <SessionList sessions={all} text={query.q ?? ''} open={open} />}
        </RemotePanel>
      </div>
      {open !== undefined && <SessionDetails key={open} name={open} sessions={sessions.data.value} />}
    </div>
  )
}

type SessionListProps = { sessions: readonly ListedSession[]; text: string; open: string | undefined }

/** The sessions that contain all words, the server's own first and then those used last. */
function SessionList({ sessions, text, open }: SessionListProps) {
  const { router } = useConsole()
  const [own, ...others] = sessions
  // The server lists those used last at the end.
  const ordered = own === undefined ? [] : [own, ...others.reverse()]
  const found = ordered.filter(({ name, scenario }) => hasWords(`${name} ${scenario}`, text))
  const openSession = ({ name }: ListedSession) =>
    router.navigate({ view: 'sessions', path: [name], query: router.route.peek().query })
  if (found.length === 0) {
    const showAll = <Button onClick={() => router.setQuery({ q: undefined })}>Show all</Button>
    return <EmptyState title="No session contains these words" choices={showAll} />
  }
  return (
    <WindowedList
      label="Sessions"
      items={found}
      keyOf={({ name }) => name}
      render={(session) => <SessionRow session={session} />}
      open={open}
      onOpen={openSession}
    />
  )
}

function SessionRow({ session }: { session: ListedSession }) {
  const { connection } = useConsole()
  const { name, scenario, requests, lastUsed } = session
  return (
    <span class="column session-row">
      <strong>
        <Text most={60}>{name}</Text>
        {name === connection.session && <span class="muted"> (this page)</span>}
      </strong>
      <span class="muted">
        <Text most={40}>{scenario}</Text>
      </span>
      <span class="muted">{describeChanges(session)}</span>
      <span>{formatCount(requests, 'request')}</span>
      <span class="muted">
        <Ago at={lastUsed} />
      </span>
    </span>
  )
}
