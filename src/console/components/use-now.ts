// The time of the machine.

import { useEffect, useState } from 'preact/hooks'

/** Returns the time of the machine in milliseconds, every second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}
