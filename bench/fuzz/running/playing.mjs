import { setTimeout as wait } from 'node:timers/promises'
import { openDraw } from '../values/draw.mjs'
import { describeBlock, findLimit, findLongest } from './blocks.mjs'
import { converse } from './conversation.mjs'
import { judgeConversation } from './judge-conversation.mjs'
import { CONTROL_TIMEOUT } from './service.mjs'

// How long to wait for a response that may never arrive: after a fault that hangs, and where any fault
// may apply.
const HANGING_PATIENCE = 300
const TOLERANT_PATIENCE = 400
const CHAOTIC_PATIENCE = 1500
// A large request is measured, not aborted.
const LARGE_PATIENCE = 60_000
// Messages of the watchdog arrive on another channel than responses.
const SETTLING = 40

/** Draws a case. The same arguments and the same program give the same bytes. */
export function drawCase(kind, number, { seed, material, variant }) {
  const drawn = kind.draw(openDraw(seed, kind.name, number), material)
  const ends = drawn.exchanges.some(({ fault }) => fault?.hangs || fault?.ends)
  const isTolerant = drawn.isTolerant || variant.isChaotic
  const { label } = drawn.exchanges[0]
  return {
    ...findPatience(drawn, variant),
    ...drawn,
    kind: kind.name,
    title: label === undefined ? drawn.family : `${drawn.family}: ${label}`,
    number,
    isTolerant,
    closes: drawn.closes ?? ends,
    exchanges: variant.isChaotic ? drawn.exchanges.map(tolerate) : drawn.exchanges,
    // Methods are listed only if the requests are certainly valid.
    methods: drawn.isFramed ? drawn.exchanges.map(({ method }) => method) : [],
  }
}

function findPatience({ exchanges, isTolerant }, { isChaotic }) {
  if (isChaotic) return { patience: CHAOTIC_PATIENCE }
  if (isTolerant) return { patience: TOLERANT_PATIENCE }
  return exchanges.some(({ fault }) => fault?.hangs) ? { patience: HANGING_PATIENCE } : {}
}

const tolerate = (exchange) => (exchange.isControl ? exchange : { ...exchange, isTolerant: true })

/** Plays a conversation and judges the responses. */
export async function play(conversation, { program }, onConnect) {
  const result = await converse(program.port, { ...conversation, onConnect })
  return { result, faults: judgeConversation(conversation, result) }
}

/**
 * Plays a conversation alone, and also judges how long it blocked the event loop. Ends a program
 * that no longer responds.
 */
export async function playAlone(conversation, service) {
  const { blocks } = service
  const limit = findLimit(conversation)
  blocks.length = 0
  const { result, faults } = await play({ patience: LARGE_PATIENCE, ...conversation }, service)
  const isThere = await forget(service)
  await wait(SETTLING)
  const longest = findLongest(blocks)
  if (!isThere) return { result, longest, limit, faults: [...faults, await endHanging(service)] }
  const isLong = longest > limit.milliseconds
  const block = isLong ? [{ kind: 'block', detail: describeBlock(longest, limit) }] : []
  return { result, longest, limit, faults: [...faults, ...block] }
}

// Removes what a large case leaves behind. @returns whether the program responds
async function forget({ control, program }) {
  if (program.hasEnded()) return true
  try {
    await control('DELETE', '/_simulator/sessions/large')
    await control('DELETE', '/_simulator/snapshots/large')
    return true
  } catch {
    return program.hasEnded()
  }
}

async function endHanging({ program }) {
  await program.stop()
  return { kind: 'hang', detail: `no response to anything for ${(LARGE_PATIENCE + CONTROL_TIMEOUT) / 1000} s` }
}
