import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { listEntries } from '../../src/core/register/assumptions.ts'
import { createSimulator, defineScenario } from '../../src/index.ts'

const root = new URL('../../', import.meta.url)
const readme = readFileSync(new URL('README.md', root), 'utf8')

const paragraphsOf = (text: string) => text.split('\n').map((line) => line.trim())

describe('the README', () => {
  test.for(readdirSync(new URL('test/readme/', root)))('shows the code of the test %s', (name) => {
    const source = readFileSync(new URL(`test/readme/${name}`, root), 'utf8')
    const asUser = source
      .replace('../../src/index.ts', 'deploymock')
      .replace('../../src/server/index.ts', 'deploymock/server')
    const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, block]) => paragraphsOf(block ?? ''))
    const lines = paragraphsOf(asUser).filter((line) => !/^(expect|import .* from 'vitest'|$)/.test(line))
    const isShown = shown.some((block) => block.every((line) => line === '' || paragraphsOf(asUser).includes(line)))
    expect(lines.length).toBeGreaterThan(5)
    expect(isShown).toBe(true)
  })

  test('shows a valid scenario file', async () => {
    const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(readme) ?? []
    const { faults, chaos } = createSimulator({ scenario: defineScenario(parse(yaml)) })
    expect([faults.list().length, chaos]).toEqual([2, { level: 0.1, seed: 4711 }])
  })

  test('lists every entry of the register with the value of each preset', () => {
    const rows = listEntries().map(([id, { section, spec, langsmith = '' }]) => [id, section, spec, langsmith])
    const shown = [...readme.matchAll(/^\| `(\w+)` \| ([^|]+?) \| .*? \| `([^`]+)` \| (?:`([^`]+)`)? ?\|/gm)]
    expect(shown.map(([, id, section, spec, langsmith = '']) => [id, section, spec, langsmith])).toEqual(rows)
  })
})
