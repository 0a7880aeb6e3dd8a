// The actions that several views share: on the scenario, the clock, snapshots and sessions.

import type { ControlState, MovedClock, WrittenDuration } from '../../../../entries/client/index.ts'
import { toPercent } from '../../format/numbers.ts'
import type { Simulator } from '../api.ts'
import type { Connection } from '../connection.ts'
import { type Signal, signal } from '../signal.ts'
import type { Actions, Title } from './actions.ts'

/** What a session is copied from: the world of a session, now or as it was for one of its requests. */
export interface ForkSource {
  readonly from: string
  readonly request?: number
}

/** The usual moves of the clock, in milliseconds. */
export const CLOCK_MOVES = [
  { text: '30 seconds', short: '+30 s', milliseconds: 30_000 },
  { text: '5 minutes', short: '+5 min', milliseconds: 300_000 },
  { text: '1 hour', short: '+1 h', milliseconds: 3_600_000 },
]

export function createWorldActions(actions: Actions, connection: Connection) {
  const { simulator } = connection
  const lastMove = signal<MovedClock | undefined>(undefined)
  const newSession = signal<Partial<ForkSource> | undefined>(undefined)
  return {
    ...createClockActions(actions, lastMove),
    ...createReplacingActions(actions, connection, lastMove),
    /** What the form for a new session copies while it is open; empty if it copies nothing. */
    newSession,
    createSession() {
      newSession.value = {}
    },
    /** Asks for the name of a copy: of this session, of another one, or of the world of a request. */
    fork(of: ForkSource = { from: connection.session }) {
      newSession.value = of
    },
    async takeSnapshot(chosenName?: string) {
      const name = chosenName ?? (await nameSnapshot(simulator).catch(() => 'snapshot'))
      return actions.run({
        title: ['Take', 'Took', `the snapshot ${name}`],
        run: ({ snapshots }) => snapshots.take(name),
        undo: (taken) => simulator.snapshots.delete(taken.name),
        changes: ['snapshots'],
        describe: () => ({ href: '#/world/snapshots' }),
      })
    },
    setChaos: (change: { level?: number; seed?: number }) =>
      actions.run({
        title: nameChaos(change),
        async run({ chaos }) {
          const { level, seed } = await simulator.chaos.read()
          await chaos.set(change)
          return { level, seed }
        },
        undo: (before) => simulator.chaos.set(before),
        changes: ['chaos'],
      }),
    assume: (id: string, value: string) =>
      actions.run({
        title: ['Assume', 'Assumed', `${id} = ${value}`],
        async run({ assume }) {
          const before = (await simulator.assumptions()).find((entry) => entry.id === id)
          await assume({ [id]: value })
          return before
        },
        // Neither the clock nor the records go back.
        undo: async (before) => before && simulator.assume({ [id]: before.value }),
        changes: ['assumptions', 'state'],
      }),
  }
}

interface ChaosChoice {
  readonly level?: number
  readonly seed?: number
}

function nameChaos({ level, seed }: ChaosChoice): Title {
  if (level === undefined) return ['Set', 'Set', `the seed of chaos to ${seed}`]
  return level === 0 ? ['Turn', 'Turned', 'chaos off'] : ['Set', 'Set', `chaos to ${toPercent(level)} %`]
}

/** Says what a world that is replaced had. */
function describeLoss({ faults = 0, assumptions = {} }: Partial<ControlState> = {}): string {
  const isLost = faults > 0 || Object.keys(assumptions).length > 0
  return isLost ? ' Your faults and assumptions are gone.' : ''
}

type LastMove = Signal<MovedClock | undefined>

function createReplacingActions(actions: Actions, { simulator }: Connection, lastMove: LastMove) {
  const replace = async (
    title: Title,
    run: (simulator: Simulator, before: ControlState | undefined) => Promise<ControlState>,
    describeBefore: (before: ControlState | undefined) => string = () => '',
  ) => {
    const done = await actions.run({
      title,
      // In its turn: whoever asked before may still replace the world.
      async run(client) {
        // If the server cannot be reached, the action reports it.
        const before = await simulator.state().catch(() => undefined)
        return { before, state: await run(client, before) }
      },
      undo: 'snapshot',
      isWhole: true,
      describe: ({ before, state }) => {
        const scenario = title[2].endsWith(state.scenario.name) ? '' : `Scenario: ${state.scenario.name}.`
        return { details: scenario + describeBefore(before) || undefined }
      },
    })
    // The last move of the clock happened in another world.
    if (done !== undefined) lastMove.value = undefined
    return done?.state
  }
  const options = { keepRequests: true }
  return {
    load: (name: string) => replace(['Load', 'Loaded', name], ({ load }) => load(name, options), describeLoss),
    /** Begins the scenario anew that people see. The session itself may have begun with another one. */
    restart: () =>
      replace(['Restart', 'Restarted', 'the scenario, its faults and assumptions'], ({ reset, load }, before) =>
        before?.scenario.name === before?.beginning ? reset(options) : load(undefined, options),
      ),
    restore: (name: string) =>
      replace(['Restore', 'Restored', name], ({ snapshots }) => snapshots.restore(name, options)),
  }
}

/** Names a snapshot by its scenario and its time: `default-0900`. */
async function nameSnapshot({ state, snapshots }: Simulator): Promise<string> {
  const [{ scenario, now }, kept] = await Promise.all([state(), snapshots.list()])
  const taken = kept.map(({ name }) => name)
  return findFreeName(`${scenario.name}-${now.slice(11, 16)}`.replace(/[^\w-]/g, '').slice(-90), taken)
}

function createClockActions(actions: Actions, lastMove: LastMove) {
  // A moved clock changes records, so undoing it needs a snapshot.
  const change = (title: Title, run: (clock: Simulator['clock']) => Promise<MovedClock>) =>
    actions.run({ title, run: ({ clock }) => run(clock), undo: 'snapshot' })
  const move: typeof change = async (...args) => {
    const moved = await change(...args)
    if (moved !== undefined) lastMove.value = moved
    return moved
  }
  return {
    /** What the last move of the clock has done. Undefined until this page moves it. */
    lastMove,
    freeze: () => change(['Freeze', 'Froze', 'the clock'], (clock) => clock.freeze()),
    runClock: () => change(['Start', 'Started', 'the clock'], (clock) => clock.run()),
    advance: (duration: WrittenDuration) =>
      move(['Move', 'Moved', `the clock by ${formatDuration(duration)}`], (clock) => clock.advance(duration)),
    setClock: (time: string, title: Title = ['Set', 'Set', `the clock to ${time}`]) =>
      move(title, (clock) => clock.set(time)),
    goToNext: () => move(['Move', 'Moved', 'the clock to what is next'], (clock) => clock.next()),
  }
}

function formatDuration(milliseconds: WrittenDuration): string {
  if (typeof milliseconds === 'string') return milliseconds
  const minutes = milliseconds / 60_000
  if (minutes < 1) return `${milliseconds / 1000} s`
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`
}

/** Returns the first name if it is not taken, or else the base with a number: `default-0900-2`. */
export function findFreeName(base: string, taken: readonly string[], first = base): string {
  let name = first
  for (let count = 2; taken.includes(name); count += 1) name = `${base}-${count}`
  return name
}
