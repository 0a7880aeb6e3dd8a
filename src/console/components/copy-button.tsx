// A button that copies a text.

import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '../app/console.ts'
import { Button } from './button.tsx'

export interface CopyButtonProps {
  text: string | (() => string)
  /** What is copied, for the message: `the URL`. */
  what: string
  children?: ComponentChildren
  keys?: string
}

/** A button that copies a text. */
export function CopyButton({ text, what, children = 'Copy', keys }: CopyButtonProps): JSX.Element {
  const { actions } = useConsole()
  return (
    <Button
      keys={keys}
      title={`Copy ${what}`}
      onClick={() => void actions.copy(typeof text === 'string' ? text : text(), what)}
    >
      {children}
    </Button>
  )
}
