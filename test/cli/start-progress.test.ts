import { expect, test } from 'vitest'
import { createStartProgress } from '../../src/programs/cli/output/progress.ts'

const ERASE = '\r\x1b[K'

/** A terminal, and a clock that the test moves. */
function openTerminal() {
  const painted: string[] = []
  let time = 5000
  const progress = createStartProgress({ paint: (text) => painted.push(text) }, () => time)
  return { painted, progress, wait: (milliseconds: number) => (time += milliseconds) }
}

test('a start of less than a second shows nothing', () => {
  const { painted, progress, wait } = openTerminal()
  progress.report(1000, 2000)
  wait(999)
  progress.report(2000, 2000)
  progress.end()
  expect(painted).toEqual([])
})

test('a longer start shows its progress, ten times a second, and erases it at the end', () => {
  const { painted, progress, wait } = openTerminal()
  wait(1000)
  progress.report(1000, 1_000_000)
  progress.report(2000, 1_000_000)
  wait(100)
  progress.report(3000, 1_000_000)
  progress.end()
  expect(painted).toEqual([
    `${ERASE}Building the world: 1,000 of 1,000,000 records`,
    `${ERASE}Building the world: 3,000 of 1,000,000 records`,
    ERASE,
  ])
})

test('building after the start shows nothing', () => {
  const { painted, progress, wait } = openTerminal()
  progress.end()
  wait(60_000)
  progress.report(1000, 2000)
  progress.end()
  expect(painted).toEqual([])
})
