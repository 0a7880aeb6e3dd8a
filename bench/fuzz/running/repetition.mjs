import { setTimeout as wait } from 'node:timers/promises'
import { drawCase, playAlone } from './playing.mjs'
import { startService } from './service.mjs'
import { findVariant } from './variants.mjs'

// The output of the program arrives on another channel than its responses.
const SETTLING = 250
const BLOCK_ROUNDS = 3

/**
 * Looks for a case that shows a finding when it is played alone against a fresh program.
 *
 * @param suspicion the kind of the finding, and the numbers of the cases that may have caused it
 * @returns the number of the case and what it is, or undefined if it takes more than one case
 */
export async function findCulprit(kind, suspicion, seed) {
  const { numbers } = suspicion
  const likely = numbers.length > 1 ? await narrow(kind, suspicion, seed) : numbers[0]
  if (likely === undefined) return undefined
  // A single block may be due to a busy machine.
  const rounds = suspicion.kind === 'block' ? BLOCK_ROUNDS : 1
  let shown
  for (let round = 0; round < rounds; round += 1) {
    shown = await repeat(kind, likely, { seed, finding: suspicion.kind })
    if (shown === undefined) return undefined
  }
  return { number: likely, ...shown }
}

// Plays the cases one after another against one program, until the finding shows.
async function narrow(kind, { kind: finding, numbers }, seed) {
  const player = await createPlayer(kind, numbers[0], seed)
  try {
    for (const number of numbers) {
      const found = await player.play(number)
      if (found.some((each) => each.kind === finding)) return number
      if (player.hasEnded()) return undefined
    }
    return undefined
  } finally {
    await player.stop()
  }
}

async function repeat(kind, number, { seed, finding }) {
  const player = await createPlayer(kind, number, seed)
  const found = await player.play(number)
  await player.check()
  await player.stop()
  const same = found.find((each) => each.kind === finding)
  return same === undefined ? undefined : { detail: same.detail, title: player.title() }
}

async function createPlayer(kind, first, seed) {
  const variant = findVariant(first)
  let found = []
  let title
  const service = await startService(variant, (finding, detail) => found.push({ kind: finding, detail }))
  await service.check()
  return {
    title: () => title,
    hasEnded: () => service.program.hasEnded(),
    stop: () => service.program.stop(),
    async play(number) {
      found = []
      const conversation = drawCase(kind, number, { seed, variant, material: service.material })
      title = conversation.title
      const { faults } = await playAlone(conversation, service)
      await wait(SETTLING)
      found.push(...faults)
      return found
    },
    async check() {
      const wrong = service.program.hasEnded() ? undefined : await service.check()
      if (wrong !== undefined) found.push({ kind: 'known bytes', detail: wrong })
    },
  }
}
