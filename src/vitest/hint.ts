// Describes the last requests of a failed test.

import { describeChaos } from '../core/behaviour/chaos.ts'
import type { JournalEntry } from '../core/behaviour/journal.ts'
import { countUsage } from '../core/behaviour/usage.ts'
import { listEntries, presetValue } from '../core/register/assumptions.ts'
import type { Session } from '../core/sessions/session.ts'
import { ENVIRONMENT, readEnvironment, writeAssumptions } from '../run/environment.ts'

const MOST_LINES = 5
const MOST_LENGTH = 240

type Described = Pick<Session, 'requests' | 'chaos' | 'assumptions' | 'preset' | 'vary'>

/**
 * Lists the last requests of a session, each with the explanation of its response, and how to replay
 * its chaos and its assumptions.
 */
export function describeLastRequests(session: Described): string {
  const { requests, chaos } = session
  const entries = requests.list()
  if (entries.length === 0) return 'The simulator received no request.'
  const replay = [
    ...(chaos === undefined ? [] : [`${describeChaos(chaos, 'option')}.`]),
    ...describeAssumptions(session, entries),
  ]
  const last = entries.slice(-MOST_LINES)
  const lines = last.map(({ id }) => {
    // The last sentence lists assumptions, which the hint leaves out.
    const words = requests.get(id)?.explanation.words.slice(0, -1).join(' ') ?? ''
    return `  #${id} ${words.length > MOST_LENGTH ? `${words.slice(0, MOST_LENGTH)}...` : words}`
  })
  const which = last.length < entries.length ? `The last ${last.length} of ${entries.length}` : `All ${last.length}`
  return [`${which} requests that the simulator received:`, ...lines, ...replay].join('\n')
}

// Only if somebody varies the assumptions: others have chosen their values, and know them.
function describeAssumptions(
  { assumptions, preset, vary }: Described,
  entries: readonly Pick<JournalEntry, 'assumptions'>[],
): string[] {
  const isVaried = vary !== undefined || readEnvironment().assumptions !== undefined
  if (!isVaried) return []
  const used = countUsage(entries).assumptions
  const different = listEntries().filter(
    ([id, entry]) => used[id] !== undefined && assumptions[id] !== presetValue(entry, preset),
  )
  const values = Object.fromEntries(different.map(([id]) => [id, assumptions[id]]))
  const seed =
    vary === undefined
      ? []
      : [`The assumptions were drawn with seed ${vary.seed}. To draw them again: ${ENVIRONMENT.vary}=${vary.seed}`]
  if (different.length === 0) return [...seed, 'The requests depended on no assumption that differs from the preset.']
  const lines = different.map(([id, entry]) => `  ${id}=${assumptions[id]} instead of ${presetValue(entry, preset)}`)
  return [
    ...seed,
    'The requests depended on these assumptions that differ from the preset:',
    ...lines,
    `To use only these: ${ENVIRONMENT.assume}='${writeAssumptions(values)}'`,
  ]
}
