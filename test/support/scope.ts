/** Whether everything is tested, however long it takes. Otherwise, some tests try fewer cases of the same kind. */
export const isFull = process.env.TEST_FULL !== undefined

/** Returns how many runs a property test has: as many as given, or a tenth of them. */
export function runs(all: number): number {
  return isFull ? all : Math.ceil(all / 10)
}

/** Returns cases that other tests also cover, or every nth of them. */
export function sample<Case>(cases: readonly Case[], every: number): readonly Case[] {
  return isFull ? cases : cases.filter((_, index) => index % every === 0)
}
