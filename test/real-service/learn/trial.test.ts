import { expect, test } from 'vitest'
import { drawAssumptions } from '../../../src/engine/assumptions/variation.ts'
import { resolveAssumptions, listEntries, namedValues } from '../../../src/engine/assumptions/assumptions.ts'
import { createSimulator } from '../../../src/engine/simulator/simulator.ts'
import { listCandidates } from '../../../src/real-service/learn/candidates.ts'
import { learn } from '../../../src/real-service/learn/learn.ts'
import type { Reader } from '../../../src/real-service/reader/reader.ts'
import { questions } from '../../../src/service/assumptions/questions.ts'
import { service } from '../../../src/service/service.ts'
import { operations } from '../../../src/service/operations.ts'

const contract = ['listOAuthProviders', 'listRepositories', 'listAlternateRepositories', 'listDeployments']

test.each(Array.from({ length: Number(process.env.SEEDS ?? 3) }, (_, i) => i + Number(process.env.FIRST ?? 1)))('seed %i', { timeout: 600_000 }, async (seed) => {
  const began = Date.now()
  const scenario = { name: 'x', seed, deployments: 40, now: '2026-03-02T09:00:00Z' } as never
  const drawn = drawAssumptions(questions, { seed })
  const server = createSimulator(service, { scenario, assumptions: drawn as never })
  const credentials = { 'X-Api-Key': 'k', authorization: 'Bearer x', 'X-Tenant-Id': '00000000-0000-4000-8000-000000000001' }
  let sent = 0
  const reader: Reader = {
    url: 'http://x',
    get sent() { return sent },
    async read({ method, path, query = '', headers = {}, isAnonymous }) {
      sent += 1
      const response = await server.fetch(query === '' ? path : `${path}?${query}`, { method, redirect: 'manual', headers: { ...headers, ...(isAnonymous ? {} : credentials) } })
      return { status: response.status, headers: [...response.headers], body: await response.text() }
    },
  }
  const variants = [resolveAssumptions(questions), ...listEntries(questions).flatMap(([id, entry]) => namedValues(entry).map((value) => resolveAssumptions(questions, 'spec', { [id]: value })))]
  const oracle = createSimulator(service, { scenario })
  const candidates = listCandidates({
    operations: operations.filter(({ name }) => contract.includes(name)) as never,
    db: oracle.db,
    variants,
    recordsOf: ({ name }) => (name === 'listDeployments' ? oracle.db.deployments.list() : []) as never,
  })
  const known = new Set(JSON.stringify(oracle.db.deployments.list()).match(/"\w+"(?=:)/g)?.map((x) => x.slice(1, -1)))
  for (const name of ['organization_id','provider_id','client_id','auth_url','token_url','uses_pkce','code_challenge_method','provider_type','mcp_server_url','token_endpoint_auth_method','is_dynamic_client','host_integration_id','owner','url','default_branch','repository_id','repository_name','repository_owner','repository_url','langgraph_config_path']) known.add(name)
  const learned = await learn(reader, { preset: 'spec', scenario, names: { known }, candidates, credentials })
  const wrong = Object.entries(learned.assumptions).filter(([id, value]) => (server.assumptions as Record<string, string>)[id] !== value)
  console.log(`seed ${seed}: ${candidates.length} candidates, ${sent} sent, ${Object.keys(learned.assumptions).length} decided, ${Object.keys(learned.undecided).length} undecided, ${learned.unexplained.length} unexplained, ${Date.now() - began} ms; wrong ${JSON.stringify(wrong)}`)
  if (process.env.SHOW) console.log(learned.undecided, JSON.stringify(learned.unexplained, null, 1).slice(0, 3000))
  expect(wrong).toEqual([])
})
