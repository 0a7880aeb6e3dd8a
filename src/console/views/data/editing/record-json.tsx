// A record as JSON that can be edited.

import type { JSX } from 'preact'
import { useId } from 'preact/hooks'

export interface RecordJsonProps {
  text: string
  /** What is wrong with the text, or undefined. */
  issue?: string | undefined
  onChange: (text: string) => void
}

/** A field for the JSON of a record. */
export function RecordJson({ text, issue, onChange }: RecordJsonProps): JSX.Element {
  const id = useId()
  return (
    <div class="field">
      <label class="field-label" for={id}>
        Record as JSON
      </label>
      <textarea
        id={id}
        class="record-json"
        spellcheck={false}
        rows={Math.min(30, Math.max(8, text.split('\n').length))}
        value={text}
        aria-invalid={issue !== undefined}
        aria-describedby={`${id}-issue`}
        onInput={(event) => onChange(event.currentTarget.value)}
      />
      <span id={`${id}-issue`} role="status">
        {issue !== undefined && <span class="field-issue">{issue}</span>}
      </span>
    </div>
  )
}
