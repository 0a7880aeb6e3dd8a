import { useState } from 'preact/hooks'
import type { DetailedEntry } from '../../../../client/index.ts'
import { useConsole } from '../../../app/console.ts'
import { keepTexts } from '../../../app/storage.ts'
import { buildRequest } from '../../../copy/copied-request.ts'
import { buildCurl, type CurlCommand } from '../../../copy/curl.ts'
import { buildFetch } from '../../../copy/fetch-code.ts'
import { type WrittenTest, writeTest } from '../../../copy/vitest-test.ts'
import type { Simulator } from '../../../store/api.ts'
import { saveFile } from '../../../store/files.ts'

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

/** A form in which a request can be copied. */
type CopyFormId = 'curl' | 'fetch' | 'test'

/** The forms, in the order of the menu. */
export const COPY_FORMS: readonly { readonly id: CopyFormId; readonly title: string }[] = [
  { id: 'curl', title: 'as curl' },
  { id: 'fetch', title: 'as fetch' },
  { id: 'test', title: 'as a Vitest test' },
]

/** What is copied, the file that it reads, and what somebody should know about it. */
interface CopiedText extends CurlCommand {
  readonly note: string | undefined
}

/** Writes a request in a form. @param simulator the session of the request */
async function writeForm(form: CopyFormId, entry: DetailedEntry, simulator: Simulator): Promise<CopiedText> {
  if (form === 'test') return describeTest(await writeTest(simulator, [entry]))
  const request = buildRequest(entry, simulator.url)
  const note = describeFaults(entry)
  return form === 'fetch' ? { text: buildFetch(request), file: null, note } : { ...buildCurl(request), note }
}

// A delay changes no response.
function describeFaults({ explanation }: DetailedEntry): string | undefined {
  const faults = explanation.faults.filter(({ effect }) => effect !== 'delay')
  if (faults.length === 0) return undefined
  const names = faults.map(({ id, effect }) => `${id} (${effect})`).join(', ')
  return `Without ${names}, the response is another one.`
}

const NOTES: Readonly<Record<WrittenTest['reproduces'], string | undefined>> = {
  everything: undefined,
  status: 'The test expects only the status: the body varies, or its world is gone.',
  nothing: 'Its world is gone: the test expects what the service responds now.',
}

function describeTest({ code, file, reproduces }: WrittenTest): CopiedText {
  return { text: code, file, note: NOTES[reproduces] }
}
