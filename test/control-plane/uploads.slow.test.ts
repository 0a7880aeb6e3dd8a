import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createCall, createService, findOne } from '../support/control-plane.ts'
import { forEachAdapter } from '../support/for-each-adapter.ts'

const GZIP = { 'content-type': 'application/gzip' }
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

function openUpload() {
  const simulator = createService()
  const { id } = findOne(simulator, { source: 'internal_source' })
  const call = createCall(simulator.fetch)
  const start = async () => (await call(`POST /v2/deployments/${id}/upload-url`)).body
  const put = async (url: string, body: BodyInit, headers: Record<string, string> = GZIP) => {
    const response = await simulator.fetch(url, { method: 'PUT', headers, body })
    return { status: response.status, text: await response.text() }
  }
  return { simulator, id, call, start, put }
}

forEachAdapter((test, { name }) => {
  test(`an upload goes to the URL that the service returned, and leaves its digest and its size, through ${name}`, async ({
    open,
  }) => {
    const { simulator, origin, send } = await open({
      preset: 'langsmith',
      assumptions: { authentication: 'apiKey' },
    })
    const { id } = findOne(simulator, { source: 'internal_source' })
    const headers = { 'x-api-key': 'key' }
    const created = await send(`/v2/deployments/${id}/upload-url`, { method: 'POST', headers })
    const { upload_url, object_path } = JSON.parse(created.body)
    expect(upload_url.startsWith(`${origin}/storage/${object_path}?token=`)).toBe(true)

    const target = upload_url.slice(origin.length)
    const uploaded = await send(target, { method: 'PUT', headers: GZIP, body: 'a tarball' })
    expect([uploaded.status, uploaded.body]).toEqual([200, ''])
    expect(simulator.db.uploads.list()).toEqual([
      expect.objectContaining({
        deployment_id: id,
        object_path,
        size: 9,
        sha256: createHash('sha256').update('a tarball').digest('hex'),
      }),
    ])
  })
})

test('an upload URL leads to the session that it was requested in', async () => {
  const { simulator } = openUpload()
  const call = createCall(simulator.fetch)
  const session = await simulator.sessions.create('other', { preset: 'langsmith' })
  const { id } = findOne(session, { source: 'internal_source' })
  const { body } = await call(`POST /_s/other/v2/deployments/${id}/upload-url`, undefined, { 'x-api-key': 'key' })
  expect(body.upload_url).toContain(`/_s/other/storage/${body.object_path}?`)
  await simulator.fetch(body.upload_url, { method: 'PUT', headers: GZIP, body: 'x' })
  expect([session.db.uploads.list()[0]?.size, simulator.db.uploads.count()]).toEqual([1, 0])
})

test('an upload URL has the base path of a service that is not at the root', async () => {
  const simulator = createService({ assumptions: { versionPrefix: '/api-host' } })
  const { id } = findOne(simulator, { source: 'internal_source' })
  const { body } = await createCall(simulator.fetch)(`POST /api-host/v2/deployments/${id}/upload-url`)
  expect(body.upload_url).toContain('/api-host/storage/deployments/')
  expect((await simulator.fetch(body.upload_url, { method: 'PUT', headers: GZIP, body: 'x' })).status).toBe(200)
})

test('an upload URL is another one each time', async () => {
  const { start } = openUpload()
  const [first, second] = [await start(), await start()]
  expect(first.upload_url).not.toBe(second.upload_url)
  expect(first.object_path).not.toBe(second.object_path)
})

test('an upload URL is the same in another simulator', async () => {
  expect(await openUpload().start()).toEqual(await openUpload().start())
})

test('an upload URL is not available for an unknown deployment', async () => {
  const { call } = openUpload()
  expect(await call(`POST /v2/deployments/${UNKNOWN}/upload-url`)).toEqual({
    status: 404,
    body: { detail: `Deployment ID ${UNKNOWN} not found.` },
  })
})

test('an upload URL is not available for an image in somebody else’s registry', async () => {
  const { simulator, call } = openUpload()
  const { id } = findOne(simulator, { source: 'external_docker' })
  expect(await call(`POST /v2/deployments/${id}/upload-url`)).toEqual({
    status: 400,
    body: { detail: "Upload URLs are not available for 'external_docker' source deployments." },
  })
  expect(simulator.db.uploads.count()).toBe(0)
})

test('a file is accepted with a content type that has parameters', async () => {
  const { start, put } = openUpload()
  const { upload_url } = await start()
  expect(await put(upload_url, 'file', { 'content-type': 'Application/GZip ; level=9' })).toEqual({
    status: 200,
    text: '',
  })
})

test('a file is accepted with a range that has no end', async () => {
  const { simulator, start, put } = openUpload()
  const { upload_url } = await start()
  const headers = { ...GZIP, 'x-goog-content-length-range': '0,' }
  expect(await put(upload_url, 'file', headers)).toEqual({ status: 200, text: '' })
  expect(simulator.db.uploads.list()[0]).toMatchObject({ size: 4 })
})

const cases: [string, { url?: (url: string) => string; headers?: Record<string, string> }, number, RegExp][] = [
  ['without the token', { url: (url) => url.replace(/\?.*/, '') }, 422, /Field required/],
  ['with another token', { url: (url) => `${url}0` }, 403, /token of this URL is not valid/],
  ['at an unknown URL', { url: (url) => url.replace(/[0-9a-f-]{36}\/source/, `${UNKNOWN}/source`) }, 404, /not exist/],
  [
    'for another deployment',
    { url: (url) => url.replace(/deployments\/[0-9a-f-]{36}/, `deployments/${UNKNOWN}`) },
    404,
    /not exist/,
  ],
  ['of another type', { headers: { 'content-type': 'application/json' } }, 400, /must be application\/gzip/],
  ['outside of the range', { headers: { ...GZIP, 'x-goog-content-length-range': '0,3' } }, 400, /has 4 bytes/],
  ['with a range that is none', { headers: { ...GZIP, 'x-goog-content-length-range': 'all' } }, 400, /has 4 bytes/],
]
test.for(cases)(
  'a file is rejected, and nothing is kept of it, %s',
  async ([, { url = (same: string) => same, headers = GZIP }, status, text]) => {
    const { simulator, start, put } = openUpload()
    const { upload_url } = await start()
    expect(await put(url(upload_url), 'file', headers)).toEqual({ status, text: expect.stringMatching(text) })
    expect(simulator.db.uploads.list()[0]).toMatchObject({ sha256: null, size: null })
  },
)

test('the document of the service describes an upload', async () => {
  const { paths } = (await createService({ scenario: 'empty' }).openapi()) as {
    paths: Record<string, Record<string, { security?: unknown }>>
  }
  const path = '/storage/deployments/{deployment_id}/{upload_id}/source.tar.gz'
  expect(paths[path]?.put).toMatchObject({
    operationId: 'uploadSource',
    requestBody: { required: true, content: { 'application/gzip': {} } },
    responses: { 200: {}, 400: {}, 403: {}, 404: {}, 413: {}, 422: {} },
  })
  expect(paths[path]?.put?.security).toEqual([])
})

test('an upload can be read through the control API, and survives a snapshot', async () => {
  const { simulator, start, put, call } = openUpload()
  await put((await start()).upload_url, 'file')
  const { body } = await call('GET /_simulator/records/uploads')
  expect(body.records).toEqual(simulator.db.uploads.list())
  const restored = createService()
  restored.restore(simulator.snapshot())
  expect(restored.db.uploads.list()).toEqual(body.records)
})
