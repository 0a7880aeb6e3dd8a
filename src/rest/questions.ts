// What an API leaves open: questions with their values, and which of them apply.

import type { Questions as Register } from '../engine/define/assumptions/register-entry.ts'

/** Something that nobody has promised, and what could be true. */
export interface Question {
  /** What is asked. */
  readonly question: string
  /** Each value with what it means. Their order is the order of this object. */
  readonly values: Readonly<Record<string, string>>
  /** What applies if nobody chooses. Default: the first value. */
  readonly usual?: string
  /** What somebody should do who relies on one of them. */
  readonly advice?: string
}

export type Questions = Readonly<Record<string, Question>>

/** The value of each question. */
export type Values<Q> = {
  readonly [Id in keyof Q]: Q[Id] extends { values: infer V } ? `${keyof V & (string | number)}` : never
}

/** The only preset of a declared API: what is usual. */
export const USUAL = 'usual'

/** Builds the register of an API from its questions. */
export function buildRegister(questions: Questions): Register {
  const register = Object.entries(questions).map(([id, { question, values, usual, advice = '' }]) => [
    id,
    { section: '', question, advice, values, [USUAL]: usual ?? Object.keys(values)[0] ?? '' },
  ])
  return { register: Object.fromEntries(register), presets: [USUAL], basePresets: {} }
}
