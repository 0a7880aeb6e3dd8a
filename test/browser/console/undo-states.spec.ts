import type { Page } from '@playwright/test'
import { connect } from '../../../src/entries/client/index.ts'
import type { Simulator } from '../../../src/index.ts'
import { postDeployment } from '../../support/client.ts'
import { expect, type OpenedConsole, type OpenOptions, test } from './support/open-console.ts'

/** Something that replaces a part of the state. */
interface Replacement {
  /** The message about it. */
  done: string
  route: string
  act(page: Page): Promise<unknown>
  /** Presses the key instead of the button. */
  byKey?: boolean
}

const click = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click()

const OF_THE_WORLD: readonly Replacement[] = [
  { done: 'Loaded empty', route: '#/world', act: click('empty') },
  { done: 'Restarted the scenario', route: '#/world', act: click('Restart'), byKey: true },
  { done: 'Restored earlier', route: '#/world/snapshots', act: click('Restore earlier') },
]

const OF_THE_CLOCK: readonly Replacement[] = [
  { done: 'Moved the clock by 5 min', route: '#/world', act: click('+5 min') },
  { done: 'Moved the clock back by 5 min', route: '#/world', act: click('−5 min'), byKey: true },
  { done: 'Moved the clock to what is next', route: '#/world', act: click('Go to the next step') },
  {
    done: 'Set the clock to 2027-01-31T12:00:30Z',
    route: '#/world',
    async act(page) {
      await page.getByLabel('Time in UTC').fill('2027-01-31T12:00:30')
      await click('Set')(page)
    },
  },
  { done: 'Started the clock', route: '#/world', act: click('Run') },
]

const OF_FAULTS: readonly Replacement[] = [
  { done: 'Added a fault', route: '#/faults', act: click('Add fault') },
  { done: 'Added the faults of “Flaky”', route: '#/faults', act: click('Flaky'), byKey: true },
  { done: 'Removed the faults of “Down”', route: '#/faults', act: click('Down') },
  { done: 'Removed the fault second', route: '#/faults', act: click('Remove the fault second') },
  { done: 'Removed all faults', route: '#/faults', act: click('Remove all'), byKey: true },
  { done: 'Set chaos to 50 %', route: '#/faults', act: click('50 %') },
  {
    done: 'Set the seed of chaos to 12',
    route: '#/faults',
    async act(page) {
      await page.getByLabel('Seed', { exact: true }).fill('12')
      await click('Use seed')(page)
    },
  },
]

const OF_ASSUMPTIONS: readonly Replacement[] = [
  {
    done: 'Assumed lastPageOffset = zeroAtEnd',
    route: '#/assumptions/lastPageOffset',
    act: (page) => page.getByRole('radio', { name: /^zeroAtEnd/ }).click(),
    byKey: true,
  },
  {
    done: 'Switched to the preset spec',
    route: '#/assumptions',
    act: (page) => page.getByLabel('Preset').selectOption('spec'),
  },
  {
    done: 'Turned “Reject what the contract does not promise” on',
    route: '#/assumptions',
    act: (page) => page.getByLabel('Reject what the contract does not promise').click(),
  },
  { done: 'Drew assumptions with seed 1', route: '#/assumptions', act: click('Vary') },
]

/** Gives each part of the state something that a start does not have. */
async function fill(simulator: Simulator): Promise<void> {
  await postDeployment(simulator)
  simulator.clock.advance(10_000)
  simulator.db.deployments.create({ name: 'by-hand' })
  simulator.assume({ lastPageOffset: 'limit' })
  simulator.setChaos({ level: 0.3, seed: 4711 })
  simulator.faults.add({ id: 'first', operation: 'listDeployments', delay: 5 })
  simulator.faults.add({ id: 'second', operation: 'listDeployments', status: 503, times: 3 })
  simulator.faults.add({ id: 'down', status: 503, times: 2 })
  simulator.faults.add({ id: 'last', delay: 5, times: 4 })
}

/** The state without the time, which goes on while a clock runs. */
function readState(simulator: Simulator) {
  const { current, ...start } = simulator.snapshot()
  // Counts tell what has happened, such as which ids faults have had. Nothing makes that undone.
  const { changes, counts: _, ...state } = current
  const { elapsed, timeline, ...records } = changes
  const { strict, preset, assumptions, vary, chaos, edited, clock } = simulator
  const isFrozen = clock.isFrozen()
  return {
    start,
    current: { ...state, changes: records },
    settings: { strict, preset, assumptions, vary, chaos, edited, changes: simulator.changes, isFrozen },
    time: isFrozen ? { elapsed, timeline, now: clock.now() } : undefined,
  }
}

const FILLED: OpenOptions = { simulator: { scenario: 'pipeline' }, before: fill }

/** Does it, undoes it, and expects that the state is as it was. */
async function expectUndone({ page, simulator }: OpenedConsole, { done, act, byKey }: Replacement): Promise<void> {
  const messages = page.getByRole('region', { name: 'Messages' })
  const before = readState(simulator)
  await act(page)
  await expect(messages).toContainText(done)
  expect(readState(simulator), `${done} changes something`).not.toEqual(before)
  if (byKey) await page.locator('body').press('u')
  else await messages.getByRole('button', { name: 'Undo' }).click()
  await expect(messages).toContainText(`Undone: ${done}`)
  expect(readState(simulator), `${done}, and undone`).toEqual(before)
}

for (const [what, replacements] of Object.entries({
  'of the clock': OF_THE_CLOCK,
  'of faults and chaos': OF_FAULTS,
  'of assumptions': OF_ASSUMPTIONS,
})) {
  test(`undoes each replacement ${what}, and nothing else has changed`, async ({ openConsole }) => {
    const opened = await openConsole(FILLED)
    for (const replacement of replacements) {
      await opened.goTo(replacement.route)
      await expectUndone(opened, replacement)
    }
  })
}

test('undoes each replacement of the world, and nothing else has changed', async ({ openConsole }) => {
  const opened = await openConsole({
    ...FILLED,
    async before(simulator, { url }) {
      await connect(url).snapshots.take('earlier')
      simulator.configure({ strict: true })
      await fill(simulator)
    },
  })
  for (const replacement of OF_THE_WORLD) {
    await opened.goTo(replacement.route)
    await expectUndone(opened, replacement)
  }
})

test('undoes that the clock was frozen', async ({ openConsole }) => {
  const opened = await openConsole({ ...FILLED, simulator: { scenario: 'pipeline', clock: 'running' } })
  await expectUndone(opened, { done: 'Froze the clock', route: '#/world', act: click('Freeze'), byKey: true })
})
