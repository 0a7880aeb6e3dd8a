// What a demo link for this world opens, and what it does in words.

import type { ControlState, FaultInput, OpenLinkOptions } from '../../../../client/index.ts'

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

/** Whether a link can lead to an address. The server decides which pages it may lead to. */
export function isPage(to: string): boolean {
  return /^(https?:|\{url\}|$)/i.test(to)
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
