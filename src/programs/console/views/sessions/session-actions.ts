import type { RemoteSessionOptions } from '../../../../entries/client/index.ts'
import { useConsole } from '../../page/console.ts'
import type { Handling } from '../../store/actions/actions.ts'

/** Returns the actions on sessions. */
export function useSessionActions() {
  const { actions, connection, router } = useConsole()
  return {
    async create(options: RemoteSessionOptions, handling?: Handling) {
      const created = await actions.run({
        title: options.from === undefined ? ['Create', 'Created', 'a session'] : ['Fork', 'Forked', options.from],
        run: ({ sessions }) => sessions.create(options),
        ...handling,
      })
      if (created !== undefined) location.assign(connection.consoleOf(created.name))
    },
    async end(name: string) {
      const isEnded = await actions.run({
        title: ['End', 'Ended', `the session ${name}`],
        run: ({ sessions }) => sessions.delete(name),
        changes: ['sessions'],
      })
      if (isEnded === undefined) return
      // The page of a session that has ended has nothing to show.
      if (name === connection.session) location.assign(`${connection.serverUrl}/_simulator/#/sessions`)
      else router.navigate({ view: 'sessions' })
    },
  }
}
