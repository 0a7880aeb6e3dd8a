// Names for sessions and snapshots without one.

/** Generates names: `snapshot-1`, `snapshot-2` and so on, each only once, and none that is taken. */
export type MakeUpName = (isTaken: (name: string) => boolean) => string

/** Creates a generator of names. */
export function createNames(stem: string): MakeUpName {
  let count = 0
  return (isTaken) => {
    do count += 1
    while (isTaken(`${stem}-${count}`))
    return `${stem}-${count}`
  }
}
