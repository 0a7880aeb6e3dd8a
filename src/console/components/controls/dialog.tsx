// A modal dialog. The browser keeps the focus in it and returns it afterwards; Escape closes it.

import type { ComponentChildren, JSX } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '../../app/console.ts'
import { ToastPlace } from '../../app/messages/toasts.tsx'

export interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  /** The buttons at its end. */
  end?: ComponentChildren
  isWide?: boolean
  /** Its title is only read to screen readers then. */
  kind?: 'palette'
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, children, end, isWide = false, kind }: DialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useId()
  const { dialogs } = useConsole().toasts
  const [place] = useState(dialogs.peek() + 1)
  // It has the focus before the next key can be pressed.
  useLayoutEffect(() => {
    const before = document.activeElement
    dialog.current?.showModal()
    dialogs.value = place
    return () => {
      dialogs.value = place - 1
      // Nothing else can get the focus until the dialog has left the page.
      if (before instanceof HTMLElement) queueMicrotask(() => before.focus())
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      class={`dialog ${isWide ? 'dialog-wide' : ''} ${kind ?? ''}`}
      aria-labelledby={heading}
      // By the time the browser says that it is closed, the next key may have been pressed.
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={onClose}
      closedby="any"
    >
      <h2 id={heading} class={kind ? 'visually-hidden' : ''}>
        {title}
      </h2>
      {children}
      {end !== undefined && <div class="row dialog-end">{end}</div>}
      <ToastPlace dialog={place} />
    </dialog>
  )
}
