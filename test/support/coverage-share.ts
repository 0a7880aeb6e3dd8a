import { collectCoverage } from '../../src/entries/coverage/index.ts'
import { createSimulator } from '../../src/index.ts'

const simulator = createSimulator()
const coverage = collectCoverage(simulator)
await simulator.fetch('/')

/** How many cases the contract has. Every operation and parameter changes it. */
export const TOTAL = coverage.report().total

/** The percentage of covered cases, as reports round it. */
export const percentOf = (covered: number) => Math.floor((covered / TOTAL) * 1000) / 10

/** The share of covered cases, as reports write it, e.g. `19 of 67 (28.3 %)`. */
export const writeShare = (covered: number) => `${covered} of ${TOTAL} (${percentOf(covered)} %)`
