import { useEffect } from 'preact/hooks'
import type { ListedSession } from '../../../../entries/client/index.ts'
import { Button, CloseButton } from '../../components/controls/button.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { ConfirmButton } from '../../components/controls/dialog.tsx'
import { FilterField, hasWords } from '../../components/forms/filter-field.tsx'
import { WindowedList } from '../../components/lists/windowed-list.tsx'
import { EmptyState, Panel, RemotePanel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { useConsole, useKeys, useRemote } from '../../page/console.ts'
import type { View } from '../../page/view.ts'
import { useSessionActions } from './session-actions.ts'

const ENDING = { label: 'End…', kind: 'danger', title: 'End this session?', verb: 'End session' } as const

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

interface ListedProps {
  readonly session: ListedSession
}

function SessionRow({ session }: ListedProps) {
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

type SessionDetailsProps = { name: string; sessions: readonly ListedSession[] | undefined }

/** The open session. */
function SessionDetails({ name, sessions }: SessionDetailsProps) {
  const { router } = useConsole()
  const session = sessions?.find((each) => each.name === name)
  if (sessions === undefined) return null
  const close = () => router.navigate({ view: 'sessions', query: router.route.peek().query })
  return (
    <div class="column split-details">
      <div class="column view">
        <div class="row spread">
          <h2>
            <Text>{name}</Text>
          </h2>
          <CloseButton what="the session" keys="Escape" onClose={close} />
        </div>
        {session === undefined ? (
          <EmptyState title="There is no such session">It has ended. A request to its URL begins a new one.</EmptyState>
        ) : (
          <Session session={session} isOwn={session === sessions[0]} />
        )}
      </div>
    </div>
  )
}

interface SessionProps {
  readonly session: ListedSession
  readonly isOwn: boolean
}

function Session({ session, isOwn }: SessionProps) {
  const { connection, worldActions } = useConsole()
  const actions = useSessionActions()
  const { name } = session
  return (
    <>
      <div class="row">
        {!isOwn && (
          <a class="button button-primary" href={connection.consoleOf(name)}>
            Open its console
          </a>
        )}
        <Button onClick={() => worldActions.fork({ from: name })}>Fork</Button>
        {!isOwn && (
          <ConfirmButton {...ENDING} onConfirm={() => actions.end(name)}>
            The world and the requests of <Text>{name}</Text> are lost, and this cannot be undone. A client that still
            uses it gets a new session with the same name.
          </ConfirmButton>
        )}
      </div>
      <Facts session={session} />
      <Usage name={name} isOwn={isOwn} />
    </>
  )
}

function Facts({ session }: ListedProps) {
  const { scenario, preset, began, lastUsed, requests } = session
  const facts = {
    Scenario: <Text>{scenario}</Text>,
    Data: describeChanges(session),
    Preset: preset,
    Began: <Ago at={began} />,
    'Last request': lastUsed === began && requests === 0 ? 'none' : <Ago at={lastUsed} />,
    'Logged requests': formatNumber(requests),
  }
  return (
    <Panel title="State">
      <dl class="column grid facts">
        {Object.entries(facts).map(([title, fact]) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

/** Says how many records differ from the start of the scenario. */
function describeChanges({ changes }: ListedSession): string {
  return `${changes === 0 ? 'no record' : formatCount(changes, 'record')} changed`
}

interface UsageProps {
  readonly name: string
  readonly isOwn: boolean
}

function Usage({ name, isOwn }: UsageProps) {
  const { connection } = useConsole()
  const { serverUrl } = connection
  const url = isOwn ? serverUrl : `${serverUrl}/_s/${encodeURIComponent(name)}`
  const header = `x-simulator-session: ${name}`
  return (
    <Panel title="How a client uses it">
      <div class="stack">
        <Line title="As the base URL of the service" text={url} what="the URL" />
        {!isOwn && <Line title="Or with the server’s own URL and this header" text={header} what="the header" />}
      </div>
    </Panel>
  )
}

interface LineProps {
  readonly title: string
  readonly text: string
  readonly what: string
}

function Line({ title, text, what }: LineProps) {
  return (
    <div class="column field">
      <span class="field-description">{title}</span>
      <div class="row spread">
        <code>
          <Text most={400}>{text}</Text>
        </code>
        <CopyButton text={text} what={what} />
      </div>
    </div>
  )
}
