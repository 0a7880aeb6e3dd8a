import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { service } from '../../src/service/service.ts'

// Words of the service within any other, such as `deploymentId`.
const WITHIN = /deployment|repositor|integration|revision|rollout|tenant|oauth|github|langsmith/gi
const OF_FRAMEWORK = /fastapi|pydantic|starlette|uvicorn|nginx/gi

// In the engine, these mean something else: requests have connections, and events have listeners.
const GENERAL = /^(connection|creation|documentation|listener|operation|rateLimit|token|upload)s?$/

const { operations, resources, access, questions, framework } = service
const names = [
  ...operations.map(({ name }) => name),
  ...resources.flatMap(({ name, singular, typeName }) => [name, singular, typeName]),
  ...Object.values(access.credentials).flatMap(({ header }) => [header, header.toLowerCase()]),
]

function findWords(folder: string, patterns: readonly RegExp[]) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(10)
  return files.flatMap((path) => {
    const file = `${folder}/${path}`
    const code = stripComments(readFileSync(file, 'utf8'))
    const found = patterns.flatMap((pattern) => Array.from(code.matchAll(pattern), ([word]) => word))
    return found.map((word) => `${file}: ${word}`)
  })
}

function stripComments(source: string): string {
  return source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/ .*$/gm, '')
}

function anyOf(words: readonly (string | undefined)[]): RegExp {
  const own = words.filter((word) => word !== undefined && !GENERAL.test(word))
  return new RegExp(`(?<![\\w-])(?:${own.join('|')})(?![\\w-])`, 'g')
}

test('the engine has no words of the service and of its framework', () => {
  const ofService = anyOf([...names, ...Object.keys(questions.register), ...questions.presets])
  const ofFramework = anyOf(Object.keys(framework.errors.issueWords))
  expect(findWords('src/engine', [WITHIN, OF_FRAMEWORK, ofService, ofFramework])).toEqual([])
})

test('the framework has no words of the service', () => {
  expect(findWords('src/fastapi', [WITHIN, anyOf(names)])).toEqual([])
})
