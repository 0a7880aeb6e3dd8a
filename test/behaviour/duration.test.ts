import { expect, test } from 'vitest'
import { openDraw } from '../../src/engine/store/random.ts'
import { type Delay, describeDuration, drawDuration, durationSchema } from '../../src/engine/store/time/duration.ts'

const drawMany = (duration: Delay): number[] =>
  Array.from({ length: 2000 }, (_, index) => drawDuration(duration, openDraw(7, 'test', index, 'duration')))
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

test('a duration that is fixed is always the same', () => {
  expect(new Set(drawMany(250))).toEqual(new Set([250]))
})

test('a duration between two others is distributed evenly', () => {
  const drawn = drawMany({ min: 100, max: 300 })
  expect(Math.min(...drawn)).toBeGreaterThanOrEqual(100)
  expect(Math.max(...drawn)).toBeLessThan(300)
  for (const from of [100, 150, 200, 250]) {
    expect(drawn.filter((each) => each >= from && each < from + 50).length / 500).toBeCloseTo(1, 0)
  }
})

test('a duration with a long tail has a normal logarithm', () => {
  const normal = drawMany({ median: 900, sigma: 0.5 }).map((each) => Math.log(each / 900) / 0.5)
  expect(Math.abs(mean(normal))).toBeLessThan(0.1)
  expect(mean(normal.map((each) => each ** 2))).toBeCloseTo(1, 0)
  expect(mean(normal.map((each) => each ** 4))).toBeCloseTo(3, 0)
  expect(drawMany({ median: 900 })).toEqual(drawMany({ median: 900, sigma: 0.5 }))
})

test('a duration is at most an hour', () => {
  expect(Math.max(...drawMany({ median: 3_600_000, sigma: 5 }))).toBe(3_600_000)
})

test('a duration has no maximum below its minimum', () => {
  expect(durationSchema.safeParse({ min: 5, max: 5 }).success).toBe(true)
  expect(durationSchema.safeParse({ min: 5, max: 4 }).success).toBe(false)
})

test.for([
  [999, '999 ms'],
  [1000, '1 s'],
  [59_999, '59.999 s'],
  [60_000, '1 min'],
  [90_000, '90 s'],
  [600_000, '10 min'],
  [{ min: 200, max: 2000 }, '200 ms to 2 s'],
  [{ median: 1000 }, 'about 1 s, sometimes much longer,'],
] as const)('a duration of %j is described as %s', ([duration, text]) => {
  expect(describeDuration(duration)).toBe(text)
})
