// What a demo link for this world opens, and what it does in words.

import type { ControlState, FaultInput, OpenLinkOptions } from '../../../client/index.ts'
import { formatCount } from '../../components/bars.tsx'
import { toPercent } from '../../store/percent.ts'
import { formatMoment } from './words.ts'

/** What somebody chose to share. */
export interface ShareChoice {
  /** A stored snapshot of the world as it is, or undefined for the start of its scenario. */
  readonly snapshot: string | undefined
  readonly seed: string
  readonly includes: Readonly<Record<SharedPart, boolean>>
  /** The page that the link leads to. Empty: that of the session. */
  readonly to: string
}

/** What a link to a scenario can have besides. A snapshot has its own. */
export type SharedPart = 'time' | 'assumptions' | 'faults' | 'chaos'

/** What the world has now. */
export interface SharedWorld {
  readonly state: ControlState
  readonly faults: readonly FaultInput[]
}

/** Builds the options of a link. */
export function buildShareOptions(choice: ShareChoice, { state, faults }: SharedWorld): OpenLinkOptions {
  const to = choice.to === '' ? {} : { to: choice.to }
  if (choice.snapshot !== undefined) return { snapshot: choice.snapshot, ...to }
  const { includes, seed } = choice
  return {
    scenario: state.scenario.name,
    seed: Number(seed),
    ...(includes.time ? { now: state.now } : {}),
    ...(includes.assumptions ? { preset: state.preset, assumptions: state.assumptions } : {}),
    ...(includes.faults ? { faults } : {}),
    ...(includes.chaos ? { chaos: state.chaos } : {}),
    ...to,
  }
}

/** Says what a link does, sentence by sentence. */
export function describeLink({
  scenario,
  snapshot,
  seed,
  now,
  assumptions,
  faults,
  chaos,
  to,
}: OpenLinkOptions): string[] {
  const count = Object.keys(assumptions ?? {}).length
  return [
    snapshot === undefined
      ? `It creates a session of its own with the scenario ${scenario}, built from seed ${seed}.`
      : `It creates a session of its own with the snapshot ${snapshot}: its data, time, assumptions, faults and chaos.`,
    ...(now === undefined ? [] : [`The clock begins at ${formatMoment(String(now))}.`]),
    ...(count === 0 ? [] : [`${count} ${count === 1 ? 'assumption differs' : 'assumptions differ'} from the preset.`]),
    ...(faults === undefined || faults.length === 0 ? [] : [`${formatCount(faults.length, 'fault')} can apply.`]),
    ...(typeof chaos === 'object' ? [`${toPercent(Number(chaos.level))} % of the requests get a random fault.`] : []),
    `Then it opens ${to ?? 'the page of that session'}${to?.includes('{url}') ? ', with the URL of that session filled in' : ''}.`,
    'What happens there changes nothing here. At most 50 sessions come from links; the next one ends the oldest.',
  ]
}
