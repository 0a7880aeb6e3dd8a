// Keeps the draft of a record in this tab, until it is saved or discarded.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { keepTexts } from '../../../app/storage.ts'
import { type Draft, isDraftEmpty, parseDraft } from './draft.ts'

/**
 * Returns the draft of a record. It outlives the page: when the page is loaded again, or another record is
 * opened first, it is still there. The browser warns before the tab is closed.
 *
 * @param name the resource and the id of the record
 */
export function useDraft(name: string) {
  const kept = useMemo(() => keepTexts(() => sessionStorage), [])
  const key = `draft:${location.pathname}:${name}`
  const [draft, setDraft] = useState(() => parseDraft(kept.read(key)))
  const isUnsaved = draft !== undefined
  useEffect(() => {
    if (!isUnsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isUnsaved])
  return {
    draft,
    /** Keeps a draft. One without changes is dropped, as undefined is. */
    keep(next: Draft | undefined) {
      const used = next === undefined || isDraftEmpty(next) ? undefined : next
      setDraft(used)
      kept.write(key, used && JSON.stringify(used))
    },
  }
}
