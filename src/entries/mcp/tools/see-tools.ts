// Tools that look at the world: what it is, its records, and the requests that it has got.

import * as z from 'zod'
import { nameRecord } from '../../../engine/input/text/record-name.ts'
import { createHiding } from '../../../engine/input/text/secrets.ts'
import type { ControlState } from '../../../entries/client/types.ts'
import { type AnyRecord, recordsOf } from '../../client/remote/records-of.ts'
import type { About } from '../about.ts'
import type { AgentWorld } from '../agent.ts'
import { joinLines, listFirst, shortenText } from '../text/cut.ts'
import { describeRequest, shortenRecord } from '../text/requests.ts'
import { defineTool, optional, requestNumber, type ToolOf } from './tool.ts'

const MOST_CHARACTERS = 6000
const SAMPLE = 5

const seeWorld: ToolOf = (about) =>
  defineTool({
    name: 'see_world',
    description: `Shows your world of the simulated service. Call it first. Tells the handle of the world, its base URL for the client under test, the scenario, preset and changed assumptions, the time, the number of records, some ${nameMany(about.main)}, faults, and the scenarios there are.`,
    isReadOnly: true,
    starts: 'if needed',
    input: {},
    run: (world) => describeWorld(world, about),
  })

/** Describes a world, and what to do with it. */
export async function describeWorld({ simulator, isUsual }: AgentWorld, { main, stateField }: About): Promise<string> {
  const [state, scenarios, settings, faults, sample] = await Promise.all([
    simulator.state(),
    simulator.scenarios(),
    simulator.settings.read(),
    simulator.faults.list(),
    recordsOf(simulator, main.name).page({ limit: SAMPLE }),
  ])
  const { scenario, preset, now, clock, credentials, chaos, requests } = state
  const names = scenarios.map(({ name }) => name)
  return joinLines(
    `World ${state.session}. Base URL for clients: ${simulator.url}`,
    `Next: ${describeHandle(state.session, isUsual)} Point the client under test to the base URL and run it, or send a request with ask. list_requests shows what has come.`,
    `Scenario ${scenario.name}${state.edited ? ' (changed)' : ''}: ${scenario.description}`,
    `Preset ${preset}${describeOthers(settings.presets.filter((each) => each !== preset))}. ${describeChanged(state)}`,
    `Time ${now}, the clock ${clock.frozen ? 'is frozen' : 'runs'}.`,
    `Credentials: ${credentials ?? 'none needed'}`,
    `Records: ${describeCounts(state)}`,
    sample.records.map((record) => `- ${main.singular} ${describeRecord(record, stateField)}`),
    `Faults: ${faults.map(({ id, description }) => `${id} (${description})`).join('; ') || 'none'}. Chaos: ${chaos.level}.`,
    `Requests in the request log: ${requests}`,
    `Scenarios: ${listFirst(names, 30)}`,
  )
}

/** Says how the next calls reach a world. */
export function describeHandle(handle: string, isUsual: boolean): string {
  const pass = `Give {"world": "${handle}"} to each tool`
  if (!isUsual) return `${pass}.`
  return `${pass}, or nothing: it is the world of this connection, also for other agents that use it.`
}

function nameMany({ title }: About['main']): string {
  return title.charAt(0).toLowerCase() + title.slice(1)
}

function describeOthers(presets: readonly string[]): string {
  return presets.length === 0 ? '' : ` (others: ${presets.join(', ')})`
}

function describeRecord(record: AnyRecord, stateField: string | undefined): string {
  const { id, [stateField ?? '']: state } = record
  return [...new Set([nameRecord(record), ...(state === undefined ? [] : [state]), id])].join(', ')
}

function describeChanged({ assumptions }: ControlState): string {
  const changed = Object.entries(assumptions).map(([id, value]) => `${id}=${value}`)
  return changed.length === 0 ? 'No assumption differs from it.' : `Assumptions that differ: ${changed.join(', ')}.`
}

function describeCounts({ counts }: ControlState): string {
  const present = Object.entries(counts).filter(([, count]) => count > 0)
  return present.map(([name, count]) => `${count} ${name}`).join(', ') || 'none'
}

const MOST_RECORDS = 50

const seeRecords: ToolOf = ({ resources, where: example, search }) =>
  defineTool({
    name: 'see_records',
    description: `Shows records of the database. It has all their fields, also those that no response contains. Use it for ids, and to check what a request has changed. To see what a client gets${search === undefined ? '' : `, or to search by a part of a name (${search})`}, use ask.`,
    isReadOnly: true,
    input: {
      resource: z.enum(resources),
      id: optional(z.string(), 'Only this record, with all its fields. Without it, objects and lists are left out.'),
      where: optional(
        z.record(z.string(), z.string()),
        `Only records with exactly these values${example === undefined ? '' : `, such as ${example}`}.`,
      ),
      offset: z.int().min(0).default(0),
      limit: z.int().min(1).max(MOST_RECORDS).default(10),
    },
    async run({ simulator }, { resource, id, where, offset, limit }) {
      const chosen = { ...(where && { where }), ...(id !== undefined && { ids: [id] }) }
      const { total, records } = await recordsOf(simulator, resource).page({ offset, limit, ...chosen })
      if (records.length === 0 && total > 0) return `None: offset ${offset} is behind the last of ${total} ${resource}.`
      if (records.length === 0) return describeNone(resource, await recordsOf(simulator, resource).count(), search)
      const lines = records.map((record) =>
        createHiding().text(JSON.stringify(id === undefined ? shortenRecord(record) : record)),
      )
      const shown = takeLines(lines, MOST_CHARACTERS)
      const next = offset + shown.length
      const rest = total > next ? ` Go on with offset ${next}.` : ''
      return joinLines(`${shown.length} of ${total} ${resource}.${rest}`, shown)
    },
  })

/** Returns the first lines that fit together, but at least one. */
function takeLines(lines: readonly string[], most: number): readonly string[] {
  let length = 0
  const end = lines.findIndex((line) => {
    length += line.length + 1
    return length > most
  })
  return end === -1 ? lines : lines.slice(0, Math.max(1, end))
}

function describeNone(resource: string, all: number, search: string | undefined): string {
  if (all === 0) return `There are no ${resource}.`
  return `None of ${all} ${resource} match. Values are compared as a whole${search === undefined ? '' : `; ask with ${search} finds a part of a name`}.`
}

const listRequests: ToolOf = (about) =>
  defineTool({
    name: 'list_requests',
    description:
      'Lists the recent requests, the newest first. Use it to see what the client under test has sent, and for the numbers that why and make_test take.',
    isReadOnly: true,
    input: {
      operation: optional(z.string(), `Only requests of this operation, such as ${about.operation}.`),
      status: optional(z.string(), 'Only requests with this status: 404, 4xx, or none for no response.'),
      text: optional(z.string().max(200), 'Only requests with this text in path, query or body.'),
      before: optional(requestNumber, 'Only requests with a smaller number.'),
      limit: z.int().min(1).max(100).default(20),
    },
    async run({ simulator }, filter) {
      // The server checks operations and statuses, and its message lists those that exist.
      const found = await simulator.requests.list({ ...filter, limit: filter.limit + 1 } as object)
      if (found.length === 0)
        return 'There are no such requests in the request log. Send one with ask, or with the client.'
      const entries = found.slice(-filter.limit)
      const [oldest] = entries
      const more = entries.length < found.length ? `Go on with before ${oldest?.id}.` : undefined
      const lines = joinLines(entries.toReversed().map(describeRequest), more)
      return shortenText(lines, MOST_CHARACTERS, () => 'Use a smaller limit.')
    },
  })

export const seeTools: readonly ToolOf[] = [seeWorld, seeRecords, listRequests]
