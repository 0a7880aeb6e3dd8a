import { setTimeout as wait } from 'node:timers/promises'
import { startService } from '../running/service.mjs'
import { openDraw } from '../values/draw.mjs'
import { isCounted, judgeAttack } from './judge-attack.mjs'
import { startMeasuring } from './memory.mjs'
import { countExpected } from './moves.mjs'
import { playAttack } from './playing.mjs'
import { drawPressureCase } from './pressure-cases.mjs'

const KIND = 'pressure'
const VARIANTS = [['--preset', 'langsmith'], [], ['--preset', 'langsmith-next', '--explain']]
// The output of the program arrives on another channel than its responses.
const SETTLING = 250
// Which findings a busy machine can cause, so that they count only if they show twice.
const NEEDS_REPETITION = ['others wait', 'others rejected', 'memory', 'uncounted memory', 'no response', 'hang']

/** Plays a number of attacks, each against a fresh program with a small heap. */
export async function fuzzUnderPressure({ seed, from, requests, heap, limits, findings, statistics, report }) {
  const known = new Set()
  for (let number = from; number < from + requests; number += 1) {
    const first = await playFresh(number, { seed, heap, limits })
    statistics.countAttack(first)
    for (const fault of await confirm(first, known, { seed, heap, limits })) {
      const detail = [fault.detail, first.attack.details].filter((text) => text !== '').join('; ')
      findings.add({
        ...fault,
        detail,
        title: titleOf(first.attack),
        example: `--only ${KIND} --from ${number} --requests 1`,
      })
    }
    report(`${KIND}: ${number + 1 - from} of ${requests} attacks`)
  }
}

const titleOf = ({ family, sort }) => `${family}: ${sort}`

/** Draws an attack. The same arguments and the same program give the same bytes. */
export function drawAttack(number, { seed, material }) {
  return drawPressureCase(openDraw(seed, KIND, number), material)
}

async function playFresh(number, { seed, heap, limits }) {
  const options = VARIANTS[number % VARIANTS.length]
  const complaints = []
  const variant = { key: options.join(' '), options, flags: [`--max-old-space-size=${heap}`] }
  const service = await startService(variant, (kind, detail) => complaints.push({ kind, detail }))
  try {
    const attack = drawAttack(number, { seed, material: service.material })
    const measureMemory = await startMeasuring(service, isCounted)
    const result = await playAttack(attack, service)
    const memory = await measureMemory()
    await wait(SETTLING)
    const faults = dropEcho([...complaints, ...judgeAttack({ ...result, memory }, limits)])
    return { number, attack, memory, faults, ...result, requests: countExpected(attack) }
  } finally {
    await service.program.stop()
  }
}

// A process that ends for want of memory writes a page about it.
function dropEcho(faults) {
  const end = faults.find(({ kind }) => kind === 'process end')
  if (end === undefined) return faults
  const why = faults.find(({ detail }) => detail.includes('FATAL ERROR'))
  const ending = { ...end, detail: [end.detail, why?.detail ?? ''].join(' ').trim() }
  return [ending, ...faults.filter(({ kind }) => kind === 'memory' || kind === 'others wait')]
}

// Plays the attack again, unless that sort of finding is known.
async function confirm({ number, attack, faults }, known, options) {
  const fresh = faults.filter(({ kind }) => !known.has(`${kind}/${titleOf(attack)}`))
  if (fresh.length === 0) return faults.map((fault) => ({ ...fault, note: '' }))
  const again = await playFresh(number, options)
  const isThere = ({ kind }) => again.faults.some((fault) => fault.kind === kind)
  const shown = fresh.filter((fault) => isThere(fault) || !NEEDS_REPETITION.includes(fault.kind))
  for (const { kind } of shown) known.add(`${kind}/${titleOf(attack)}`)
  return shown.map((fault) => ({ ...fault, note: isThere(fault) ? '' : ' (once in two times)' }))
}
