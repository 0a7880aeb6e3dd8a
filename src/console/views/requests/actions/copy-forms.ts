// The forms in which a request can be copied.

import type { DetailedEntry } from '../../../../client/index.ts'
import { buildRequest } from '../../../copy/copied-request.ts'
import { buildCurl, type CurlCommand } from '../../../copy/curl.ts'
import { buildFetch } from '../../../copy/fetch-code.ts'
import { type WrittenTest, writeTest } from '../../../copy/vitest-test.ts'
import type { Simulator } from '../../../store/api.ts'

/** A form in which a request can be copied. */
export type CopyFormId = 'curl' | 'fetch' | 'test'

/** The forms, in the order of the menu. */
export const COPY_FORMS: readonly { readonly id: CopyFormId; readonly title: string }[] = [
  { id: 'curl', title: 'as curl' },
  { id: 'fetch', title: 'as fetch' },
  { id: 'test', title: 'as a Vitest test' },
]

/** What is copied, the file that it reads, and what somebody should know about it. */
export interface CopiedText extends CurlCommand {
  readonly note: string | undefined
}

/** Writes a request in a form. @param simulator the session of the request */
export async function writeForm(form: CopyFormId, entry: DetailedEntry, simulator: Simulator): Promise<CopiedText> {
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
