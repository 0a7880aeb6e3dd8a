import { expect, test } from 'vitest'
import { toStored } from '../../../src/programs/real-service/records/stored-records.ts'

const INTEGRATION = '00000000-0000-4000-8000-00000000000a'
const ID = '00000000-0000-4000-8000-00000000000b'

const store = (repository: object, repo_url: string) =>
  toStored({
    preset: 'spec',
    records: new Map([
      ['repositories', [{ integration_id: INTEGRATION, id: '7', default_branch: 'main', ...repository }]],
      ['deployments', [{ id: ID, source_config: { integration_id: INTEGRATION, repo_url } }]],
    ]),
  })

test('a repository whose list lacks its owner and URL has those of the deployments that are built from it', () => {
  const { stored, misfits } = store({ name: 'chat' }, 'https://code.test/quarry/chat')
  expect(stored.get('repositories')).toMatchObject([{ owner: 'quarry', url: 'https://code.test/quarry/chat' }])
  expect(misfits.filter((path) => path.startsWith('repositories'))).toEqual([])
})

test('what no response has is told, because it is made up', () => {
  const { misfits } = store({ name: 'chat' }, 'https://code.test/quarry/other')
  expect(misfits).toEqual(expect.arrayContaining(['repositories.owner', 'repositories.url']))
})

test('a record that was updated before it was created is told, because a world has another time', () => {
  const record = { id: ID, name: 'chat', created_at: '2026-03-02T10:00:00Z', updated_at: '2026-03-01T10:00:00Z' }
  const { stored, misfits } = toStored({ preset: 'spec', records: new Map([['providers', [record]]]) })
  expect(stored.get('providers')).toMatchObject([{ updated_at: record.created_at }])
  expect(misfits).toContain('providers.updated_at')
})
