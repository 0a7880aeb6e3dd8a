// The button that closes a panel.

import type { JSX, Ref } from 'preact'
import { Button } from './button.tsx'

export interface CloseButtonProps {
  /** What it closes: `the record`. */
  what: string
  onClose: () => void
  /** The key that does the same. */
  keys?: string
  buttonRef?: Ref<HTMLButtonElement>
}

/** The button in the upper corner of a panel. */
export function CloseButton({ what, onClose, ...rest }: CloseButtonProps): JSX.Element {
  const name = `Close ${what}`
  const title = rest.keys === undefined ? name : `${name} (${rest.keys})`
  return (
    <Button {...rest} kind="quiet" aria-label={name} title={title} onClick={onClose}>
      ✕
    </Button>
  )
}
