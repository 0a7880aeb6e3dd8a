import { playBatch } from './batch.mjs'
import { drawCase } from './playing.mjs'
import { findCulprit } from './repetition.mjs'
import { CASES_PER_VARIANT, findVariant } from './variants.mjs'

// How many findings of one kind about one sort of case are investigated. Further ones are only
// counted.
const MOST_REPETITIONS = 3
// A busy machine can cause these, so they are findings only if they can be repeated.
const NEEDS_REPETITION = ['block', 'no response', 'connection left open']

/**
 * Sends a number of requests to the program, and investigates suspicions.
 *
 * @param kind its name, and the function that draws its cases
 */
export async function fuzzOverHttp(kind, { seed, from, requests, findings, statistics, report }) {
  const looked = new Map()
  const progress = { number: from, requests: 0 }
  while (progress.requests < requests) {
    const variant = findVariant(progress.number)
    const end = (Math.floor(progress.number / CASES_PER_VARIANT) + 1) * CASES_PER_VARIANT
    const draw = (material) => {
      if (progress.number >= end || progress.requests >= requests) return undefined
      const drawn = drawCase(kind, progress.number, { seed, material, variant })
      progress.number += 1
      progress.requests += drawn.exchanges.length
      return drawn
    }
    const suspicions = await playBatch({ variant, draw, statistics })
    for (const suspicion of suspicions) await lookInto(suspicion, { kind, seed, findings, looked })
    report(`${kind.name}: ${progress.requests} of ${requests} requests`)
  }
}

async function lookInto(suspicion, { kind, seed, findings, looked }) {
  const key = `${suspicion.kind}/${suspicion.title}`
  const times = looked.get(key) ?? 0
  looked.set(key, times + 1)
  const culprit = times < MOST_REPETITIONS ? await findCulprit(kind, suspicion, seed) : undefined
  if (culprit === undefined && NEEDS_REPETITION.includes(suspicion.kind)) return
  const number = culprit?.number ?? suspicion.numbers[0]
  findings.add({
    kind: suspicion.kind,
    title: culprit?.title ?? (suspicion.title || kind.name),
    detail: culprit?.detail ?? suspicion.detail,
    example: `--only ${kind.name} --from ${number} --requests 1`,
    note: culprit === undefined ? ' (not alone)' : '',
  })
}
