import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onDemand } from '../../../src/engine/limits/on-demand.ts'
import { writeRecording } from '../../../src/programs/real-service/record/recording.ts'
import { createPlantedRecords } from '../../support/planted-records.ts'
import { runs } from '../../support/scope.ts'

const url = 'https://api.acme-robotics.test'
const options = { url, key: new Uint8Array(32).fill(7) }

const secrets = [
  'ingrid.solberg@acme-robotics.test',
  'collector.acme-robotics.test',
  'acme-robotics.test/cost-centre',
  '10.20.30.40',
  'ip-10-20-30-40.ec2.internal',
  '2001:db8:85a3::8a2e:370:7334',
  'fe80::1ff:fe23:4567:890a%eth2',
  '00:1B:44:11:3A:B7',
  '+47 912 34 567',
  '+1 (555) 010-9988',
  'AKIAIOSFODNN7EXAMPLE',
  'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  'Ingrid Solberg',
  'Ødegård-Nærsnes',
  'Пётр Ильич',
  '佐藤花子',
  'solberg_ingrid',
  'IngridSolberg',
  'a94a8fe5ccb19ba61c4c0873d391e987982fbbd3',
  '3f2a9c10-7b1d-4e5f-8a6b-0c1d2e3f4a5b',
  'lsv2_pt_0123456789abcdef_9f8e7d',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'xoxb-263594206564-FGqddMF8t08v8N7Oq4i57vs1',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P',
  'aW5ncmlkOmh1bnRlcjI=',
  'sk_live_9QvTnorthwind',
  'postgresql://app:s3cret@db.acme-robotics.test:5432/orders',
  's3://acme-customer-exports/2026/march',
  'arn:aws:iam::123456789012:role/picking-planner',
  'projects/acme-prod-441/secrets/crane',
  '/srv/acme/warehouse-seventeen',
  'C:\\Users\\ingrid\\crane.pem',
  'registry.acme-robotics.test/telemetry/collector:9.41.2',
  'picking-planner',
  'robotics_northern',
  'NO9386011117947',
  '4111 1111 1111 1111',
  '123-45-6789',
  '59.913868,10.752245',
  'Karl Johans gate 31, 0159 Oslo',
  'ACME-4711',
  'acme/picking-planner#4711',
  'cn=ingrid,ou=warehouse,dc=acme',
  'https://hooks.acme-robotics.test/services/T00/B00/XXXX1234',
  '-----BEGIN PRIVATE KEY-----MIIEvQIBADANBgkq',
  'Quantum Leap GmbH & Co. KG',
  'warehouse seventeen',
  'x-acme-tenant',
] as const

async function record(text: string, number: number) {
  const recording = await writeRecording(createPlantedRecords(text, number), { ...options, format: 'json' })
  return { ...recording, written: recording.text.toLowerCase() }
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce((sum: number, each) => sum + countNames(each), 0)
  return inner + (Array.isArray(value) ? 0 : Object.keys(value).length)
}

// What is in every file is of the contract.
const findUsual = onDemand(async () => record('x', 1_000_000))

async function findPlanted(texts: readonly string[], written: string): Promise<readonly string[]> {
  const usual = (await findUsual()).written
  return texts.map((text) => text.toLowerCase()).filter((text) => written.includes(text) && !usual.includes(text))
}

test.for(secrets)('nothing of %j is in the file, wherever the service has it', async (secret) => {
  const { written, scenario, misfits } = await record(secret, 4_791_234_567)
  const parts = secret.match(/[\p{L}\p{M}]{4,}|[\p{L}\p{M}\p{N}]{6,}|\p{N}{4,}/gu) ?? []
  const found = await findPlanted([secret, ...parts, '4791234567', '4791234.567'], written)
  expect(found.filter((each) => !/^(?:https|postgresql)$/.test(each))).toEqual([])
  expect(misfits).toEqual([])
  expect(countNames(scenario)).toBe(countNames((await findUsual()).scenario))
})

const sign = fc.constantFrom('-', '_', '.', '/', ' ', ':', '@', '+', '=', '"', '\\', '%')
const word = fc.oneof(
  fc.stringMatching(/^[a-zA-Z]{5,12}$/),
  fc.stringMatching(/^[\da-f]{6,40}$/),
  fc.stringMatching(/^[a-zA-Z\d]{8,30}$/),
  fc.stringMatching(/^\p{L}{4,10}$/u),
  fc.stringMatching(/^\d{5,18}$/),
)

test('arbitrary texts and numbers of the service are not in the file', async () => {
  const pieces = fc.array(fc.tuple(word, sign), { minLength: 1, maxLength: 3 })
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1_000_000, max: 2 ** 50 }), async (parts, number) => {
      const text = parts.flat().slice(0, -1).join('')
      const { written } = await record(text, number)
      const words = [...parts.map(([each]) => each), text, String(number), String(number / 1000)]
      expect(await findPlanted(words, written)).toEqual([])
    }),
    // Where its words meet, their images form another word of the service.
    { numRuns: runs(300), examples: [[[['B𤃙橧𳑯𪂘', '-']], 1_000_000]] },
  )
}, 300_000)
