// What can be done to a session. Each change builds the next state first, and then switches to it.

import { changeChaos } from '../behaviour/chaos-input.ts'
import { defineScenario } from '../scenario.ts'
import type { Held } from './held-state.ts'
import type { ReplaceOptions, Session } from './session.ts'
import { changeSettings } from './settings.ts'
import { parseSnapshot } from './snapshot.ts'
import { findStart } from './start.ts'
import { buildSnapshotState, buildState, type SessionParts, type State, type StateOverrides } from './state.ts'

type SessionChange = 'reset' | 'load' | 'assume' | 'configure' | 'restore' | 'setChaos'

/** The methods that change a session. */
export type SessionChanges = Pick<Session, SessionChange>

function findKept({ journal }: State, { keepRequests }: ReplaceOptions): Pick<StateOverrides, 'kept'> {
  return keepRequests === true ? { kept: { journal } } : {}
}

/** Creates the changes of a session. If one fails, the session stays as it was. */
export function createSessionChanges(name: string, { read, replace }: Held, parts: SessionParts): SessionChanges {
  return {
    // It can be a hook: Jest counts the parameters without a default, and Vitest requires a destructured one.
    reset({ keepRequests = false } = {}) {
      replace(buildState(name, read().start, parts, findKept(read(), { keepRequests })), 'reset')
    },
    load(scenario, options = {}) {
      const found = typeof scenario === 'string' ? parts.findScenario(scenario) : defineScenario(scenario)
      replace(buildState(name, findStart(found, parts), parts, findKept(read(), options)), 'load')
    },
    assume(overrides) {
      const kept = read()
      const { start, world } = kept
      const assumptions = { ...kept.assumptions, ...overrides }
      const changes = world.readChanges()
      const { clock } = world
      replace(buildState(name, start, parts, { assumptions, changes, clock, kept }), 'assume')
    },
    configure(settings) {
      const kept = read()
      const { start, assumptions } = changeSettings(kept, settings, parts)
      const { clock } = kept.world
      const next = buildState(name, start, parts, { assumptions, changes: kept.world.readChanges(), clock, kept })
      parts.isStrict = settings.strict ?? parts.isStrict
      replace(next, 'assume')
    },
    setChaos(change) {
      const { chaos } = read()
      const settings = changeChaos(chaos.settings(), change)
      if (chaos.set(settings)) parts.events.emit(name, () => ({ type: 'chaos', session: name, ...settings }))
    },
    restore(snapshot, options = {}) {
      const { clock } = read().world
      const overrides = { clock, ...findKept(read(), options) }
      replace(buildSnapshotState(name, parseSnapshot(snapshot), parts, overrides), 'restore')
    },
  }
}
