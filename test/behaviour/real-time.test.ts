import { afterEach, expect, test, vi } from 'vitest'
import { letProcessEnd, realTime } from '../../src/engine/store/time/world-time.ts'

const countTimers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

afterEach(() => void vi.useRealTimers())

test('a timer of the machine acts after its time, unless it was stopped', () => {
  vi.useFakeTimers()
  const [act, never] = [vi.fn(), vi.fn()]
  realTime.after(1000, act)
  const stop = realTime.after(1000, never)
  vi.advanceTimersByTime(999)
  expect(act).not.toHaveBeenCalled()
  stop()
  vi.advanceTimersByTime(1)
  expect(act).toHaveBeenCalledOnce()
  expect(never).not.toHaveBeenCalled()
})

test('a timer of the machine does not keep a process running', () => {
  const before = countTimers()
  const stop = realTime.after(60_000, () => undefined)
  expect(countTimers()).toBe(before)
  stop()
})

test.for([[7], [null], [{}], [{ unref: 1 }]])('a timer of the machine may be anything in a browser: %j', ([timer]) => {
  expect(() => letProcessEnd(timer)).not.toThrow()
})
