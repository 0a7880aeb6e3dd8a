// The HAR file that a server writes when it stops.

import { finish } from '../../engine/limits/steps.ts'
import { MAIN_SESSION } from '../../engine/sessions/main-session.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { writeWholeFile } from '../../files/write/write-file.ts'
import { countOf } from '../../probe/report/report-words.ts'
import { readVersion } from '../../server/pages/package-version.ts'
import { service } from '../../service/service.ts'
import type { Io } from '../io.ts'

/** Writes the requests of all sessions to a HAR file, with secrets hidden. @param target.url the URL of the server */
export async function writeHarFile(
  simulator: Pick<Simulator, 'service'>,
  { file, url }: { readonly file: string; readonly url: string },
  io: Io,
): Promise<void> {
  const { buildHar, writeHar } = await import('../../engine/journal/har/har.ts')
  const urlOf = (session: string) => (session === MAIN_SESSION ? url : `${url}/_s/${session}`)
  const building = { urlOf, access: service.access, secrets: 'hide', version: readVersion() } as const
  const har = finish(buildHar(simulator.service.selectRequests(), building))
  await writeWholeFile(file, `${finish(writeHar(har))}\n`, { replace: true })
  io.out(`Wrote ${countOf(har.log.entries.length, 'request')} to ${file}.`)
}
