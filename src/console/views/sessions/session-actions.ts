// What can be done with sessions.

import type { RemoteSessionOptions } from '../../../client/index.ts'
import { type Console, useConsole } from '../../app/console.ts'
import type { Action } from '../../store/actions.ts'
import { quote, toCode } from '../../store/code.ts'

/** The actions on the sessions of a server. */
export interface SessionActions {
  /** Creates a session and shows it. @returns undefined if that failed */
  create(
    options: RemoteSessionOptions,
    handling: Pick<Action<unknown>, 'onFailure'>,
  ): Promise<{ readonly name: string } | undefined>
  /** Copies a session and shows the copy. */
  fork(name: string): Promise<unknown>
  end(name: string): Promise<unknown>
}

/** Returns the actions on sessions. */
export function useSessionActions(): SessionActions {
  const { actions, connection, router } = useConsole()
  const { simulator } = connection
  const show = (name: string) => router.navigate({ view: 'sessions', path: [name] })
  const create = async (
    title: string,
    options: RemoteSessionOptions,
    handling: Pick<Action<unknown>, 'onFailure'> = {},
  ) => {
    const created = await actions.run({
      title,
      code: `const session = await simulator.sessions.create(${toCode(options)})`,
      run: async () => ({ name: (await simulator.sessions.create(options)).name }),
      undo: ({ name }) => simulator.sessions.delete(name),
      changes: ['sessions'],
      ...handling,
    })
    if (created !== undefined) show(created.name)
    return created
  }
  return {
    create: (options, handling) => create('Created a session', options, handling),
    fork: (name) => create(`Forked ${name}`, { from: name }),
    async end(name) {
      const isEnded = await actions.run({
        title: `Ended the session ${name}`,
        code: `await simulator.sessions.delete(${quote(name)})`,
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
