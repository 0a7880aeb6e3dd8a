import { playBatch } from './batch.mjs'
import { drawCase } from './playing.mjs'
import { findCulprit } from './repetition.mjs'
import { CASES_PER_VARIANT, findVariant } from './variants.mjs'

// Findings of one kind about one sort of case that are looked into; further ones are counted.
const MOST_REPETITIONS = 3
// What may come of a machine that is busy is a finding only where it shows again.
const NEEDS_REPETITION = ['block', 'no response', 'connection left open']

/**
 * Sends the program as many requests as asked for, and looks into what was suspicious.
 *
 * @param kind its name, and what draws its cases
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
