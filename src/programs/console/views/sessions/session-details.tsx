import type { ListedSession } from '../../../../entries/client/index.ts'
import { Button, CloseButton } from '../../components/controls/button.tsx'
import { CopyButton } from '../../components/controls/copy-button.tsx'
import { ConfirmButton } from '../../components/controls/dialog.tsx'
import { EmptyState, Panel } from '../../components/panels.tsx'
import { Ago } from '../../components/text/ago.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatCount, formatNumber } from '../../format/numbers.ts'
import { useConsole } from '../../page/console.ts'
import { useSessionActions } from './session-actions.ts'

type SessionDetailsProps = { name: string; sessions: readonly ListedSession[] | undefined }

/** The open session. */
export function SessionDetails({ name, sessions }: SessionDetailsProps) {
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

const ENDING = { label: 'End…', kind: 'danger', title: 'End this session?', verb: 'End session' } as const

function Session({ session, isOwn }: { session: ListedSession; isOwn: boolean }) {
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

function Facts({ session }: { session: ListedSession }) {
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
export function describeChanges({ changes }: ListedSession): string {
  return `${changes === 0 ? 'no record' : formatCount(changes, 'record')} changed`
}

function Usage({ name, isOwn }: { name: string; isOwn: boolean }) {
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

function Line({ title, text, what }: { title: string; text: string; what: string }) {
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
