// The session of the page, and the way to others.

import type { JSX } from 'preact'
import { Menu, type MenuItem } from '../../components/controls/menu.tsx'
import { Text } from '../../components/text/text.tsx'
import { findFreeName } from '../../store/actions/free-name.ts'
import { useSessionActions } from '../../views/sessions/session-actions.ts'
import { useConsole, useRemote } from '../console.ts'

const MOST_LISTED = 15

/** The name of the session, with a menu of the others. */
export function SessionMenu(): JSX.Element {
  const { connection, router, worldActions } = useConsole()
  const { session, simulator } = connection
  const { create } = useSessionActions()
  const sessions = useRemote(() => simulator.sessions.list(), { on: ['sessions'] })
  const names = (sessions.data.value ?? []).map(({ name }) => name)
  const items: readonly MenuItem[] = [
    ...names.slice(0, MOST_LISTED).map((name) => ({
      title: name,
      isCurrent: name === session,
      run: () => location.assign(connection.consoleOf(name)),
    })),
    { title: 'New session', run: () => create({ name: findFreeName('session', names, 'session-1') }) },
    { title: 'Fork this session', run: worldActions.fork },
    { title: 'All sessions', keys: 'g s', run: () => router.navigate({ view: 'sessions' }) },
  ]
  const label = (
    <>
      <span class="muted top-bar-more">Session </span>
      <Text most={30}>{session}</Text>
    </>
  )
  return (
    <>
      <span class="top-bar-session">
        <Menu kind="quiet" label={label} name={`Session ${session}`} items={items} />
      </span>
      {connection.serviceUrl !== connection.serverUrl && (
        <a class="top-bar-more" href={`${connection.serverUrl}/_simulator/`}>
          Back to session default
        </a>
      )}
    </>
  )
}
