import { nameService } from '../../../../engine/input/text/words.ts'
import { Button } from '../../components/controls/button.tsx'
import { Menu, type MenuItem } from '../../components/controls/menu.tsx'
import { Text } from '../../components/text/text.tsx'
import { formatNumber } from '../../format/numbers.ts'
import { useConsole, useRemote } from '../../page/console.ts'
import { buildHref } from '../../page/routes.ts'
import { CLOCK_MOVES, findFreeName } from '../../store/actions/world-actions.ts'
import type { LinkState, Missed } from '../../store/stream/stream.ts'
import { FaultSummary } from '../../views/faults/fault-summary.tsx'
import { useSessionActions } from '../../views/sessions/session-actions.ts'
import { listPresenterKeys } from '../keyboard/presenter-keys.ts'

interface TopBarProps {
  readonly onPalette: () => void
}

/** The bar above every view: the session, the world, the clock, faults and chaos, and whether the server is there. */
export function TopBar({ onPalette }: TopBarProps) {
  const { stream, world } = useConsole()
  const link = stream.link.value
  const service = world.schemas.data.value?.service
  const [mark, colour] = MARKS[link]
  return (
    <header class="row top-bar">
      <div class="row top-bar-row">
        <a class="top-bar-name" href={buildHref({ view: 'world' })}>
          <strong>deploymock</strong>
          <span class="top-bar-more">
            {service && <Text most={60}>{`simulates ${nameService(service.title)}`}</Text>}
          </span>
        </a>
        <SessionMenu />
        <WorldSummary />
        <ClockSummary />
        <FaultSummary />
        <span class="top-bar-end">
          <span class={`link-mark link-mark-${link} ${colour}`}>{mark}</span>
          <Button kind="quiet" keys="Mod+k" onClick={onPalette}>
            <span class="top-bar-more">Commands</span>
            <kbd class="top-bar-more">Ctrl K</kbd>
            <span class="top-bar-less" aria-hidden="true">
              ☰
            </span>
          </Button>
        </span>
      </div>
      <Notice state={link} gap={stream.gap.value} />
      <PresenterBar />
    </header>
  )
}

function WorldSummary() {
  const { world } = useConsole()
  const state = world.state.data.value
  if (state === undefined) return null
  return (
    <a class="top-bar-item top-bar-more" href={buildHref({ view: 'world' })}>
      <span class="muted">Scenario</span> <Text most={30}>{state.scenario.name}</Text>
      {`, seed ${state.scenario.seed}`}
      {state.edited && ', changed'}
    </a>
  )
}

function ClockSummary() {
  const { world, worldActions } = useConsole()
  const now = world.now.value
  if (now === undefined) return null
  const isFrozen = world.isFrozen.value === true
  const items = [
    isFrozen ? { title: 'Run', run: worldActions.runClock } : { title: 'Freeze', run: worldActions.freeze },
    ...CLOCK_MOVES.map(({ text, milliseconds }) => ({
      title: `${text} on`,
      run: () => worldActions.advance(milliseconds),
    })),
    { title: 'To the next step', run: worldActions.goToNext },
  ]
  const time = now.slice(11, 19)
  const pace = isFrozen ? 'frozen' : 'running'
  const label = (
    <>
      {time} <span class="top-bar-more">{pace}</span>
    </>
  )
  return <Menu kind="quiet" label={label} name={`Clock ${time} ${pace}`} items={items} />
}

const MARKS: Readonly<Record<LinkState, readonly [text: string, colour: string]>> = {
  connecting: ['○ connecting', 'muted'],
  live: ['● live', 'ok'],
  gone: ['✕ gone', 'error'],
  refused: ['○ not connected', 'muted'],
}

interface NoticeProps {
  readonly state: LinkState
  readonly gap: Missed | undefined
}

function Notice({ state, gap }: NoticeProps) {
  const { stream } = useConsole()
  const isGone = state === 'gone'
  if (!isGone && (gap === undefined || state !== 'live')) return null
  return (
    <p class="top-bar-notice" role="status">
      {isGone || gap === undefined
        ? 'The server does not answer. What you typed is kept; trying again.'
        : describeGap(gap)}{' '}
      {!isGone && <Button onClick={() => (stream.gap.value = undefined)}>OK</Button>}
    </p>
  )
}

function describeGap(gap: Missed): string {
  if (gap === 'ended') return 'This session was ended. A request to its URL begins a new one.'
  if (gap === 'all') return 'The server was restarted, so earlier requests are gone.'
  return `The server is back. ${formatNumber(gap)} ${gap === 1 ? 'event was' : 'events were'} missed.`
}

function PresenterBar() {
  const shared = useConsole()
  if (!shared.theme.isPresenting.value) return null
  return (
    <div class="row presenter-bar" role="toolbar" aria-label="Presentation">
      {listPresenterKeys(shared, shared.world.scenarios.data.value).map(({ keys, short, title, run }) => (
        <Button key={keys} keys={keys} title={title} onClick={run}>
          <kbd>{keys === ' ' ? 'Space' : keys.slice(0, 3)}</kbd> <Text most={40}>{short}</Text>
        </Button>
      ))}
    </div>
  )
}

const MOST_LISTED = 15

function SessionMenu() {
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
