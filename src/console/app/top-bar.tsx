// What is true in every view: the session, the world, the clock, faults and chaos, and whether the server is there.

import type { JSX } from 'preact'
import { formatCount, formatNumber } from '../components/bars.tsx'
import { Button } from '../components/button.tsx'
import { Menu } from '../components/menu.tsx'
import { Text } from '../components/text.tsx'
import type { LinkState } from '../store/link.ts'
import { toPercent } from '../store/percent.ts'
import type { Missed } from '../store/stream.ts'
import { CLOCK_MOVES } from '../store/world-actions.ts'
import { useConsole } from './console.ts'
import { PresenterBar } from './presenter-bar.tsx'
import { buildHref } from './routes.ts'
import { SessionMenu } from './session-menu.tsx'

/** The bar above every view. */
export function TopBar({ onPalette }: { onPalette: () => void }): JSX.Element {
  const { stream } = useConsole()
  return (
    <header class="top-bar">
      <SessionMenu />
      <WorldSummary />
      <ClockSummary />
      <FaultSummary />
      <span class="top-bar-end">
        <LinkMark state={stream.link.value} />
        <Button kind="quiet" keys="Mod+k" onClick={onPalette}>
          Commands <kbd>Ctrl K</kbd>
        </Button>
      </span>
      <Notice state={stream.link.value} gap={stream.gap.value} />
      <PresenterBar />
    </header>
  )
}

function WorldSummary(): JSX.Element | null {
  const { world } = useConsole()
  const state = world.state.data.value
  if (state === undefined) return null
  return (
    <a class="top-bar-item top-bar-world" href={buildHref({ view: 'world' })}>
      <Text most={30}>{state.scenario.name}</Text>
      <span class="top-bar-more">, seed {state.scenario.seed}</span>
      {state.edited && ', edited'}
    </a>
  )
}

function ClockSummary(): JSX.Element | null {
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
    { title: 'To what is next', run: worldActions.goToNext },
  ]
  const label = `${now.slice(11, 19)} ${isFrozen ? 'frozen' : 'running'}`
  return (
    <span class="top-bar-item">
      <Menu kind="quiet" label={label} name={`Clock ${label}`} items={items} />
    </span>
  )
}

function FaultSummary(): JSX.Element | null {
  const { world } = useConsole()
  const state = world.state.data.value
  if (state === undefined) return null
  const level = world.chaos.data.value?.level ?? state.chaos.level
  return (
    <>
      <a class={`top-bar-item${state.faults === 0 ? ' top-bar-more muted' : ''}`} href={buildHref({ view: 'faults' })}>
        {state.faults === 0 ? 'no faults' : formatCount(state.faults, 'fault')}
      </a>
      <a
        class={`top-bar-item ${level === 0 ? 'top-bar-more muted' : 'top-bar-chaos'}`}
        href={buildHref({ view: 'faults' })}
      >
        {level === 0 ? 'no chaos' : `chaos ${toPercent(level)} %`}
      </a>
    </>
  )
}

const MARKS: Readonly<Record<LinkState, string>> = {
  connecting: '○ connecting',
  live: '● live',
  gone: '✕ gone',
  refused: '○ not connected',
}

function LinkMark({ state }: { state: LinkState }): JSX.Element {
  return <span class={`link-mark link-mark-${state}`}>{MARKS[state]}</span>
}

function Notice({ state, gap }: { state: LinkState; gap: Missed | undefined }): JSX.Element | null {
  const { stream } = useConsole()
  if (state === 'gone') {
    return (
      <p class="top-bar-notice" role="status">
        The server does not answer. What you typed is kept; trying again.
      </p>
    )
  }
  if (gap === undefined || state !== 'live') return null
  return (
    <p class="top-bar-notice" role="status">
      {describeGap(gap)} <Button onClick={stream.dismissGap}>OK</Button>
    </p>
  )
}

function describeGap(gap: Missed): string {
  if (gap === 'ended') return 'This session was ended. A request to its URL begins a new one.'
  if (gap === 'all') return 'The server was started anew, so earlier requests are gone.'
  return `The server is back. ${formatNumber(gap)} ${gap === 1 ? 'event was' : 'events were'} missed.`
}
