import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { Menu } from '../components/controls/menu.tsx'
import { ErrorBoundary } from '../components/panels.tsx'
import { Text } from '../components/text/text.tsx'
import { ToastPlace } from '../components/toasts.tsx'
import { formatNumber } from '../format/numbers.ts'
import {
  COLOURS,
  type Command,
  type Console,
  type KeyBinding,
  useCommands,
  useConsole,
  useKeys,
} from '../page/console.ts'
import { buildHref } from '../page/routes.ts'
import type { View } from '../page/view.ts'
import { CLOCK_MOVES } from '../store/actions/world-actions.ts'
import { routeTo } from '../views/requests/entry-route.ts'
import { EntryStatus } from '../views/requests/list/request-list.tsx'
import { NewSession } from '../views/sessions/new-session.tsx'
import { views } from '../views/views.ts'
import { KeyHelp } from './keyboard/key-help.tsx'
import { bindPresenterKeys } from './keyboard/presenter-keys.ts'
import { TopBar } from './layout/top-bar.tsx'
import { Palette } from './palette/palette.tsx'
import { RefusalNotice } from './refusal.tsx'

/** The whole page. */
export function App() {
  const shared = useConsole()
  const [overlay, setOverlay] = useState<'palette' | 'keys' | undefined>(undefined)
  // Not above another dialog.
  const openPalette = () => shared.toasts.dialogs.peek() === 0 && setOverlay('palette')
  const shell = { openPalette, openKeys: () => setOverlay('keys') }
  // The other one may be open by the time the browser says that this one is closed.
  const close = (closed: typeof overlay) => () => setOverlay((open) => (open === closed ? undefined : open))
  const { newSession } = shared.worldActions
  useKeys(listSharedKeys(shared, views, shell))
  const isPresenting = shared.theme.isPresenting.value
  useKeys(isPresenting ? bindPresenterKeys(shared) : [])
  const asksToPresent = shared.router.route.value.query.presenter === '1'
  useEffect(() => {
    if (asksToPresent) shared.theme.isPresenting.value = true
  }, [asksToPresent])
  useCommands((text) => listSharedCommands(shared, views, shell, text))
  return (
    <>
      <button type="button" class="skip-link button" onClick={focusOutlet}>
        Skip to the view
      </button>
      <TopBar onPalette={shell.openPalette} />
      <Navigation views={views} />
      <Outlet />
      {newSession.value && <NewSession source={newSession.value} onClose={() => (newSession.value = undefined)} />}
      <StatusLine />
      <ToastPlace />
      {/* What screen readers read out. */}
      <div class="visually-hidden" aria-live="polite" aria-atomic="true">
        {shared.announcer.text.value}
      </div>
      {overlay === 'palette' && <Palette views={views} onClose={close('palette')} />}
      {overlay === 'keys' && <KeyHelp onClose={close('keys')} />}
    </>
  )
}

function Outlet() {
  const { router, stream, connection } = useConsole()
  const view = views.find(({ id }) => id === router.route.value.view) ?? views[0]
  const refusal = stream.refusal.value
  const isFirst = useRef(true)
  useEffect(() => {
    // Whoever cannot see it hears that the view has changed, and Tab goes on in it.
    // Unless it has moved the focus itself.
    if (!isFirst.current && document.querySelector('#outlet :focus') === null) focusOutlet()
    isFirst.current = false
    document.title = `${view?.title ?? 'Console'} – ${connection.session} – deploymock`
  }, [view, connection])
  return (
    <main id="outlet" class="outlet" tabIndex={-1} aria-label={view?.title}>
      {refusal !== undefined ? (
        <RefusalNotice error={refusal} />
      ) : (
        view !== undefined && (
          <>
            <h1 class="view-title">{view.title}</h1>
            <ErrorBoundary key={view.id} what={view.title}>
              <view.render />
            </ErrorBoundary>
          </>
        )
      )}
    </main>
  )
}

function focusOutlet(): void {
  document.getElementById('outlet')?.focus({ preventScroll: true })
}

/** The line below every view, in the place of messages: where the service is, and the last request. */
function StatusLine() {
  const { connection, router } = useConsole()
  return (
    <footer class="row status-line muted">
      <code>
        <Text most={100}>{connection.serviceUrl}</Text>
      </code>
      {router.route.value.view !== 'requests' && <LastRequest />}
    </footer>
  )
}

function LastRequest() {
  const { connection, stream } = useConsole()
  const { session } = connection
  const last = stream.requests.value.find((entry) => entry.session === session)
  if (last === undefined) return <span>No request has arrived yet.</span>
  return (
    <>
      <span>Last request:</span>
      <a href={buildHref(routeTo(last, session, {}))}>
        <Text most={80}>{`#${last.id} ${last.method} ${last.path}${last.query && `?${last.query}`}`}</Text>
      </a>
      <EntryStatus entry={last} />
    </>
  )
}

// On a narrow page, the others are in a menu.
const MOST_NARROW = 3

interface NavigationProps {
  readonly views: readonly View[]
}

/** The links to the views, each with a number if it has one. */
function Navigation({ views }: NavigationProps) {
  const { router } = useConsole()
  const isNarrow = useIsNarrow()
  const current = router.route.value.view
  const shown = isNarrow ? views.slice(0, MOST_NARROW) : views
  const hidden = views.slice(shown.length)
  const chosen = hidden.find(({ id }) => id === current)
  return (
    <nav class="stack navigation" aria-label="Views">
      {shown.map((view) => (
        <a
          key={view.id}
          class="navigation-link"
          href={buildHref({ view: view.id })}
          aria-current={view.id === current ? 'page' : undefined}
          aria-keyshortcuts={`g ${view.key}`}
        >
          {view.title}
          <Badge view={view} />
        </a>
      ))}
      {hidden.length > 0 && (
        <Menu
          kind="quiet"
          isCurrent={chosen !== undefined}
          label={chosen?.title ?? 'More'}
          name={chosen === undefined ? 'More views' : `${chosen.title}, more views`}
          items={hidden.map(({ id, title }) => ({
            title,
            isCurrent: id === current,
            run: () => router.navigate({ view: id }),
          }))}
        />
      )}
    </nav>
  )
}

function useIsNarrow(): boolean {
  const query = useMemo(() => matchMedia('(max-width: 899px)'), [])
  const [isNarrow, setNarrow] = useState(query.matches)
  useEffect(() => {
    const follow = () => setNarrow(query.matches)
    // The width may have changed before this effect.
    follow()
    query.addEventListener('change', follow)
    return () => query.removeEventListener('change', follow)
  }, [query])
  return isNarrow
}

interface BadgeProps {
  readonly view: View
}

function Badge({ view }: BadgeProps) {
  const count = view.badge?.(useConsole())
  return count === undefined || count === 0 ? null : <span class="badge">{formatNumber(count)}</span>
}

interface Shell {
  openPalette(): unknown
  openKeys(): void
}

function listSharedCommands(shared: Console, views: readonly View[], shell: Shell, text: string) {
  const named: readonly Command[] = [
    ...listSharedKeys(shared, views, shell)
      .filter(({ keys }) => /^[a-z?]/.test(keys))
      .map(({ keys, title, group, run }) =>
        group === 'Go to' ? { keys, title: `Go to ${title}`, words: 'view', run } : { keys, title, run },
      ),
    ...listWorldCommands(shared),
    ...listPageCommands(shared),
    ...views.flatMap((view) => view.commands?.(shared, text) ?? []),
  ]
  return [...named, ...listKeyCommands(shared).filter(({ title }) => !named.some((each) => each.title === title))]
}

function listWorldCommands({ world, worldActions, actions, connection }: Console): readonly Command[] {
  const scenarios = world.scenarios.data.value ?? []
  return [
    ...scenarios.map(({ name, description }) => ({
      title: `Load scenario ${name}`,
      words: `switch ${description}`,
      isWhole: true,
      run: () => worldActions.load(name),
    })),
    { title: 'Restart the scenario', words: 'reset', isWhole: true, run: worldActions.restart },
    { title: 'New session', run: worldActions.createSession },
    { title: 'Fork this session', words: 'copy', run: worldActions.fork },
    world.isFrozen.value
      ? { title: 'Run the clock', words: 'start time', run: worldActions.runClock }
      : { title: 'Freeze the clock', words: 'stop time', run: worldActions.freeze },
    ...CLOCK_MOVES.map(({ text, milliseconds }) => ({
      title: `Move the clock by ${text}`,
      words: 'advance time',
      run: () => worldActions.advance(milliseconds),
    })),
    { title: 'Move the clock to what is next', words: 'advance time', run: worldActions.goToNext },
    { title: 'Copy the URL of the service', run: () => actions.copy(connection.serviceUrl, 'the URL') },
    { title: 'Copy the link to this page', run: () => actions.copy(location.href, 'the link') },
  ]
}

function listPageCommands({ theme, keys }: Console): readonly Command[] {
  return [
    ...COLOURS.map((each) => ({
      title: each === 'system' ? 'Use the colours of the system' : `Use ${each} colours`,
      words: 'theme',
      run: () => (theme.colours.value = each),
    })),
    {
      id: 'density',
      title: theme.isCompact.value ? 'Use normal rows' : 'Use compact rows',
      words: 'density',
      run: () => toggle(theme.isCompact),
    },
    {
      id: 'presenter',
      title: theme.isPresenting.value ? 'Stop presenting' : 'Present',
      words: 'presenter mode large type',
      run: () => toggle(theme.isPresenting),
    },
    {
      id: 'single-keys',
      title: keys.areSingleKeysOn.value ? 'Turn single keys off' : 'Turn single keys on',
      run: () => toggle(keys.areSingleKeysOn),
    },
  ]
}

// What the view binds to a key can be found by its name, too. Rows are easier to reach with the keys themselves.
function listKeyCommands({ keys: { bindings } }: Console): readonly Command[] {
  return bindings.value
    .filter(({ keys, group }) => group === undefined && /^[^jk]$/.test(keys))
    .map(({ keys, title, run }) => ({ title, keys, run }))
}

function toggle(setting: { value: boolean }): void {
  setting.value = !setting.value
}

function listSharedKeys(shared: Console, views: readonly View[], shell: Shell): readonly KeyBinding[] {
  const { router, actions, worldActions } = shared
  const everywhere: readonly KeyBinding[] = [
    { keys: 'Mod+k', title: 'Commands', run: shell.openPalette },
    { keys: '/', title: 'Commands', run: shell.openPalette },
    { keys: '?', title: 'Show the keys', run: shell.openKeys },
    { keys: 'u', title: 'Undo', run: actions.undoLast },
    { keys: 's', title: 'Take a snapshot', run: () => worldActions.takeSnapshot() },
    { keys: 'Escape', title: 'Close what is open', run: () => closeDetails(router) },
  ]
  return [
    ...everywhere.map((binding) => ({ ...binding, group: 'Everywhere' as const })),
    ...views.map(({ id, title, key }) => ({
      keys: `g ${key}`,
      title,
      group: 'Go to' as const,
      run: () => router.navigate({ view: id }),
    })),
  ]
}

function closeDetails(router: Console['router']): boolean {
  const { view, path, query } = router.route.peek()
  if (path.length === 0) return false
  router.navigate({ view, path: path.slice(0, -1), query })
  return true
}
