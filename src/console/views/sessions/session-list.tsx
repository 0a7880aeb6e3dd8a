import type { ListedSession } from '../../../client/index.ts'
import { useConsole } from '../../app/console.ts'
import { formatCount } from '../../components/charts/bars.tsx'
import { Button } from '../../components/controls/button.tsx'
import { WindowedList } from '../../components/lists/windowed-list.tsx'
import { EmptyState } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { Text } from '../../components/text/text.tsx'

type SessionListProps = { sessions: readonly ListedSession[]; text: string; open: string | undefined }

/** The sessions that contain all words, the server's own first and then those used last. */
export function SessionList({ sessions, text, open }: SessionListProps) {
  const { router } = useConsole()
  const found = findSessions(sessions, text)
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
    <span class="session-row">
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

/** Says how many records differ from the start of the scenario. */
export function describeChanges({ changes }: ListedSession): string {
  return `${changes === 0 ? 'no record' : formatCount(changes, 'record')} changed`
}

function findSessions(sessions: readonly ListedSession[], text: string): readonly ListedSession[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const [own, ...others] = sessions
  // The server lists those used last at the end.
  const ordered = own === undefined ? [] : [own, ...others.reverse()]
  return ordered.filter(({ name, scenario }) => {
    const all = `${name} ${scenario}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}
