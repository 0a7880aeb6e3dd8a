import type { RegisterEntry as Entry, PresetValues } from '../../engine/define/assumptions/register-entry.ts'

/** The presets: each names a value for every entry of the register. */
export const PRESETS = ['spec', 'langsmith', 'langsmith-next'] as const

/** The name of a preset. */
export type Preset = (typeof PRESETS)[number]

/** One question that the contract leaves open, its possible values, and those of the presets. */
export interface RegisterEntry extends Entry, PresetValues<Preset> {}
