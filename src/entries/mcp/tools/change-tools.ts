// Tools that change how the world behaves and what is in it: faults, the clock, records.

import * as z from 'zod'
import { MOST_MILLISECONDS, SECOND } from '../../../engine/input/options/written-duration.ts'
import { writtenDuration } from '../../../engine/input/schemas/duration-schema.ts'
import { fieldsSchema } from '../../../engine/input/schemas/free-form.ts'
import { isRecord } from '../../../engine/input/schemas/schema-walk.ts'
import { suggestWord } from '../../../engine/input/text/suggestion.ts'
import { countOf, withArticle } from '../../../engine/input/text/words.ts'
import { faultRecipes } from '../../../engine/reports/recipes.ts'
import type { FaultInput, FaultUse, MovedClock, TimelineState } from '../../client/index.ts'
import { recordsOf } from '../../client/remote/records-of.ts'
import { ControlError } from '../../client/transport/control-error.ts'
import type { About } from '../about.ts'
import type { AgentWorld } from '../agent.ts'
import { joinLines, shortenText } from '../text/cut.ts'
import { shortenRecord } from '../text/requests.ts'
import { defineTool, optional, type ToolOf } from './tool.ts'

const MOST_CHARACTERS = 4000
const LONGEST_SECONDS = MOST_MILLISECONDS / SECOND

const describe = (text: string) => optional(z.unknown(), text)

// The server checks what they contain.
const faultShapeOf = ({ operation, effects }: About) => ({
  operation: describe(`Only requests of this operation, such as ${operation}. Likewise: method, path, query.`),
  status: describe(
    'An error of the service with this status, such as 503. Beside it: detail, and retryAfter in seconds, as 30s or as a time.',
  ),
  respond: describe('A response of your own, such as {"status": 404, "headers": {"x-a": "b"}, "body": {"name": "x"}}.'),
  delay: describe('Time before the response: milliseconds, text such as 2s, or {"min": 100, "max": 900}.'),
  effect: describe(
    'A name, or an object with settings, such as {"kind": "reset", "when": "during"}. The connection: reset (is cut "before" the response or "during" its body), stall (no response), wrong-length. The body: truncate ("share": 0.5), malformed (no JSON). Lists: empty, stale (as at the start), duplicate-record and missing-record (on later pages). rate-limit: {"kind": "rate-limit", "limit": 5, "window": 10000}.',
  ),
  ...Object.fromEntries(effects.map(({ kind, description }) => [kind, describe(description)])),
  times: describe('For how many requests. Default: all.'),
  probability: describe('Of each request, such as 0.5. Default: 1.'),
})

const addFault: ToolOf = (about) =>
  defineTool({
    name: 'add_fault',
    description: `Lets requests fail. Use it to see how the client under test copes: by a recipe, or by a fault of your own, such as {"fault": {"operation": "${about.operation}", "status": 503, "times": 1}}. A fault has one of ${listKinds(about)}.`,
    isReadOnly: false,
    input: {
      recipe: optional(z.string(), faultRecipes.map(({ id, description }) => `${id}: ${description}`).join(' ')),
      fault: z.looseObject(faultShapeOf(about)).optional(),
      operation: optional(z.string(), 'With recipe: only requests of this operation.'),
    },
    advise: adviseFault,
    async run({ simulator }, { recipe, fault, operation }) {
      if ((recipe === undefined) === (fault === undefined)) {
        throw new ControlError('Failed to add a fault: it needs either "recipe" or "fault". Give one of the two.')
      }
      const faults = fault === undefined ? await readRecipe(simulator, recipe ?? '', operation) : [fault]
      // The server checks them, and its message lists every issue.
      for (const each of faults) await simulator.faults.add(each as unknown as FaultInput)
      return describeFaults(simulator)
    },
  })

function listKinds({ effects }: About): string {
  const kinds = ['status', 'respond', 'delay', 'effect', ...effects.map(({ kind }) => kind)]
  return `${kinds.slice(0, -1).join(', ')} and ${kinds.at(-1)}`
}

// The fields of a fault are often written beside it.
function adviseFault({ fault, recipe, world, ...fields }: Readonly<Record<string, unknown>>): string | undefined {
  if (recipe !== undefined || Object.keys(fields).length === 0) return undefined
  const whole = isRecord(fault) ? { ...fault, ...fields } : fields
  return `Put the fields of a fault into "fault": ${JSON.stringify({ fault: whole })}.`
}

async function readRecipe(
  { schemas }: AgentWorld['simulator'],
  id: string,
  operation?: string,
): Promise<readonly object[]> {
  const { recipes } = await schemas()
  const recipe = recipes.find((each) => each.id === id)
  if (recipe !== undefined)
    return recipe.faults.map((fault) => (operation === undefined ? fault : { ...fault, operation }))
  const known = recipes.map((each) => each.id)
  throw new ControlError(
    `Failed to add the faults ${JSON.stringify(id)}: there is no such recipe.${suggestWord(id, known)} Known: ${known.join(', ')}.`,
  )
}

async function describeFaults({ faults }: AgentWorld['simulator']): Promise<string> {
  const all = await faults.list()
  if (all.length === 0) return 'There are no faults now.'
  const lines = all.map((fault) => `- ${describeFault(fault)}`)
  return shortenText(joinLines('Faults now:', lines), MOST_CHARACTERS, () => 'remove_faults removes some.')
}

function describeFault({ id, match, description, probability, times, applied, coveredBy }: FaultUse): string {
  return [
    `${id}: ${JSON.stringify(match)} ${description}`,
    ...(times === undefined ? [] : [`for ${countOf(times, 'more request')}`]),
    ...(probability === 1 ? [] : [`with probability ${probability}`]),
    ...(coveredBy === null ? [] : [`but ${coveredBy} responds first`]),
    `applied ${countOf(applied, 'time')}`,
  ].join(', ')
}

const removeFaults: ToolOf = () =>
  defineTool({
    name: 'remove_faults',
    description: 'Removes a fault, or all of them and chaos. Use it when a trial of failures is over.',
    isReadOnly: false,
    input: { id: optional(z.string(), 'The fault to remove. Default: all.') },
    async run({ simulator }, { id }) {
      if (id === undefined) {
        await simulator.faults.clear()
        await simulator.chaos.set({ level: 0 })
      } else if (!(await simulator.faults.remove(id))) {
        throw new ControlError(
          `Failed to remove the fault ${JSON.stringify(id)}: there is no such fault. ${await describeFaults(simulator)}`,
        )
      }
      return describeFaults(simulator)
    },
  })

const clockShape = {
  action: z.enum(['read', 'advance', 'next', 'set', 'freeze', 'run']).default('read'),
  seconds: optional(
    writtenDuration(z.number().min(0).max(LONGEST_SECONDS), SECOND),
    'With advance: a number of seconds, or text such as 5m or 1h 30m.',
  ),
  time: optional(z.string(), 'With set: an ISO 8601 time with an offset.'),
  limit: z.int().min(1).max(100).default(10).describe('How many steps to list.'),
}

const clock: ToolOf = ({ changing }) =>
  defineTool({
    name: 'clock',
    description: `Moves the time, and lists what happened and what will happen. Use it instead of waiting${changing === undefined ? '' : `, such as for the next state of ${withArticle(changing.singular)}`}: freeze, then advance, or next for the next step.`,
    isReadOnly: false,
    input: clockShape,
    async run({ simulator }, input) {
      const { limit } = input
      const moved = await moveClock(simulator, input)
      const timeline = await simulator.clock.timeline({ limit })
      return shortenText(describeClock(moved, timeline, limit), MOST_CHARACTERS, () => 'Use a smaller limit.')
    },
  })

async function moveClock(
  { clock }: AgentWorld['simulator'],
  { action, seconds, time }: z.output<z.ZodObject<typeof clockShape>>,
): Promise<MovedClock | undefined> {
  if (action === 'read') return undefined
  if (action === 'advance' && seconds !== undefined) return clock.advance(seconds * SECOND)
  if (action === 'set' && time !== undefined) return clock.set(time)
  if (action === 'advance' || action === 'set') {
    const missing = action === 'set' ? 'time' : 'seconds'
    throw new ControlError(`Failed to ${action} the clock: "${missing}" is missing. Give it, too.`)
  }
  return clock[action]()
}

type TimelineStep = TimelineState['entries'][number] | MovedClock['happened']['entries'][number]

function describeClock(
  moved: MovedClock | undefined,
  { now, frozen, total, entries }: TimelineState,
  limit: number,
): string {
  const { count = 0, entries: happened = [] } = moved?.happened ?? {}
  return joinLines(
    `It is ${now}. The clock ${frozen ? 'is frozen' : 'runs'}.`,
    moved && `Happened: ${countOf(count, 'step')}.`,
    happened.slice(0, limit).map(describeStep),
    `Will happen, as far as it is known: ${countOf(total, 'step')}.`,
    entries.map(describeStep),
  )
}

function describeStep(step: TimelineStep): string {
  const { resource, id, name, set, removes } = step
  const when = 'due' in step ? step.due : step.at
  return `- ${when} ${resource} ${name ?? ''} ${id}: ${removes ? 'is removed' : JSON.stringify(set)}`
}

const changeRecord: ToolOf = ({ resources }) =>
  defineTool({
    name: 'change_record',
    description:
      'Creates, updates or deletes a record. Use it to arrange the world that a test or a question needs, whatever the service allows its clients. Absent fields of a new record are generated.',
    isReadOnly: false,
    input: {
      action: z.enum(['create', 'update', 'delete']),
      resource: z.enum(resources),
      id: optional(z.string(), 'With update and delete.'),
      fields: fieldsSchema(z.unknown()).default({}),
    },
    async run({ simulator }, { action, resource, id, fields }) {
      const collection = recordsOf(simulator, resource)
      const show = (record: object): string =>
        `${JSON.stringify(shortenRecord(record))} (see_records with its id shows the nested fields)`
      if (action === 'create')
        return `Created: ${show(await collection.create(id === undefined ? fields : { id, ...fields }))}`
      if (id === undefined)
        throw new ControlError(`Failed to ${action} a record: "id" is missing. see_records lists ids.`)
      if (action === 'update') return `Updated: ${show(await collection.update(id, fields))}`
      if (await collection.delete(id)) return `Deleted ${id}, and what belongs to it.`
      throw new ControlError(
        `Failed to delete ${JSON.stringify(id)}: there is no such record in ${resource}. see_records lists ids.`,
      )
    },
  })

export const changeTools: readonly ToolOf[] = [addFault, removeFaults, clock, changeRecord]
