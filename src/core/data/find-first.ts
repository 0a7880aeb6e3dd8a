/** The first of `count` places for which something holds that holds for all after it too; `count` where it holds for none. */
export function findFirst(count: number, holds: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) high = middle
    else low = middle + 1
  }
  return low
}
