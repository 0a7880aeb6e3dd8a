import { expect, test } from 'vitest'
import { createSimulator } from '../../src/index.ts'

interface Operation {
  parameters?: readonly { name: string; in: string }[]
  requestBody?: object
  responses: Record<string, { description: string; content?: Record<string, unknown> }>
}

async function readControls<Body>(path: string): Promise<Body> {
  const response = await createSimulator({ scenario: 'empty' }).fetch(`/_simulator${path}`)
  return (await response.json()) as Body
}

test('the document of the control API says what each operation takes and returns', async () => {
  const { paths } = await readControls<{ paths: Record<string, Record<string, Operation>> }>('/openapi.json')
  const shown = Object.entries(paths).filter(([path]) => /\/(?:events|faults|requests|providers)\b/.test(path))
  const lines = shown.flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters, requestBody, responses }]) => {
      const taken = parameters?.map(({ name, in: place }) => `${place} ${name}`) ?? []
      const returned = Object.entries(responses).flatMap(([status, { description, content = {} }]) => {
        if (Number(status) >= 400) return []
        expect(description).toMatch(/\w/)
        return [status, ...Object.keys(content)]
      })
      const body = requestBody === undefined ? [] : ['body']
      return `${method} ${path}: ${[...taken, ...body].join(', ') || 'nothing'} -> ${returned.join(' ')}`
    }),
  )
  expect(lines).toMatchInlineSnapshot(`
    [
      "get /_simulator/faults: nothing -> 200 application/json",
      "post /_simulator/faults: body -> 201 application/json",
      "delete /_simulator/faults: nothing -> 204",
      "delete /_simulator/faults/{id}: path id -> 204",
      "get /_simulator/requests: query operation, query state, query status, query text, query after, query before, query limit -> 200 application/json",
      "delete /_simulator/requests: nothing -> 204",
      "get /_simulator/requests.har: query operation, query state, query status, query text, query after, query before, query limit -> 200 application/json",
      "get /_simulator/requests/{id}: path id, query decided -> 200 application/json",
      "get /_simulator/records/providers: query offset, query limit, query ids, query id, query organization_id, query provider_id, query name, query client_id, query auth_url, query token_url, query uses_pkce, query code_challenge_method, query created_at, query updated_at, query provider_type, query mcp_server_url, query token_endpoint_auth_method, query is_dynamic_client -> 200 application/json",
      "post /_simulator/records/providers: body -> 201 application/json",
      "get /_simulator/records/providers/{id}: path id -> 200 application/json",
      "patch /_simulator/records/providers/{id}: path id, body -> 200 application/json",
      "delete /_simulator/records/providers/{id}: path id -> 204",
      "get /_simulator/events: query token, query frame, query entries, query after -> 200 text/event-stream",
    ]
  `)
})

test('the values of an assumption are those that can be assumed', async () => {
  const entries = await readControls<{ id: string; values: object }[]>('/assumptions')
  const { values = {} } = entries.find(({ id }) => id === 'creation') ?? {}
  expect(Object.keys(values)).toEqual(['simulated', 'absent', 'accepted', 'upstream'])
})
