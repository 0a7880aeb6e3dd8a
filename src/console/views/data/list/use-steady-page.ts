// A page of records that stands still while somebody points at it or is in it.

import { useRef, useState } from 'preact/hooks'
import type { ListPage } from './list-page.ts'

/** A page that stands still. */
export type SteadyPage = ReturnType<typeof useSteadyPage>

/**
 * Returns the page to show. Another request is shown at once, and so is a page with the same rows. Rows only
 * come, go or move while nobody holds the page, or because of one's own action.
 *
 * @param action the last action of one's own
 */
export function useSteadyPage(
  latest: ListPage | undefined,
  { resource, isHeld, action }: { resource: string; isHeld: boolean; action: unknown },
) {
  const shown = useRef<{ resource: string; page: ListPage; action: unknown } | undefined>(undefined)
  const [, render] = useState(0)
  const before = shown.current?.resource === resource ? shown.current.page : undefined
  const isMoved = before !== undefined && latest !== undefined && wouldMove(before, latest)
  const isOwn = shown.current?.action !== action
  const isTaken = latest !== undefined && (!isMoved || !isHeld || isOwn)
  // Until the list has followed one's own action, the next page that moves is shown.
  if (isTaken)
    shown.current = { resource, page: latest, action: isMoved || before === undefined ? action : shown.current?.action }
  const page = isTaken ? latest : before
  return {
    page,
    /** Whether a newer page waits. */
    isOutdated: latest !== undefined && page !== latest,
    /** Shows the newer page. */
    update() {
      if (latest !== undefined) shown.current = { resource, page: latest, action }
      render((count) => count + 1)
    },
  }
}

function wouldMove(before: ListPage, after: ListPage): boolean {
  if (before.request.path !== after.request.path || before.request.query !== after.request.query) return false
  return before.rows.map(({ id }) => id).join() !== after.rows.map(({ id }) => id).join()
}
