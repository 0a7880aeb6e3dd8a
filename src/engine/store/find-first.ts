/**
 * Finds the first index below `count` for which a condition holds, by binary search. The condition must
 * hold for all later indexes too. Returns `count` if it holds for none.
 */
export function findFirst(count: number, isMet: (index: number) => boolean): number {
  let [low, high] = [0, count]
  while (low < high) {
    const middle = low + Math.floor((high - low) / 2)
    if (isMet(middle)) high = middle
    else low = middle + 1
  }
  return low
}
