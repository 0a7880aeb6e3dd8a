import { expect } from 'vitest'
import { readScenarioFile } from '../../../src/entries/files/index.ts'
import { createSimulator } from '../../../src/index.ts'
import { writeRecording } from '../../../src/programs/real-service/record/recording.ts'
import { readRecords } from '../../../src/programs/real-service/records/records.ts'
import { test } from '../../support/folder.ts'
import { createReaderOf, readSimulator } from '../../support/simulated-reader.ts'

type Json = Readonly<Record<string, unknown>>

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const fields = Object.entries(value).filter(([, field]) => field !== null)
  return Object.fromEntries(fields.map(([name, field]) => [name, withoutNulls(field)]))
}
const withoutNested = ({ source_config, source_revision_config, ...fields }: Json): Json => ({
  ...fields,
  source_config: withoutNulls(source_config),
  source_revision_config: withoutNulls(source_revision_config),
})

/** Says of each deployment which of its fields are there, and which of them are null. */
function describe(body: string): unknown {
  const { resources } = JSON.parse(body) as { resources: readonly Json[] }
  return resources.map((record) =>
    [record, record.source_config as Json, record.source_revision_config as Json].map((fields) =>
      Object.entries(fields)
        .sort()
        .map(([name, value]) => `${name}${value === null ? ': null' : ''}`),
    ),
  )
}

const DEPLOYMENTS = '/v2/deployments'
const styles: Readonly<Record<string, (record: Json, place: number) => Json>> = {
  'absent in some deployments and null in others': (record, place) =>
    place % 2 === 0 ? withoutNested(record) : record,
  'absent within other fields, and null above': withoutNested,
  'null in all deployments': (record) => record,
  'absent in all deployments': (record) => withoutNulls(record) as Json,
}

test.for(Object.keys(styles))('fields without a value that are %s stay so in a recording', async (name, { folder }) => {
  const service = readSimulator(createSimulator({ scenario: 'default', deployments: 12 }))
  const reader = createReaderOf(async (request, target) => {
    const reply = await service.read(request)
    if (!target.startsWith(DEPLOYMENTS) || reply.status !== 200) return reply
    const page = JSON.parse(reply.body) as { resources: readonly Json[] }
    return {
      ...reply,
      body: JSON.stringify({ ...page, resources: page.resources.map((each, place) => styles[name]?.(each, place)) }),
    }
  })
  const records = await readRecords(reader, { preset: 'spec' })
  const { text } = await writeRecording(records, { url: reader.url, format: 'json' })
  const scenario = await readScenarioFile(await folder.write('recorded.json', text))
  const isMixed = !name.includes('in all')
  expect(text.includes('"absent"')).toBe(isMixed)
  const assumptions = name === 'absent in all deployments' ? { optionalFields: 'absent' as const } : {}
  const recorded = readSimulator(createSimulator({ scenario, assumptions }))
  const ask = { method: 'GET', path: DEPLOYMENTS, query: 'limit=100' } as const
  const [one, other] = [await reader.read(ask), await recorded.read(ask)]
  expect(describe(other.body)).toEqual(describe(one.body))
})
