import { setTimeout as wait } from 'node:timers/promises'

// What was sent before the end may still be worked on, and connections that were left are closed later.
const ROUNDS = 4
const BETWEEN = 1000

/**
 * Creates a measurement of how much more a program counts, takes without its garbage, and has resident then, than at
 * the time of this call.
 *
 * @param isRight whether the two fit together; if not, they are measured again a little later
 */
export async function startMeasuring(service, isRight) {
  const before = await measure(service)
  const compare = async () => {
    const after = await measure(service)
    if (before === undefined || after === undefined) return undefined
    const [counted, taken, resident] = ['counted', 'taken', 'resident'].map((name) => after[name] - before[name])
    return { counted, taken, resident }
  }
  return async () => {
    let memory = await compare()
    for (let round = 1; round < ROUNDS && memory !== undefined && !isRight(memory); round += 1) {
      await wait(BETWEEN)
      memory = await compare()
    }
    return memory
  }
}

async function measure({ control, program, takeMemory }) {
  if (program.hasEnded()) return undefined
  try {
    const { memory } = await control('GET', '/_simulator')
    return { counted: memory.used, ...(await takeMemory()) }
  } catch {
    return undefined
  }
}
