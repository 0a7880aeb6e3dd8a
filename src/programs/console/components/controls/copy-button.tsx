// A button that copies a text, and a menu of several.

import type { ComponentChildren } from 'preact'
import { useConsole } from '../../page/console.ts'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

type CopyButtonProps = { text: string; what: string; children?: ComponentChildren }

/** @param props `what`: what is copied, for the message, such as `the URL` */
export function CopyButton({ text, what, children = 'Copy' }: CopyButtonProps) {
  const { actions } = useConsole()
  return (
    <Button title={`Copy ${what}`} onClick={() => void actions.copy(text, what)}>
      {children}
    </Button>
  )
}

export interface CopyForm {
  /** `as curl`. */
  readonly title: string
  /** Returns the text. It may ask the server. */
  build(): string | Promise<string>
}

interface CopyMenuProps {
  readonly forms: readonly CopyForm[]
  readonly label?: string
}

export function CopyMenu({ forms, label = 'Copy' }: CopyMenuProps) {
  const { actions } = useConsole()
  const items = forms.map(({ title, build }) => ({ title, run: async () => actions.copy(await build(), title) }))
  return <Menu label={label} items={items} />
}
