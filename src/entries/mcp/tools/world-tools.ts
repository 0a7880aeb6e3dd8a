// Tools that start a world, copy or replace it: scenarios, copies, snapshots.

import * as z from 'zod'
import { quote } from '../../../engine/input/text/quote.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { countOf } from '../../../engine/input/text/words.ts'
import type { Preset, ScenarioName } from '../../../service/types.ts'
import type { ControlState, RemoteSimulator, ScenarioInput } from '../../client/index.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import type { About } from '../about.ts'
import { isWorldName } from '../agent.ts'
import { joinLines, listFirst, shortenText } from '../text/cut.ts'
import { describeNeededCredentials } from '../text/requests.ts'
import { describeHandle, describeWorld } from './see-tools.ts'
import { defineTool, optional, requestNumber, type ToolOf } from './tool.ts'

const MOST_CHARACTERS = 4000

const startWorld: ToolOf = (about) =>
  defineTool({
    name: 'start_world',
    description:
      'Starts a world of your own, and returns its handle. Give the handle to every other tool as world. Use it if other agents work beside you, such as the one that has started you, or for a second world. Nobody else changes it. It ends when nobody has used it for an hour, and the oldest ends when there are more than 50.',
    isReadOnly: false,
    starts: 'always',
    input: {
      scenario: optional(z.string(), `The scenario to begin with${nameSome(about)}. Default: that of the server.`),
      preset: optional(z.string(), describePreset(about)),
    },
    run: (world) => describeWorld(world, about),
  })

function nameSome({ scenarios }: About): string {
  return scenarios.length === 0 ? '' : `, such as ${scenarios[0]}`
}

function describePreset({ preset }: Pick<About, 'preset'>): string {
  return `The preset to use${preset === undefined ? '' : `, such as ${preset}`}. Default: that of the scenario.`
}

const loadScenario: ToolOf = ({ main, ...about }) =>
  defineTool({
    name: 'load_scenario',
    description:
      'Replaces the world, or resets it. Use it to begin anew: with a scenario, whose names see_world lists, or without a name with all that the session began with. Also resets the preset, assumptions, faults and the request log.',
    isReadOnly: false,
    input: {
      name: optional(z.string(), 'The scenario. Default: resets the session.'),
      scenario: optional(
        z.record(z.string(), z.unknown()),
        'A scenario of your own; the resource scenario schema describes it.',
      ),
      preset: optional(z.string(), describePreset(about)),
      keep_requests: z.boolean().default(false).describe('Keeps the request log.'),
    },
    async run({ simulator }, { name, scenario, preset, keep_requests: keepRequests }) {
      if (name !== undefined && scenario !== undefined) {
        throw new ControlError(
          'Failed to load a scenario: "name" and "scenario" exclude each other. Give one of the two.',
        )
      }
      const before = await simulator.state()
      const known = await findPreset(simulator, preset)
      // The server checks both.
      const chosen = (name as ScenarioName | undefined) ?? (scenario as ScenarioInput | undefined)
      const loaded = await (chosen === undefined
        ? simulator.reset({ keepRequests })
        : simulator.load(chosen, { keepRequests }))
      if (known === undefined) return describeReplaced(main, before, loaded)
      await simulator.settings.change({ preset: known })
      return describeReplaced(main, { ...before, preset: known }, await simulator.state())
    },
  })

/** Checks a preset before anything changes. @throws ControlError if there is none with this name */
async function findPreset({ settings }: RemoteSimulator, name?: string): Promise<Preset | undefined> {
  if (name === undefined) return undefined
  const { presets } = await settings.read()
  const found = presets.find((each) => each === name)
  if (found !== undefined) return found
  throw new ControlError(
    `Failed to load a scenario with the preset ${JSON.stringify(name)}: there is no such preset.${suggestWord(name, presets)} Known: ${presets.join(', ')}.`,
  )
}

function describeLoaded({ name, singular, title }: About['main'], state: ControlState): string {
  const { scenario, preset, now, credentials } = state
  const count = Number(Reflect.get(state.counts, name))
  const records = count === 1 ? `1 ${singular}` : `${count.toLocaleString('en-US')} ${title.toLowerCase()}`
  const world = `The world is now ${scenario.name}, preset ${preset}, at ${now}, with ${records}.`
  return joinLines(world, describeNeededCredentials(credentials))
}

/** Describes a world, and what an agent has set and what is no longer so. */
function describeReplaced(main: About['main'], before: ControlState, after: ControlState): string {
  const lost = Object.entries(before.assumptions).filter(([id, value]) => after.assumptions[id] !== value)
  const reset = [
    before.preset !== after.preset && `the preset (it was ${before.preset}; "preset" keeps it)`,
    ...lost.map(([id, value]) => `${id}=${value}`),
    before.faults > 0 && countOf(before.faults, 'fault'),
    before.requests > 0 && after.requests === 0 && `the request log (it had ${countOf(before.requests, 'request')})`,
  ].filter((each) => each !== false)
  return joinLines(describeLoaded(main, after), reset.length === 0 ? undefined : `Reset: ${reset.join(', ')}.`)
}

const fork: ToolOf = () =>
  defineTool({
    name: 'fork',
    description:
      'Copies the world, or the one that an earlier request met, and returns the handle of the copy. Use it to try something without a change of the original. Each tool works on the copy if you give it this handle as world.',
    isReadOnly: false,
    input: {
      request: optional(requestNumber, 'The number of the request whose world is copied. Default: the present one.'),
    },
    async run({ simulator: { name: from }, start }, { request }) {
      const { simulator, isUsual } = await start({ from, ...(request !== undefined && { request }) })
      return `Copied. World ${simulator.name}. Base URL for clients: ${simulator.url}\n${describeHandle(simulator.name, isUsual)} Its request log is its own and begins at #1.`
    },
  })

const snapshot: ToolOf = ({ main }) =>
  defineTool({
    name: 'snapshot',
    description:
      'Takes a snapshot of the world, and goes back to it. Use it before a trial that changes the world. A copy does not have the snapshots of the original.',
    isReadOnly: false,
    input: {
      action: z.enum(['take', 'restore', 'list']),
      name: z.string().min(1).max(60).optional(),
    },
    async run({ simulator }, { action, name }) {
      // The server keeps those of all worlds together.
      const place = isWorldName(simulator.name) ? `${simulator.name}~` : ''
      const listKept = async () =>
        (await simulator.snapshots.list())
          .filter((each) => isOf(place, each.name))
          .map((each) => ({ ...each, name: each.name.slice(place.length) }))
      if (action === 'list') {
        const kept = await listKept()
        const lines = kept.map((each) => `- ${each.name} (${each.scenario})`)
        const text = joinLines(`${countOf(kept.length, 'snapshot')}.`, lines)
        return shortenText(text, MOST_CHARACTERS, () => 'Choose names that you remember.')
      }
      if (name === undefined)
        throw new ControlError(`Failed to ${action} a snapshot: "name" is missing. Give it a name.`)
      if (action === 'restore') {
        assertSnapshot(name, await listKept())
        return describeLoaded(main, await simulator.snapshots.restore(place + name, { keepRequests: true }))
      }
      await simulator.snapshots.take(place + name)
      return `Took the snapshot ${name}. {"action": "restore", "name": "${name}"} goes back to it.`
    },
  })

/** @throws ControlError if a world has no snapshot with a name */
function assertSnapshot(name: string, kept: readonly { readonly name: string }[]): void {
  const known = kept.map((each) => each.name)
  if (known.includes(name)) return
  throw new ControlError(
    `Failed to find snapshot ${quote(name)}: the world has none with this name.${suggestWord(name, known)} Known: ${listFirst(known, 30) || 'none'}. {"action": "take"} takes one.`,
  )
}

/** Whether a snapshot is of the world of an agent, or without a place, of none. */
function isOf(place: string, name: string): boolean {
  return place === '' ? !isWorldName(name.replace(/~.*/, '')) : name.startsWith(place)
}

export const worldTools: readonly ToolOf[] = [startWorld, loadScenario, fork, snapshot]
