// A button that asks before something that cannot be undone.

import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Button, type ButtonProps } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface ConfirmButtonProps {
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
export function ConfirmButton({ label, kind, title, children, verb, onConfirm }: ConfirmButtonProps): JSX.Element {
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
        <Dialog
          title={title}
          onClose={close}
          end={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button kind="danger" onClick={confirm}>
                {verb}
              </Button>
            </>
          }
        >
          <p>{children}</p>
        </Dialog>
      )}
    </>
  )
}
