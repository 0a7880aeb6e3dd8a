/**
 * Creates a measurement of what a program counts and takes more than at the time of this call, without its garbage.
 */
export async function startMeasuring(service) {
  const before = await measure(service)
  return async () => {
    const after = await measure(service)
    if (before === undefined || after === undefined) return undefined
    return { counted: after.counted - before.counted, taken: after.taken - before.taken }
  }
}

async function measure({ control, program, takeMemory }) {
  if (program.hasEnded()) return undefined
  try {
    const { memory } = await control('GET', '/_simulator')
    return { counted: memory.used, taken: await takeMemory() }
  } catch {
    return undefined
  }
}
