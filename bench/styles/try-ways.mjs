// Compares what is stated about a service with what is true of it.

import { DEVIATIONS } from './deviations.mjs'
import { PLAIN_EXPRESS, PLAIN_NODE, PLAIN_PYTHON } from './plans.mjs'
import { serve } from './serve.mjs'
import { buildWorld, createDraw } from './world.mjs'

export const STYLES = [PLAIN_NODE, PLAIN_EXPRESS, PLAIN_PYTHON]

/** A service of a style, with the deviations of it. */
export function buildService(style, deviations, seed) {
  const plan = deviations.reduce((sofar, { change }) => change(sofar, seed), style.plan)
  const truths = { ...style.truths }
  const either = new Set()
  for (const deviation of deviations) {
    for (const id of deviation.mutes) delete truths[id]
    Object.assign(truths, deviation.truths)
    for (const id of deviation.either) either.add(id)
  }
  const mutes = new Set(deviations.flatMap(({ mutes }) => mutes).filter((id) => truths[id] === undefined))
  return { ...style, plan, truths, mutes, either }
}

/** What was stated about a service: which of it is false, and which is right. */
export function judge({ truths, mutes, either }, assumptions) {
  const stated = Object.entries(assumptions).filter(([id]) => !either.has(id))
  const isFalse = ([id, value]) => mutes.has(id) || (truths[id] !== undefined && String(truths[id]) !== String(value))
  return {
    wrong: stated.filter(isFalse).map(([id, value]) => `${id}=${value}`),
    right: stated.filter((entry) => !isFalse(entry) && truths[entry[0]] !== undefined).map(([id]) => id),
  }
}

/** Whether a deviation changes something that the style does not have anyway, as far as a table of truths can say. */
export function applies({ truths }, { question, title }) {
  // Pages beyond the end have no offset there.
  if (title === 'the total at the end') return truths.offsetBeyondEnd === 'empty'
  // Elsewhere, a 404 may come from a proxy.
  if (title === 'by status') return [truths.offsetBeyondEnd, truths.unknownIntegration].includes('404')
  // Others may know more of a time than they write.
  if (title.startsWith('ties'))
    return truths.deploymentOrdering === 'name' || truths.timestampFormat === 'microsecondsZ'
  if (question === 'nullParameter' && title === 'is null') return truths.nullParameter !== 'absent'
  if (question === 'authenticationFailure') return truths.authentication !== 'none'
  return question !== 'authentication' || truths.authentication === 'none'
}

/** Learns a service of a style with deviations. `learn` takes its URL. */
export async function tryWays(style, deviations, { seed = 1, learn }) {
  const service = buildService(style, deviations, seed)
  const { url, stop } = await serve(service, buildWorld(seed, 16))
  try {
    const learned = await learn(url).catch((error) => {
      if (error.name !== 'RefusedError') throw error
      // It says that it finds no lists where they should be.
      return { assumptions: {}, undecided: {}, unexplained: [], sent: 0 }
    })
    return { service, learned, ...judge(service, learned.assumptions) }
  } finally {
    stop()
  }
}

/** Pairs of deviations of different questions, drawn by a seed. */
export function drawPairs(count, seed) {
  const draw = createDraw(seed)
  const pairs = []
  while (pairs.length < count) {
    const style = draw.pick(STYLES)
    const pair = [draw.pick(DEVIATIONS), draw.pick(DEVIATIONS)]
    const isOne = pair[0].question === pair[1].question || !pair.every((deviation) => applies(style, deviation))
    if (!isOne) pairs.push([style, pair])
  }
  return pairs
}

export { DEVIATIONS }
