// The place of the message about what was done.

import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { useConsole } from './console.ts'
import type { Toast } from './toast-list.ts'

/** The message about what was done last. It stays while the pointer or the focus is on it. */
export function ToastPlace(): JSX.Element {
  const { toasts } = useConsole()
  const toast = toasts.shown.value
  const place = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const element = place.current
    // Shown anew, so that it is above a dialog that was opened meanwhile.
    element?.hidePopover()
    if (toast !== undefined) element?.showPopover()
    // The view makes room, so that the message covers nothing.
    document.documentElement.style.setProperty('--toast-height', `${element?.offsetHeight ?? 0}px`)
  }, [toast])
  return (
    <section
      ref={place}
      popover="manual"
      class="toasts"
      aria-label="Messages"
      onMouseEnter={() => toasts.hold(true)}
      onMouseLeave={() => toasts.hold(false)}
      onFocusIn={() => toasts.hold(true)}
      onFocusOut={() => toasts.hold(false)}
    >
      {toast !== undefined && <ToastCard toast={toast} close={toasts.close} />}
    </section>
  )
}

function ToastCard({ toast, close }: { toast: Toast; close: () => void }): JSX.Element {
  const { title, kind = 'done', details, code, choices = [] } = toast
  return (
    <div class={`toast toast-${kind}`}>
      <strong>{title}</strong>
      {details !== undefined && <p class="toast-details">{details}</p>}
      {code !== undefined && <code class="toast-code">{code}</code>}
      <div class="row toast-end">
        {choices.map((choice) => (
          <Button
            key={choice.title}
            keys={choice.keys}
            onClick={() => {
              close()
              choice.run()
            }}
          >
            {choice.title}
          </Button>
        ))}
        <Button kind="quiet" onClick={close} aria-label={`Close the message ${title}`}>
          ✕
        </Button>
      </div>
    </div>
  )
}
