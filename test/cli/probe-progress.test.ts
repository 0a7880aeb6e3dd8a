import { expect, test } from 'vitest'
import { createProbeProgress } from '../../src/programs/cli/output/progress.ts'

const ignore = () => undefined
const silent = {
  out: ignore,
  log: ignore,
  waitForStop: () => new Promise<void>(ignore),
  onStop: () => ignore,
  endSoon: ignore,
}

test('a terminal shows a bar, the current entry and the time left, on one line', () => {
  const painted: string[] = []
  const io = { ...silent, err: () => undefined, columns: 60, paint: (text: string) => void painted.push(text) }
  const progress = createProbeProgress(io, 2)
  progress.onPhase('Trying.')
  progress.onPlan(4)
  progress.onStart('optionalFields=absent')
  progress.onEnd('optionalFields=absent', 'passed', 3000)
  progress.onStart('x'.repeat(100))
  progress.end()
  const erase = '\r\x1b[K'
  expect(painted).toEqual([
    `${erase}Trying.\n`,
    `${erase}[--------------------] 0/4  optionalFields=absent`,
    `${erase}[#####---------------] 1/4, about 4.5 s left`,
    `${erase}[#####---------------] 1/4, about 4.5 s left  ${'x'.repeat(13)}`,
    erase,
  ])
})

test('elsewhere, each run is a line', () => {
  const lines: string[] = []
  const progress = createProbeProgress({ ...silent, err: (text) => void lines.push(text) }, 1)
  progress.onPhase('Trying.')
  progress.onPlan(2)
  progress.onStart('optionalFields=absent')
  progress.onEnd('optionalFields=absent', 'timed out', 3000)
  progress.end()
  expect(lines).toEqual(['Trying.', '1/2 optionalFields=absent: timed out'])
})
