// A menu of forms in which something can be copied.

import type { JSX } from 'preact'
import { useConsole } from '../app/console.ts'
import { Menu } from './menu.tsx'

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
