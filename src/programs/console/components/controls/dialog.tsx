// A modal dialog. The browser keeps the focus in it and returns it afterwards; Escape closes it.

import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { useConsole } from '../../page/console.ts'
import { ToastPlace } from '../toasts.tsx'
import { Button, type ButtonProps } from './button.tsx'

export interface DialogProps {
  title: string
  onClose: () => void
  children: ComponentChildren
  end?: ComponentChildren
  isWide?: boolean
  /** Its title is only read to screen readers then. */
  kind?: 'palette'
}

/** A dialog that is open as long as it is rendered. */
export function Dialog({ title, onClose, children, end, isWide = false, kind }: DialogProps) {
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

interface FormEndProps {
  readonly verb: string
  readonly onCancel: () => void
}

export function FormEnd({ verb, onCancel }: FormEndProps) {
  return (
    <div class="row dialog-end">
      <Button onClick={onCancel}>Cancel</Button>
      <Button kind="primary" type="submit">
        {verb}
      </Button>
    </div>
  )
}

interface ConfirmButtonProps {
  /** What the button says: `End…`. */
  label: string
  kind?: ButtonProps['kind']
  /** The question: `End the session alice?` */
  title: string
  /** What is lost. */
  children: ComponentChildren
  /** What the button of the dialog says: `End session`. */
  verb: string
  onConfirm: () => unknown
}

/** A button with a dialog that asks before something that cannot be undone. */
export function ConfirmButton({ label, kind, title, children, verb, onConfirm }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const confirm = () => {
    close()
    onConfirm()
  }
  return (
    <>
      <Button kind={kind} onClick={() => setAsking(true)}>
        {label}
      </Button>
      {isAsking && (
        <Dialog title={title} onClose={close}>
          <p>{children}</p>
          <div class="row dialog-end">
            <Button onClick={close}>Cancel</Button>
            <Button kind="danger" onClick={confirm}>
              {verb}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
