// The page that a demo link leads to.

import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { useConsole } from '../../app/console.ts'
import { checkTarget } from './share-target.ts'

export interface ShareTargetProps {
  to: string
  onChange: (to: string) => void
}

/** A field for a page, which says what is wrong with it. */
export function ShareTarget({ to, onChange }: ShareTargetProps): JSX.Element {
  const { connection } = useConsole()
  const id = useId()
  const finding = checkTarget(to, connection.serverUrl)
  const isInvalid = finding?.kind === 'issue'
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Leads to
      </label>
      <input
        id={id}
        inputMode="url"
        autocomplete="off"
        spellcheck={false}
        placeholder="http://localhost:5173/?api={url}"
        aria-invalid={isInvalid}
        aria-describedby={`${id}-finding ${id}-description`}
        value={to}
        onInput={(event) => onChange(event.currentTarget.value.trim())}
      />
      <span id={`${id}-finding`} class={isInvalid ? 'field-issue' : 'share-note'} role="status">
        {finding?.message}
      </span>
      <span id={`${id}-description`} class="field-description">
        The page that you want to show. {'{url}'} in it is replaced by the URL of the new session, {'{session}'} by its
        name. Allowed: pages on this machine, on this server, and of the origins of --allow-origin. Empty: that of the
        session.
      </span>
    </div>
  )
}
