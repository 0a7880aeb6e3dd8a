import { readFileSync } from 'node:fs'
import { factory, nullable, primaryKey } from '@mswjs/data'
import { createMiddleware } from '@mswjs/http-middleware'
import express from 'express'
import { HttpResponse, http } from 'msw'

// A handwritten handler that filters, sorts and pages with @mswjs/data.
const [port, recordsFile] = process.argv.slice(2)
const db = factory({
  deployment: {
    id: primaryKey(String),
    name: String,
    status: String,
    created_at: String,
    image_version: nullable(String),
  },
})
const { deployments } = JSON.parse(readFileSync(recordsFile, 'utf8'))
const records = new Map(deployments.map((record) => [record.id, record]))
for (const { id, name, status = 'READY', created_at, image_version } of deployments) {
  db.deployment.create({ id, name, status, created_at, image_version })
}

const handler = http.get('*/v2/deployments', ({ request }) => {
  const { searchParams } = new URL(request.url)
  const limit = Number(searchParams.get('limit') ?? 20)
  const offset = Number(searchParams.get('offset') ?? 0)
  const text = searchParams.get('name_contains')
  const found = db.deployment.findMany({
    where: text === null ? {} : { name: { contains: text } },
    orderBy: { created_at: 'desc' },
    take: limit,
    skip: offset,
  })
  const resources = found.map(({ id }) => records.get(id))
  return HttpResponse.json({ resources, offset: offset + resources.length })
})
express().use(createMiddleware(handler)).listen(Number(port), '127.0.0.1')
