// A field for a seed, which is used when somebody says so.

import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Button } from './button.tsx'

export interface SeedFieldProps {
  label: string
  description: string
  /** The seed that is in use, if there is one. */
  current: number | string | null
  /** What the button says. */
  action: string
  onUse: (seed: number) => void
  /** More buttons. */
  children?: ComponentChildren
}

const USUAL_SEED = 1

/** Whether a text is a seed. */
export function isSeed(text: string): boolean {
  return /^-?\d{1,15}$/.test(text)
}

/** A field for a whole number, and a button that uses it. */
export function SeedField({ label, description, current, action, onUse, children }: SeedFieldProps): JSX.Element {
  const id = useId()
  const [text, setText] = useState(String(current ?? USUAL_SEED))
  const isValid = isSeed(text)
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onUse(Number(text))
      }}
    >
      <label class="field-label" for={id}>
        {label}
      </label>
      <span class="field-description" id={`${id}-description`}>
        {description}
      </span>
      <div class="row">
        <input
          id={id}
          class="seed"
          inputMode="numeric"
          autocomplete="off"
          aria-describedby={`${id}-description`}
          aria-invalid={!isValid}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" disabled={!isValid || text === String(current)}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  )
}
