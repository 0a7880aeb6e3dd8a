import { expect } from 'vitest'
import { mcpTest as test } from './support/mcp-test.ts'

// The schema of scenarios needs the built package (stdio.ci.test.ts).
const CONTENTS: Readonly<Record<string, RegExp>> = {
  'deploymock://contract': /^# The contract\n/,
  'deploymock://assumptions': /^\[\{"id":"repositoryPaths",.*"value":"v1"/,
  'deploymock://openapi.json': /^\{"openapi":"3\./,
}

test('an agent can read all resources', async ({ agent: { client } }) => {
  const listed = await client.listResources()
  expect(listed.resources.map(({ uri }) => uri)).toEqual(expect.arrayContaining(Object.keys(CONTENTS)))
  expect(listed.resources.map(({ name }) => name)).toEqual(['contract', 'assumptions', 'scenario schema', 'openapi'])
  for (const [uri, content] of Object.entries(CONTENTS)) {
    const { contents } = await client.readResource({ uri })
    expect(contents).toEqual([expect.objectContaining({ uri, text: expect.stringMatching(content) })])
  }
})

test('the register is that of the session', async ({ agent: { client, call } }) => {
  await call('assume', { values: { nameMatching: 'prefix' } })
  const { contents } = await client.readResource({ uri: 'deploymock://assumptions' })
  const [{ text = '' } = {}] = contents as { text?: string }[]
  expect(JSON.parse(text)).toContainEqual(expect.objectContaining({ id: 'nameMatching', value: 'prefix' }))
})

test('an unknown resource is an error of the protocol', async ({ agent: { client } }) => {
  await expect(client.readResource({ uri: 'deploymock://../package.json' })).rejects.toThrow(/not found/)
})

test('prompts name the task of a person, and only tools that exist', async ({ agent: { client } }) => {
  const listed = await client.listPrompts()
  expect(listed.prompts.map(({ name }) => name)).toEqual(['write_integration_test', 'find_dependencies'])
  const names = (await client.listTools()).tools.map(({ name }) => name)
  for (const { name, arguments: [argument] = [] } of listed.prompts) {
    expect(argument?.required).toBe(true)
    const { messages } = await client.getPrompt({ name, arguments: { [argument?.name ?? '']: 'npm test' } })
    const [{ content } = {}] = messages
    const text = content?.type === 'text' ? content.text : ''
    expect(text).toMatch(/^[^\n]*: npm test\n/)
    expect(names).toEqual(expect.arrayContaining(text.match(/\b(?!Call)[a-z]+_[a-z_]+\b/g) ?? []))
  }
})

test('a prompt without its task is an error of the protocol', async ({ agent: { client } }) => {
  const asked = client.getPrompt({ name: 'write_integration_test', arguments: {} })
  await expect(asked).rejects.toThrow(/"subject" is missing/)
})
