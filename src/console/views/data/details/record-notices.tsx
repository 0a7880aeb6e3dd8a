// What somebody who edits a record has to know: others have changed or deleted it meanwhile.

import type { JSX } from 'preact'
import { Button } from '../../../components/controls/button.tsx'
import { Text } from '../../../components/text/text.tsx'
import { type Draft, listConflicts, listOthersChanges } from '../editing/draft.ts'
import type { AnyRecord } from '../record.ts'

type RecordNoticesProps = { draft: Draft; latest: AnyRecord; onChange: (draft: Draft) => void }

/** Says what others have changed, and asks whose value to use where both have changed a field. */
export function RecordNotices({ draft, latest, onChange }: RecordNoticesProps): JSX.Element | null {
  const conflicts = listConflicts(draft, latest)
  const others = listOthersChanges(draft, latest)
  const useTheirs = () => {
    const mine = Object.entries(draft.changes).filter(([name]) => !conflicts.includes(name))
    onChange({ base: latest, changes: Object.fromEntries(mine) })
  }
  return (
    <>
      {conflicts.length > 0 && (
        <div class="stack notice" role="alert">
          <strong>Somebody else has changed the same fields</strong>
          <ul>
            {conflicts.map((name) => (
              <li key={name}>
                {name}: you have <Text>{show(draft.changes[name])}</Text>, it is now <Text>{show(latest[name])}</Text>
              </li>
            ))}
          </ul>
          <div class="row">
            <Button onClick={() => onChange({ ...draft, base: latest })}>Keep mine</Button>
            <Button onClick={useTheirs}>Use theirs</Button>
          </div>
        </div>
      )}
      {others.length > 0 && (
        <p class="muted" role="status">
          Changed meanwhile, and shown here: {others.join(', ')}. Saving does not change that.
        </p>
      )}
    </>
  )
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? 'not set'
}
