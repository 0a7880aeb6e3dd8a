import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createInstrumenter } from '@stryker-mutator/instrumenter'
import { createInjector } from 'typed-inject'
import { keyOf } from './key.mjs'

const silent = new Proxy({}, { get: (_, name) => (name.startsWith('is') ? () => false : () => {}) })

/** Lists the mutants of a file, in the order of the file. */
async function listMutants(name) {
  const content = readFileSync(name, 'utf8')
  const instrumenter = createInjector().provideValue('logger', silent).injectFunction(createInstrumenter)
  const { mutants } = await instrumenter.instrument([{ name, content, mutate: true }], {
    ignorers: [],
    plugins: null,
    excludedMutations: [],
  })
  return mutants.map(({ location, ...mutant }) => ({ ...mutant, location, key: keyOf({ ...mutant, location }) }))
}

const rankOf = (seed, key) => createHash('sha256').update(`${seed} ${key}`).digest('hex')

/**
 * Draws mutants of some files. A mutant's place in the draw depends only on the seed and on itself, so a
 * larger sample contains the smaller one, and a change of one file does not draw others elsewhere.
 */
export async function drawMutants(files, { seed, count }) {
  const mutants = (await Promise.all(files.map(listMutants))).flat()
  const drawn = mutants
    .map((mutant) => ({ mutant, rank: rankOf(seed, mutant.key) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant)
  return { drawn, total: mutants.length }
}
