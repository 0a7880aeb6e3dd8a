// A control with its label and what it means.

import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

export interface LabelledProps {
  label: ComponentChildren
  description?: ComponentChildren
  /** Renders the control with the attributes that connect it with both. */
  children: (control: { id: string; 'aria-describedby'?: string }) => ComponentChildren
}

export function Labelled({ label, description, children }: LabelledProps) {
  const id = useId()
  const described = { 'aria-describedby': `${id}-description` }
  return (
    <div class="column field">
      <label class="field-label" for={id}>
        {label}
      </label>
      {description && (
        <span class="field-description" id={described['aria-describedby']}>
          {description}
        </span>
      )}
      {children({ id, ...(description && described) })}
    </div>
  )
}
