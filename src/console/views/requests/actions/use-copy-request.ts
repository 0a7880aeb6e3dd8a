// Copies a request in one of its forms, and remembers which one was used last.

import { useState } from 'preact/hooks'
import type { DetailedEntry } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { keepTexts } from '../../../app/storage.ts'
import { saveFile } from '../../../store/files.ts'
import { COPY_FORMS, type CopiedText, type CopyFormId, writeForm } from './copy-forms.ts'

/** Returns what copies a request. It is busy while it tries a test. */
export function useCopyRequest(entry: DetailedEntry) {
  const { actions, toasts, connection } = useConsole()
  const kept = keepTexts(() => localStorage)
  const [lastUsed, setLastUsed] = useState<CopyFormId>(readForm(kept.read('copy')))
  const [isBusy, setBusy] = useState(false)
  const { session } = entry
  const simulator = connection.simulatorOf(session)
  const copy = async (form: CopyFormId) => {
    setLastUsed(form)
    kept.write('copy', form)
    setBusy(true)
    try {
      const copied = await writeForm(form, entry, simulator)
      await actions.copy(copied.text, `the request ${COPY_FORMS.find(({ id }) => id === form)?.title}`)
      if (copied.file?.content != null) saveFile(copied.file.name, copied.file.content)
      const details = describe(copied)
      if (details !== '') toasts.show({ title: 'About the copy', details })
    } catch (error) {
      toasts.show({ title: 'Failed to copy the request', kind: 'error', details: String(error) })
    } finally {
      setBusy(false)
    }
  }
  return { copy, lastUsed, isBusy }
}

function readForm(text: string | undefined): CopyFormId {
  return COPY_FORMS.find(({ id }) => id === text)?.id ?? 'curl'
}

function describe({ file, note }: CopiedText): string {
  const saved =
    file?.content === null
      ? `The body was too large for the request log. Put it into ${file.name}.`
      : file && `It reads ${file.name}, which was downloaded. Put the file beside it.`
  return [saved, note].filter(Boolean).join(' ')
}
