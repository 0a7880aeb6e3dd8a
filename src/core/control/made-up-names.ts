/** Makes names up: `session-1`, `session-2` and so on, each once, without those that somebody has. */
export type MakeUpName = (isTaken: (name: string) => boolean) => string

/** Creates a row of names. */
export function createNames(stem: string): MakeUpName {
  let count = 0
  return (isTaken) => {
    do count += 1
    while (isTaken(`${stem}-${count}`))
    return `${stem}-${count}`
  }
}
