import { readMemory, startPeer, stop } from '../processes.mjs'
import { formatSpread } from '../report.mjs'

const ROUNDS = 5

/** Starts every peer several times, in turn, and requests its first page. */
export async function measureStarts(peers, material) {
  const starts = Object.fromEntries(peers.map(({ name }) => [name, { milliseconds: [], memory: [] }]))
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const peer of peers) {
      const { child, milliseconds } = await startPeer(peer, material)
      starts[peer.name].milliseconds.push(milliseconds)
      starts[peer.name].memory.push(await readMemory(child))
      await stop(child)
    }
  }
  return starts
}

export function tabulateStarts(starts) {
  return {
    title: 'Start of the process to the first page answered: median (least to most)',
    columns: ['who', 'ms', 'resident MB then'],
    rows: Object.entries(starts).map(([name, { milliseconds, memory }]) => [
      name,
      formatSpread(milliseconds),
      formatSpread(memory),
    ]),
  }
}
