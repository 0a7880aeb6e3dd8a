import { expect, test } from 'vitest'
import { readPage, readPages } from '../support/documentation.ts'
import { runCli } from '../support/run-cli.ts'

async function print(...topic: string[]): Promise<string> {
  const run = runCli('docs', ...topic)
  expect(await run.exit).toBe(0)
  return run.out.join('\n')
}

test('without a topic all pages are listed with their headings', async () => {
  const listed = await print()
  for (const { path } of readPages().filter(({ path: each }) => !each.includes('skills/'))) {
    expect(listed).toMatch(new RegExp(`^${path.replace(/^docs\/|\.md$/g, '').toLowerCase()} `, 'm'))
  }
  expect(listed).toContain('Playwright · How the app finds the simulator · Configuration')
})

test.for([
  ['the name of a page', 'vitest', 'docs/vitest.md'],
  ['its file', 'docs/vitest.md', 'docs/vitest.md'],
  ['a word of its name', 'Clock', 'docs/faults-and-clock.md'],
  ['the README', 'readme', 'README.md'],
] as const)('%s prints the page', async ([, topic, path]) => {
  expect(await print(topic)).toBe(
    readPage(path)
      .replace(/^<!--.*?-->\n+/gms, '')
      .trim(),
  )
})

test('an address prints a section with those below it, and no further', async () => {
  const section = await print('assumptions#all-assumptions')
  expect(section).toMatch(/^## All assumptions\n/)
  expect(section).toContain('\n### deploymentOrdering\n')
  expect(await print('vitest#where-requests-go')).not.toMatch(/\n## /)
})

test('a heading in a code block begins no section', async () => {
  expect(await print('server', 'token')).not.toContain('another world')
  expect(await print('readme#a-demo')).toContain('# another world')
})

test('words print the section that has them in its heading, and list others with all words', async () => {
  const [first, , heading] = (await print('empty', 'list')).split('\n')
  expect(first).toBe('Troubleshooting > A list is empty (troubleshooting#a-list-is-empty)')
  expect(heading).toBe('## A list is empty')
  expect(await print('empty list')).toMatch(/\nAlso found:\n\n(\S+ +\S.*\n?){2,20}$/)
})

test('an address that leads nowhere is a search for its words', async () => {
  expect(await print('sessions#jest')).toMatch(/^\S.* \(\S+\)\n/)
})

test('words that no section has are rejected with the pages', async () => {
  const run = runCli('docs', 'vitset')
  expect(await run.exit).toBe(2)
  expect(run.err.join('\n')).toMatch(
    /^Failed to find "vitset" in the documentation: no section has all of these words\. Did you mean "vitest"\? Use fewer words, or one of the pages: readme, /,
  )
})
