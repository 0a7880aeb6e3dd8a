// The HAR file that a server writes when it stops.

import { decodeBody } from '../../engine/http/body.ts'
import { MAIN_SESSION } from '../../engine/sessions/main-session.ts'
import type { Simulator } from '../../engine/simulator/simulator.ts'
import { writeWholeFile } from '../../files/write/write-file.ts'
import { countOf } from '../../probe/report/report-words.ts'
import { readVersion } from '../../server/pages/package-version.ts'
import { service } from '../../service/service.ts'
import type { Io } from '../io.ts'

/** Writes the requests of all sessions to a HAR file, with secrets hidden. @param target.url the URL of the server */
export async function writeHarFile(
  simulator: Pick<Simulator, 'service' | 'memory'>,
  { file, url }: { readonly file: string; readonly url: string },
  io: Io,
): Promise<void> {
  const { HAR_SHARE, writeHar } = await import('../../engine/journal/har/har.ts')
  const urlOf = (session: string) => (session === MAIN_SESSION ? url : `${url}/_s/${session}`)
  const most = simulator.memory().limit / HAR_SHARE
  const building = { urlOf, access: service.access, secrets: 'hide', version: readVersion(), most } as const
  const { body, count } = writeHar(simulator.service.selectRequests(), building)
  await writeWholeFile(file, `${decodeBody(body)}\n`, { replace: true })
  io.out(`Wrote ${countOf(count, 'request')} to ${file}.`)
}
