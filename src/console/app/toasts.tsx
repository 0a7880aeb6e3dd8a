// The place of the messages about what was done.

import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { useConsole } from './console.ts'
import type { ShownToast } from './toast-list.ts'

/** The messages about what was done. They stay while the pointer or the focus is on them. */
export function ToastPlace(): JSX.Element {
  const { toasts } = useConsole()
  const list = toasts.list.value
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    // Shown anew, so that they are above a dialog that was opened meanwhile.
    if (list.length > 0) place.current?.showPopover()
    else place.current?.hidePopover()
  }, [list.length > 0])
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
      {list.map((toast) => (
        <ToastCard key={toast.id} toast={toast} close={() => toasts.close(toast.id)} />
      ))}
    </section>
  )
}

function ToastCard({ toast, close }: { toast: ShownToast; close: () => void }): JSX.Element {
  const { title, kind = 'done', details, code, choices = [] } = toast
  return (
    <div class={`toast toast-${kind}`}>
      <div class="row spread">
        <strong>{title}</strong>
        <Button kind="quiet" onClick={close} aria-label={`Close the message ${title}`}>
          ✕
        </Button>
      </div>
      {details !== undefined && <p class="toast-details">{details}</p>}
      {code !== undefined && <code class="toast-code">{code}</code>}
      {choices.length > 0 && (
        <div class="row">
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
        </div>
      )}
    </div>
  )
}
