// Tools that replace the world or copy it: scenarios, copies, snapshots.

import * as z from 'zod'
import { countOf } from '../../../engine/input/text/count-of.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import type { Preset, ScenarioName } from '../../../service/types.ts'
import type { ControlState, RemoteSimulator, ScenarioInput } from '../../client/index.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import type { About } from '../about.ts'
import { nameFork } from '../agent.ts'
import { joinLines, shortenText } from '../text/cut.ts'
import { describeNeededCredentials } from '../text/requests.ts'
import { defineTool, forkSchema, optional, requestNumber, type ToolOf } from './tool.ts'

const MOST_CHARACTERS = 4000

const loadScenario: ToolOf = ({ main, preset: example }) =>
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
      preset: optional(
        z.string(),
        `The preset to use${example === undefined ? '' : `, such as ${example}`}. Default: that of the scenario.`,
      ),
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
      'Copies the world, or the one that an earlier request met. Use it to try something without a change of the original. Each tool works on the copy if you give it the name as fork. Copies end with your session.',
    isReadOnly: false,
    input: {
      name: forkSchema,
      request: optional(requestNumber, 'The number of the request whose world is copied. Default: the present one.'),
    },
    async run({ simulator, maker }, { name, request }) {
      const copy = await simulator.sessions.create({
        name: nameFork(simulator.name, name),
        from: simulator.name,
        maker,
        ...(request === undefined ? {} : { request }),
      })
      return `Copied. Base URL for clients: ${copy.url}\nTools work on it with {"fork": "${name}"}. Its request log is its own and begins at #1.`
    },
  })

const snapshot: ToolOf = ({ main }) =>
  defineTool({
    name: 'snapshot',
    description:
      'Takes a snapshot of the world, and goes back to it. Use it before a trial that changes the world. The snapshots belong to the server, and all sessions can use them.',
    isReadOnly: false,
    input: {
      action: z.enum(['take', 'restore', 'list']),
      name: z.string().min(1).max(100).optional(),
    },
    async run({ simulator }, { action, name }) {
      if (action === 'list') {
        const kept = await simulator.snapshots.list()
        const lines = kept.map((each) => `- ${each.name} (${each.scenario})`)
        const text = joinLines(`${countOf(kept.length, 'snapshot')}.`, lines)
        return shortenText(text, MOST_CHARACTERS, () => 'Choose names that you remember.')
      }
      if (name === undefined)
        throw new ControlError(`Failed to ${action} a snapshot: "name" is missing. Give it a name.`)
      if (action === 'restore')
        return describeLoaded(main, await simulator.snapshots.restore(name, { keepRequests: true }))
      await simulator.snapshots.take(name)
      return `Took the snapshot ${name}. {"action": "restore", "name": "${name}"} goes back to it.`
    },
  })

export const worldTools: readonly ToolOf[] = [loadScenario, fork, snapshot]
