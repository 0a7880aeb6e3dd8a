// The actions that several views share: on the scenario, the clock, snapshots and sessions.

import { type ReadonlySignal, signal } from '@preact/signals'
import type { MovedClock } from '../../client/index.ts'
import type { Actions } from './actions.ts'
import { quote, toCode } from './code.ts'
import type { Connection } from './connection.ts'

/** The actions on the whole world. Each returns when it is done. */
export interface WorldActions {
  load(scenario: string): Promise<unknown>
  reset(): Promise<unknown>
  freeze(): Promise<unknown>
  runClock(): Promise<unknown>
  advance(milliseconds: number): Promise<unknown>
  setClock(time: string): Promise<unknown>
  /** Moves the clock to the next thing that is due. */
  goToNext(): Promise<unknown>
  /** What the last move of the clock has done. Undefined until this page moves it. */
  readonly lastMove: ReadonlySignal<MovedClock | undefined>
  takeSnapshot(name?: string): Promise<unknown>
  restore(snapshot: string): Promise<unknown>
  /** Copies the session, or the world that a request of a session met, and opens the console of the copy. */
  fork(of?: { readonly from: string; readonly request?: number }): Promise<unknown>
  setChaos(change: { level?: number; seed?: number }): Promise<unknown>
  assume(id: string, value: string): Promise<unknown>
}

/** Creates the actions on the world of a session. */
export function createWorldActions(actions: Actions, connection: Connection): WorldActions {
  const { simulator } = connection
  return {
    ...createClockActions(actions, connection),
    load: (name) =>
      actions.run({
        title: `Loaded ${name}`,
        code: `await simulator.load(${quote(name)})`,
        run: () => simulator.load(name, { keepRequests: true }),
        undo: 'snapshot',
      }),
    reset: () =>
      actions.run({
        title: 'Reset the world',
        code: 'await simulator.reset()',
        run: () => simulator.reset({ keepRequests: true }),
        undo: 'snapshot',
      }),
    takeSnapshot: (name) =>
      actions.run({
        title: name === undefined ? 'Took a snapshot' : `Took the snapshot ${name}`,
        code: `await simulator.snapshots.take(${name === undefined ? '' : quote(name)})`,
        run: () => simulator.snapshots.take(name),
        undo: (taken) => simulator.snapshots.delete(taken.name),
        changes: ['snapshots'],
      }),
    restore: (name) =>
      actions.run({
        title: `Restored ${name}`,
        code: `await simulator.snapshots.restore(${quote(name)})`,
        run: () => simulator.snapshots.restore(name, { keepRequests: true }),
        undo: 'snapshot',
      }),
    async fork(of = { from: connection.session }) {
      const forked = await actions.run({
        title: `Forked ${of.from}`,
        code: `const fork = await simulator.sessions.create(${toCode(of)})`,
        run: () => simulator.sessions.create(of),
        changes: ['sessions'],
      })
      // With an opener, the new tab also gets the token.
      if (forked !== undefined) window.open(connection.consoleOf(forked.name))
      return forked
    },
    setChaos: (change) =>
      actions.run({
        title: change.level === 0 ? 'Turned chaos off' : 'Changed chaos',
        code: `await simulator.chaos.set(${toCode(change)})`,
        run: () => simulator.chaos.set(change),
        undo: 'snapshot',
        changes: ['chaos'],
      }),
    assume: (id, value) =>
      actions.run({
        title: `Assumed ${id} = ${value}`,
        code: `await simulator.assume(${toCode({ [id]: value })})`,
        run: () => simulator.assume({ [id]: value }),
        undo: 'snapshot',
        changes: ['assumptions', 'state'],
      }),
  }
}

function createClockActions(actions: Actions, { simulator: { clock } }: Connection) {
  const lastMove = signal<MovedClock | undefined>(undefined)
  // A moved clock changes records, so undoing it needs a snapshot.
  const change = (title: string, code: string, run: () => Promise<MovedClock>) =>
    actions.run({ title, code: `await simulator.clock.${code}`, run, undo: 'snapshot' })
  const move: typeof change = async (...given) => {
    const moved = await change(...given)
    if (moved !== undefined) lastMove.value = moved
    return moved
  }
  return {
    lastMove,
    freeze: () => change('Froze the clock', 'freeze()', () => clock.freeze()),
    runClock: () => change('Started the clock', 'run()', () => clock.run()),
    advance: (milliseconds: number) =>
      move(`Moved the clock by ${milliseconds / 1000} s`, `advance(${milliseconds})`, () =>
        clock.advance(milliseconds),
      ),
    setClock: (time: string) => move(`Set the clock to ${time}`, `set(${quote(time)})`, () => clock.set(time)),
    goToNext: () => move('Moved the clock to what is next', 'next()', () => clock.next()),
  }
}
