import { createContext } from 'preact'
import { useContext, useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { FaultInput } from '../../../entries/client/index.ts'
import { createActions } from '../store/actions/actions.ts'
import { createUndo } from '../store/actions/undo.ts'
import { createWorldActions } from '../store/actions/world-actions.ts'
import { connectPage } from '../store/connection.ts'
import { createRemoteData, type Remote } from '../store/remote.ts'
import { signal } from '../store/signal.ts'
import { keepTexts } from '../store/storage.ts'
import { createStream } from '../store/stream/stream.ts'
import { createAnnouncer, createToasts, type Toasts } from '../store/toast-list.ts'
import { createTopics, type Topic } from '../store/topics.ts'
import { createWorldStore } from '../store/world.ts'
import { type CommandSource, createCommands } from './commands.ts'
import { createKeys, type KeyBinding } from './keys.ts'
import { createPageRouter, type PageRouter } from './routes.ts'
import { createTheme } from './theme.ts'

/** What the components of a page share. */
export type Console = ReturnType<typeof createConsole>

/** Creates what the components of a page share. Nothing is sent to the server before `start`. */
export function createConsole(page: Window & typeof globalThis) {
  const local = keepTexts(() => page.localStorage)
  // The token is taken out of the fragment before the router reads it.
  const connection = connectPage(
    page,
    keepTexts(() => page.sessionStorage),
  )
  const { simulator, session } = connection
  const announcer = createAnnouncer()
  const toasts = createToasts(announcer)
  const router = createPageRouter(page)
  closeWithView(toasts, router)
  const stream = createStream(simulator)
  // A server that is back has not failed any more.
  stream.link.subscribe((state) => state === 'live' && toasts.shown.peek()?.kind === 'error' && toasts.close())
  const topics = createTopics(stream, session)
  const undo = createUndo(simulator)
  const actions = createActions(simulator, { toasts, undo, topics })
  return {
    connection,
    router,
    stream,
    topics,
    world: createWorldStore(simulator, topics, stream),
    /** The faults that were taken off the server, each at its place among all faults. */
    faultsOff: signal<readonly (FaultInput | undefined)[]>([]),
    undo,
    actions,
    worldActions: createWorldActions(actions, connection),
    toasts,
    announcer,
    keys: createKeys(page, local),
    commands: createCommands(local),
    theme: createTheme(page.document.documentElement, local),
  }
}

// A message is about the view that it appeared in. What it offered to undo can still be undone with a key.
function closeWithView(toasts: Toasts, { route }: PageRouter): void {
  let last = route.peek().view
  route.subscribe(({ view }) => {
    if (view !== last) toasts.close()
    last = view
  })
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const found = useContext(ConsoleContext)
  if (found === undefined) throw new Error('Failed to use the console: the component is outside of it.')
  return found
}

/**
 * Reads data from the server, and again whenever one of the topics changes.
 *
 * @param inputs the values that `read` uses; when one of them changes, the data is read anew
 */
export function useRemote<Data>(
  read: () => Promise<Data>,
  { on, inputs = [] }: { on: readonly Topic[]; inputs?: readonly unknown[] },
): Remote<Data> {
  const { topics } = useConsole()
  const remote = useMemo(() => createRemoteData(read, topics, on), [topics, ...inputs])
  useEffect(() => remote.follow(), [remote])
  return remote
}

/** Defines keys while the component is there. A key always does what the last rendering said. */
export function useKeys(bindings: readonly KeyBinding[]): void {
  const { keys } = useConsole()
  const latest = useRef(bindings)
  latest.current = bindings
  const defined = bindings.map(({ keys: pressed, title }) => pressed + title).join()
  // A key can be pressed before other effects run.
  useLayoutEffect(() => keys.define(bindings.map((binding) => followLatest(binding, latest))), [keys, defined])
}

// Effects run some time after a rendering. A key that is pressed meanwhile must not do something outdated.
function followLatest(binding: KeyBinding, latest: { current: readonly KeyBinding[] }): KeyBinding {
  const find = () => latest.current.find(({ keys }) => keys === binding.keys) ?? binding
  return { ...binding, run: () => find().run() }
}

/** Offers commands in the palette while the component is there. */
export function useCommands(source: CommandSource): void {
  const { commands } = useConsole()
  useLayoutEffect(() => commands.register(source), [commands])
}
