// A button that copies a text, and a menu of several.

import type { ComponentChildren, JSX } from 'preact'
import { useConsole } from '../../app/console.ts'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

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

/** A form in which something can be copied. */
export interface CopyForm {
  /** `as curl`. */
  readonly title: string
  readonly keys?: string
  /** Returns the text. It may ask the server. */
  build(): string | Promise<string>
}

/** A menu of forms in which something can be copied. */
export function CopyMenu({ forms, label = 'Copy' }: { forms: readonly CopyForm[]; label?: string }): JSX.Element {
  const { actions } = useConsole()
  const items = forms.map(({ title, keys, build }) => ({
    title,
    keys,
    run: async () => actions.copy(await build(), title),
  }))
  return <Menu label={label} items={items} />
}
