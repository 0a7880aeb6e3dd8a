import { delayEffect } from './delay.ts'
import type { Effect } from './effect.ts'
import { statusEffect } from './status.ts'

/** The ways to go wrong. */
export const effects: readonly Effect[] = [statusEffect, delayEffect]
