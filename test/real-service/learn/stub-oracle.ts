import { createMuted, type FitParts } from '../../../src/programs/real-service/learn/evidence.ts'
import type { Oracle } from '../../../src/programs/real-service/learn/oracle.ts'
import type { Values } from '../../../src/programs/real-service/learn/services.ts'
import type { ReadRequest } from '../../../src/programs/real-service/reader/messages.ts'

/** A service of four questions: what each path answers follows from the values that it reads. */
const paths: Readonly<Record<string, readonly (keyof Values)[]>> = {
  '/order': ['deploymentOrdering'],
  '/error': ['errorBody', 'validationStatus'],
  '/all': ['deploymentOrdering', 'errorBody', 'validationStatus'],
  '/nothing': [],
}

const choices: Readonly<Partial<Record<keyof Values, readonly string[]>>> = {
  deploymentOrdering: ['name', 'shuffled'],
  errorBody: ['fastapi', 'problem'],
  validationStatus: ['400', '422'],
  tagMatching: ['any', 'all'],
}

export const ids = Object.keys(choices) as (keyof Values)[]

/** The values that the search begins with. */
export const usual = {
  deploymentOrdering: 'name',
  errorBody: 'fastapi',
  validationStatus: '422',
  tagMatching: 'any',
} as unknown as Values

export const request = (path: string): ReadRequest => ({ method: 'GET', path })

const readsOf = ({ path }: ReadRequest) => paths[path] ?? []

/** Returns what a service with some values answers. */
export function answer(values: Values, asked: ReadRequest) {
  return Object.fromEntries(readsOf(asked).map((id) => [id, values[id]]))
}

export function createStub({
  hides = false,
} = {}): FitParts & { readonly observations: never[]; readonly oracle: Oracle } {
  return {
    observations: [],
    muted: createMuted(),
    listValues: (id) => choices[id] ?? [],
    oracle: {
      shown: new Set(),
      allows: ({ tagMatching }) => tagMatching !== 'all' || !hides,
      predict: async (values, asked) => ({ aspects: answer(values, asked), reads: readsOf(asked) }),
    },
  }
}
