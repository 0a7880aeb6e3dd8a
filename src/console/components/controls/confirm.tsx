// Asks before something that cannot be undone.

import type { ComponentChildren, JSX } from 'preact'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmProps {
  /** The question: `End the session alice?` */
  title: string
  /** What is lost. */
  children: ComponentChildren
  /** What the button says: `End session`. */
  verb: string
  onConfirm: () => unknown
  onClose: () => void
}

/** A dialog that asks before something that cannot be undone. */
export function Confirm({ title, children, verb, onConfirm, onClose }: ConfirmProps): JSX.Element {
  const confirm = () => {
    onClose()
    onConfirm()
  }
  return (
    <Dialog
      title={title}
      onClose={onClose}
      end={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" onClick={confirm}>
            {verb}
          </Button>
        </>
      }
    >
      <p>{children}</p>
    </Dialog>
  )
}
