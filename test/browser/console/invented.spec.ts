import type { Page } from '@playwright/test'
import { expect, test } from './support/open-console.ts'

/** Adds something to what the server declares, before the console reads it. */
async function declare(page: Page, change: (schemas: Record<'effects' | 'resources', object[]>) => void) {
  await page.route('**/_simulator/schemas', async (route) => {
    const response = await route.fetch()
    const schemas = await response.json()
    change(schemas)
    await route.fulfill({ response, json: schemas })
  })
}

const ECHO = {
  kind: 'echo',
  title: 'Echo',
  description: 'Repeats the request, which no server does yet.',
  operations: null,
  schema: {
    type: 'object',
    properties: {
      kind: { type: 'string', const: 'echo' },
      copies: { type: 'integer', minimum: 1, maximum: 9, description: 'How often.', examples: [2] },
      voice: { type: 'string', enum: ['loud', 'quiet'], description: 'How loud.' },
      prefix: { type: 'string', description: 'What comes first.' },
      isBackwards: { type: 'boolean', description: 'Whether the last comes first.' },
    },
    required: ['kind', 'copies'],
    additionalProperties: false,
  },
}

test('an effect that the console does not know has a form', async ({ page, openConsole, expectedProblems }) => {
  // The server does not know it either, and Chromium reports its response.
  expectedProblems.push('422')
  await declare(page, ({ effects }) => effects.push(ECHO))
  await openConsole({ route: '#/faults' })
  await page.getByLabel('What happens').selectOption({ label: 'Echo' })
  await expect(page.getByText('Repeats the request, which no server does yet.')).toBeVisible()
  await page.getByLabel('Copies').fill('3')
  await page.getByLabel('Voice').selectOption('quiet')
  await page.getByLabel('Prefix').fill('re: ')
  await page.getByLabel('Is backwards').selectOption('true')
  const sending = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/faults'))
  await page.getByRole('button', { name: 'Add fault' }).click()
  expect((await sending).postDataJSON()).toMatchObject({
    effect: { kind: 'echo', copies: 3, voice: 'quiet', prefix: 're: ', isBackwards: true },
  })
})
