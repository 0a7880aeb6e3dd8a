// What can be done to a session. Each change builds the next state first, and then switches to it.

import { changeChaos } from '../faults/chaos/chaos-input.ts'
import { assertKnownOptions, assertValue, type OptionNames } from '../input/options/known-options.ts'
import { refuseNeedless } from '../input/options/needless-options.ts'
import { isRecord } from '../input/schemas/schema-walk.ts'
import type { Scenario } from '../scenario/scenario.ts'
import type { EventSource } from './events/event-source.ts'
import type { ReplaceOptions, Session } from './session.ts'
import { changeSettings } from './settings.ts'
import { parseSnapshot } from './state/snapshot.ts'
import { findStart, resolveScenario, type StartParts } from './state/start.ts'
import type { CurrentState, State } from './state/state.ts'

type SessionChange = 'reset' | 'load' | 'assume' | 'configure' | 'restore' | 'setChaos'

export type SessionChanges = Pick<Session, SessionChange>

const OPTIONS: OptionNames<ReplaceOptions> = { keepRequests: 'flag' }

// A hook gets the context of its test, which is a function in Vitest, or has the test as `task`.
function assertOptions(task: string, options: unknown = {}): void {
  if (typeof options === 'function' || (isRecord(options) && 'task' in options)) return
  assertKnownOptions(task, options, OPTIONS)
}

function findKept({ journal }: State, { keepRequests }: ReplaceOptions): Partial<State> {
  return keepRequests ? { journal } : {}
}

interface ChangeParts extends StartParts {
  findScenario(name: string): Scenario
  readonly events: EventSource
}

/** Creates the changes of a session. If one fails, the session stays as it was. */
export function createSessionChanges(name: string, current: CurrentState, parts: ChangeParts): SessionChanges {
  const { read, replace, build } = current
  const methods: SessionChanges = {
    // It can be a hook: Jest counts the parameters without a default, and Vitest requires a destructured one.
    reset({ keepRequests = false } = {}) {
      // biome-ignore lint/complexity/noArguments: Vitest rejects hooks with a rest parameter.
      assertOptions('reset', arguments[0])
      replace(current.begin({ kept: findKept(read(), { keepRequests }) }), 'reset')
    },
    load(scenario, options = {}) {
      assertOptions('load the scenario', options)
      const { start: before, isStrict } = read()
      const start = scenario === undefined ? before : findStart(resolveScenario(scenario, parts), parts)
      replace(build(start, { kept: { isStrict, ...findKept(read(), options) } }), 'load')
    },
    assume(overrides) {
      assertValue('set the assumptions', 'assumptions', overrides, 'fields')
      const kept = read()
      const { start, world } = kept
      const assumptions = { ...kept.assumptions, ...overrides }
      replace(build(start, { assumptions, continues: world, clock: world.clock, kept }), 'assume')
    },
    configure(settings) {
      const before = read()
      const { start, assumptions } = changeSettings(before, settings, parts)
      const { world, isStrict } = before
      const kept = { ...before, isStrict: settings.strict ?? isStrict }
      replace(build(start, { assumptions, continues: world, clock: world.clock, kept }), 'assume')
    },
    setChaos(change) {
      const { faults } = read()
      const settings = changeChaos(faults.chaos(), change)
      if (faults.setChaos(settings)) parts.events.emit(name, () => ({ type: 'chaos', session: name, ...settings }))
    },
    restore(snapshot, options = {}) {
      assertOptions('restore the snapshot', options)
      const { world, isStrict } = read()
      const overrides = { clock: world.clock, kept: { isStrict, ...findKept(read(), options) } }
      replace(build(parseSnapshot(parts.declared, snapshot), overrides), 'restore')
    },
  }
  return refuseNeedless('', methods, { load: 2, assume: 1, configure: 1, setChaos: 1, restore: 2 })
}
