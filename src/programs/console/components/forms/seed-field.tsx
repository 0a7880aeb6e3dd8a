// A field for a seed, which is used when somebody says so.

import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../controls/button.tsx'
import { Labelled } from './labelled.tsx'

export interface ValueFieldProps<Value = string> {
  label: string
  description: string
  /** The value that is in use, if there is one. */
  current: string | number | null
  /** What the field has if no value is in use. */
  start?: string | number
  action: string
  onUse: (value: Value) => void
  isValid?: (text: string) => boolean
  children?: ComponentChildren
}

const USUAL_SEED = 1

export function isSeed(text: string): boolean {
  return /^-?\d{1,15}$/.test(text)
}

/** A field for a whole number, and a button that uses it. */
export function SeedField({ onUse, ...rest }: ValueFieldProps<number>) {
  return <ValueField {...rest} start={USUAL_SEED} isValid={isSeed} onUse={(text) => onUse(Number(text))} />
}

/** A field for a value, and a button that uses it. */
export function ValueField(props: ValueFieldProps) {
  const { label, description, current, start = '', action, onUse, children } = props
  const [text, setText] = useState(String(current ?? start))
  const isValid = props.isValid?.(text) ?? text !== ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isValid) onUse(text)
      }}
    >
      <Labelled label={label} description={description}>
        {(control) => (
          <div class="row">
            <input
              {...control}
              class="short"
              autocomplete="off"
              aria-invalid={!isValid && text !== ''}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
            <Button type="submit" disabled={!isValid || text === String(current)}>
              {action}
            </Button>
            {children}
          </div>
        )}
      </Labelled>
    </form>
  )
}
