// What can be done with sessions.

import type { RemoteSessionOptions } from '../../../client/index.ts'
import { type Console, useConsole } from '../../app/console.ts'
import { writeLiteral, writeString } from '../../copy/literal.ts'
import type { Action } from '../../store/actions/actions.ts'

/** The actions on the sessions of a server. */
export interface SessionActions {
  /** Creates a session and shows it: in the list of sessions, or its console in a new tab. @returns undefined if that failed */
  create(
    options: RemoteSessionOptions,
    handling: Pick<Action<unknown>, 'onFailure'>,
  ): Promise<{ readonly name: string } | undefined>
  end(name: string): Promise<unknown>
}

/** Returns the actions on sessions. */
export function useSessionActions(): SessionActions {
  const { actions, connection, router } = useConsole()
  const { simulator } = connection
  const show = (name: string) => {
    if (router.route.peek().view === 'sessions') router.navigate({ view: 'sessions', path: [name] })
    // With an opener, the new tab also gets the token.
    else window.open(connection.consoleOf(name))
  }
  const create: SessionActions['create'] = async (options, handling) => {
    const created = await actions.run({
      title: options.from === undefined ? 'Create a session' : `Fork ${options.from}`,
      code: `const session = await simulator.sessions.create(${writeLiteral(options)})`,
      run: () => simulator.sessions.create(options),
      undo: ({ name }) => simulator.sessions.delete(name),
      changes: ['sessions'],
      ...handling,
      describe: ({ name, url }) => ({
        details: `${name}: ${url}`,
        choices: [{ title: 'Copy its URL', run: () => actions.copy(url, 'the URL') }],
      }),
    })
    if (created !== undefined) show(created.name)
    return created
  }
  return {
    create,
    async end(name) {
      const isEnded = await actions.run({
        title: `End the session ${name}`,
        code: `await simulator.sessions.delete(${writeString(name)})`,
        run: () => simulator.sessions.delete(name),
        changes: ['sessions'],
      })
      if (isEnded !== undefined) leave({ connection, router }, name)
    },
  }
}

/** Leaves a session that has ended. The page of an ended session has nothing to show. */
function leave({ connection, router }: Pick<Console, 'connection' | 'router'>, name: string): void {
  if (name === connection.session) location.assign(`${connection.serverUrl}/_simulator/#/sessions`)
  else router.navigate({ view: 'sessions' })
}
