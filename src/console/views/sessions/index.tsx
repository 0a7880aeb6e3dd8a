import { useEffect } from 'preact/hooks'
import { useConsole, useKeys, useRemote } from '../../app/console.ts'
import { defineView } from '../../app/view.ts'
import { Button } from '../../components/controls/button.tsx'
import { FilterField } from '../../components/forms/filter-field.tsx'
import { RemotePanel } from '../../components/panels.tsx'
import type { Remote } from '../../store/remote.ts'
import { SessionDetails } from './session-details.tsx'
import { SessionList } from './session-list.tsx'

/** Shows who is connected. */
export const sessionsView = defineView({
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
})

// The events do not tell which sessions receive requests.
const REFRESH_MILLISECONDS = 2000

function Sessions() {
  const { connection, router, worldActions } = useConsole()
  const { query, path } = router.route.value
  const sessions = useRemote(() => connection.simulator.sessions.list(), { on: ['sessions', 'state'] })
  useRefresh(sessions)
  useKeys([{ keys: 'n', title: 'New session', run: worldActions.createSession }])
  const [open] = path
  return (
    <div class="split">
      <div class="split-list">
        <div class="stack sessions-head">
          <p class="view-introduction">Each session has a world of its own. Give one to each client, test or demo.</p>
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

function useRefresh(remote: Remote<unknown>): void {
  useEffect(() => {
    const timer = setInterval(() => !document.hidden && remote.refresh(), REFRESH_MILLISECONDS)
    return () => clearInterval(timer)
  }, [remote])
}
