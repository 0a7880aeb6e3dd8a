// Makes a simulator from the record of a service and the file of what was learned about it.

import { createSimulator } from '../../src/engine/simulator/simulator.ts'
import { simulatedBy } from '../../src/entries/files/assumptions-file.ts'
import { learn } from '../../src/programs/real-service/learn/learn.ts'
import { prepare } from '../../src/programs/real-service/learn/prepare.ts'
import { readExamples } from '../../src/programs/real-service/learn/read-examples.ts'
import { toFileContent } from '../../src/programs/real-service/learn/to-file.ts'
import { createReader } from '../../src/programs/real-service/reader/reader.ts'
import { writeRecording } from '../../src/programs/real-service/record/recording.ts'
import { readRecords } from '../../src/programs/real-service/records/records.ts'
import { toStored } from '../../src/programs/real-service/records/stored-records.ts'
import { service } from '../../src/service/service.ts'

/** Records and learns a service, and returns a simulator like it, which keeps its names and has other ids. */
export async function simulateStyle(url: string, headers: Readonly<Record<string, string>>) {
  const open = () => createReader(url, { rate: 100_000, headers })
  const [recorder, reader] = [open(), open()]
  const records = await readRecords(recorder, { preset: 'spec' })
  const recording = await writeRecording(records, {
    url,
    keep: ['names', 'branches', 'urls', 'images'],
    format: 'json',
  })
  const learned = await learn(reader, prepare(reader, await readExamples(reader, { preset: 'spec' })))
  const content = toFileContent(learned) as Parameters<typeof simulatedBy>[1]
  const assumptions = simulatedBy(service, { undecided: {}, ...content })
  const { fetch } = createSimulator(service, { scenario: recording.scenario, preset: 'spec', assumptions } as never)
  const images = new Map<string, string>()
  const { stored } = toStored(records)
  for (const [name, written] of listWritten(recording.scenario as unknown as Planned)) {
    for (const [place, { id, image_version: version }] of (stored.get(name) ?? []).entries()) {
      const image = written[place]
      if (typeof id === 'string' && typeof image?.id === 'string') images.set(id, image.id)
      if (typeof version === 'string') images.set(version, String(image?.image_version))
    }
  }
  return { fetch, images, assumptions, sent: [recorder.sent, reader.sent] }
}

type Fields = Readonly<Record<string, unknown>>
type Planned = Readonly<Record<'providers' | 'deployments' | 'integrations', readonly (Fields & { record: Fields })[]>>

/** Lists the records of a scenario in the order in which they were read. */
function listWritten({ providers, deployments, integrations }: Planned) {
  const repositories = integrations.flatMap(({ repositories: planned }) => planned as readonly { record: Fields }[])
  return [
    ['providers', providers.map(({ record }) => record)],
    ['deployments', deployments.map(({ record }) => record)],
    ['integrations', integrations],
    ['repositories', repositories.map(({ record }) => record)],
  ] as const
}
