import { afterEach, describe, expect, test, vi } from 'vitest'
import { letProcessEnd, realTime } from '../../src/core/behaviour/real-time.ts'

const countTimers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length

afterEach(() => void vi.useRealTimers())

describe('a timer of the machine', () => {
  test('acts after its time, unless it was stopped', () => {
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

  test('does not keep a process running', () => {
    const before = countTimers()
    const stop = realTime.after(60_000, () => undefined)
    expect(countTimers()).toBe(before)
    stop()
  })

  test.for([[7], [null], [{}], [{ unref: 1 }]])('may be anything in a browser: %j', ([timer]) => {
    expect(() => letProcessEnd(timer)).not.toThrow()
  })
})
