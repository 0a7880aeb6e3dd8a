// A field for a seed, which is used when somebody says so.

import type { ComponentChildren, JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'

export interface ValueFieldProps<Value = string> {
  label: string
  description: string
  /** The value that is in use, if there is one. */
  current: string | number | null
  /** What the field has if no value is in use. */
  start?: string | number
  /** What the button says. */
  action: string
  onUse: (value: Value) => void
  isValid?: (text: string) => boolean
  /** More buttons. */
  children?: ComponentChildren
}

const USUAL_SEED = 1

/** Whether a text is a seed. */
export function isSeed(text: string): boolean {
  return /^-?\d{1,15}$/.test(text)
}

/** A field for a whole number, and a button that uses it. */
export function SeedField({ onUse, ...rest }: ValueFieldProps<number>): JSX.Element {
  return <ValueField {...rest} start={USUAL_SEED} isValid={isSeed} onUse={(text) => onUse(Number(text))} />
}

/** A field for a value, and a button that uses it. */
export function ValueField(props: ValueFieldProps): JSX.Element {
  const { label, description, current, start = '', action, onUse, children } = props
  const id = useId()
  const [text, setText] = useState(String(current ?? start))
  const isValid = props.isValid?.(text) ?? text !== ''
  return (
    <form
      class="field"
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onUse(text)
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
          autocomplete="off"
          aria-describedby={`${id}-description`}
          aria-invalid={!isValid && text !== ''}
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
