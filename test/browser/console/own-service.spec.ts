import type { Page } from '@playwright/test'
import type { Service } from '../../../src/engine/scenario/service.ts'
import { createSimulator, type Simulator } from '../../../src/engine/simulator/simulator.ts'
import { serve } from '../../../src/server/index.ts'
import { library, type Types } from '../../engine/library/library.ts'
import { findForeignWords } from '../../rest/apis/foreign-words.ts'
import { type TriedApi, tried } from '../../rest/apis/tried.ts'
import { findServiceWords } from '../../support/service-words.ts'
import { test as base, expect, expectNoAxeViolations } from './support/open-console.ts'

/** The library, with a loan to try. */
const lending: Service<Types> = {
  ...library,
  operations: library.operations.map((operation) =>
    operation.name === 'createLoan'
      ? { ...operation, example: ({ books }) => ({ body: { book_id: books?.list({ limit: 1 })[0]?.id } }) }
      : operation,
  ),
}

const test = base.extend<{ opened: { simulator: Simulator<Types>; url: string } }>({
  opened: async ({ page }, use) => {
    const simulator = createSimulator(lending, {
      scenarios: [{ name: 'closed', description: 'Nothing.', authors: 0, books: 0 }],
    })
    const server = await serve(simulator, { port: 0 })
    await page.goto(`${server.url}/_simulator/`)
    await use({ simulator, url: server.url })
    await server.close()
  },
})

/** Sends what a client sends that is right, mistyped, wrong and refused, and adds a fault. */
async function prepare({ simulator, url }: { simulator: Simulator<Types>; url: string }): Promise<void> {
  const book_id = simulator.db.books.list()[0]?.id ?? ''
  const paths = ['/books?limit=2', '/books?genre=novle&limit=1', '/boks', '/books?limit=x&colour=red', '/loans']
  for (const path of paths) await fetch(url + path)
  for (const id of [book_id, 'none'])
    await fetch(`${url}/loans`, { method: 'POST', body: JSON.stringify({ book_id: id }) })
  simulator.faults.add({ id: 'down', operation: 'listBooks', status: 503, probability: 0.5 })
  simulator.sessions.create('ida')
}

const goTo = async (page: Page, route: string) => {
  await page.evaluate((hash) => location.assign(hash), route)
  await page.waitForFunction(() => document.querySelector('.skeleton') === null)
}

/** Returns everything that a page says: its text, and what stands in attributes and fields. */
function readPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const names = ['title', 'placeholder', 'aria-label', 'alt', 'href', 'value']
    const attributes = [...document.querySelectorAll('*')].flatMap((each) =>
      names.map((name) => each.getAttribute(name)),
    )
    const fields = [...document.querySelectorAll('input, textarea')].map((each) => (each as HTMLInputElement).value)
    return [document.title, document.body.textContent, ...attributes, ...fields].join('\n')
  })
}

const ROUTES = [
  ['#/world', 'simulates Lending Library'],
  ['#/world', "curl -i '"],
  ['#/world', 'By genre'],
  ['#/world', 'Create a loan as a client'],
  ['#/world/share', 'Share'],
  ['#/world/snapshots', 'Snapshots'],
  ['#/requests', 'POST /loans'],
  ['#/requests?q=status%3D5xx', 'No request matches the filter'],
  ['#/requests/1', 'From all records to this page'],
  ['#/requests/2', 'Now, no book has novle'],
  ['#/requests/3', 'Did the client mean one of these operations?'],
  ['#/requests/4', 'limit is wrong'],
  ['#/requests/6', 'It created the loan'],
  ['#/requests/7', 'no such book'],
  ['#/data', 'The books as the service lists them.'],
  ['#/data/books?genre=none', 'No books match'],
  ['#/data/books?q=colour%3Dred', 'Names: genre, title'],
  ['#/data/books?new=yes', 'New book'],
  ['#/data/books/none', 'There is no book with this id'],
  ['#/data/loans', 'running'],
  ['#/data/authors', 'No list of all authors takes an offset'],
  ['#/data/nothing', 'There is no such resource'],
  ['#/faults', 'down'],
  ['#/assumptions', 'How are books sorted?'],
  ['#/assumptions/secondLoan', 'Can a borrowed book be borrowed?'],
  ['#/assumptions?q=nothing-like-it', 'No assumption contains these words'],
  ['#/sessions', 'ida'],
  ['#/sessions/ida', 'ida'],
  ['#/coverage', 'createLoan'],
  ['#/coverage/listBooks', 'listBooks'],
] as const

test('every view of the console speaks of the service that is simulated', async ({ page, opened }) => {
  await prepare(opened)
  for (const [route, text] of ROUTES) {
    await goTo(page, route)
    await expect(page.locator('body')).toContainText(text)
    expect([route, findServiceWords(await readPage(page))]).toEqual([route, []])
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
})

/** All views of an API: of each resource, record, question and operation, and what is made there. */
function listRoutes({ service: { operations, resources, questions } }: TriedApi, db: Simulator['db']) {
  const shown = resources.filter(({ isMinor }) => isMinor !== true)
  return [
    ...['#/world', '#/world/share', '#/world/snapshots', '#/requests', '#/requests/1', '#/requests/2', '#/data'],
    ...shown.flatMap(({ name }) => [
      `#/data/${name}`,
      `#/data/${name}?new=yes`,
      ...(db[name]?.list({ limit: 1 }) ?? []).map((record) => `#/data/${name}/${Reflect.get(record, 'id')}`),
    ]),
    ...['#/faults', '#/assumptions', ...Object.keys(questions.register).map((id) => `#/assumptions/${id}`)],
    ...['#/sessions', '#/sessions/ida', '#/coverage', ...operations.map(({ name }) => `#/coverage/${name}`)],
  ]
}

for (const api of tried)
  test(`every view shows ${api.name}, which is declared, and no word of another service`, async ({ page }) => {
    // There is a view for each of its parts.
    test.slow()
    const simulator = createSimulator(api.service)
    const { db } = simulator
    const server = await serve(simulator, { port: 0 })
    await fetch(server.url + api.list.path(db as never), { headers: api.headers })
    const path = server.url + api.write.path(db as never)
    await fetch(path, { method: 'POST', headers: api.headers, body: api.write.body })
    simulator.faults.add({ id: 'down', operation: api.list.operation, status: 503 })
    simulator.sessions.create('ida')
    await page.goto(`${server.url}/_simulator/`)
    for (const route of listRoutes(api, db)) {
      await goTo(page, route)
      await expect(page.getByRole('main')).not.toBeEmpty()
      expect([route, findForeignWords(await readPage(page))]).toEqual([route, []])
      // It says what to do first.
      const said = route === '#/world/share' ? ['Take the snapshot first. Then the link appears here.'] : []
      expect([route, await page.getByRole('alert').allTextContents()]).toEqual([route, said])
      const isList = /^#\/data\/\w+$/.test(route)
      // A filter may apply that the service has by itself.
      if (isList && db[route.slice('#/data/'.length)]?.count() !== 0)
        await expect(page.getByRole('main').getByRole('row').nth(1)).toBeVisible()
    }
    await server.close()
  })

test('empty views speak of it, too', async ({ page, opened: { simulator } }) => {
  await page.getByRole('group', { name: 'Switch scenario' }).getByRole('button', { name: 'closed' }).click()
  await expect.poll(() => simulator.scenario.name).toBe('closed')
  const shown = [
    ['#/world', 'Nothing is due until a client creates a loan.'],
    ['#/world', 'There are no books in this world.'],
    ['#/requests', 'No requests yet'],
    ['#/data', 'No books yet'],
    ['#/data/loans', 'No loans yet'],
    ['#/faults', 'Every request gets the response of the service.'],
  ] as const
  for (const [route, text] of shown) {
    await goTo(page, route)
    await expect(page.locator('body')).toContainText(text)
    expect([route, findServiceWords(await readPage(page))]).toEqual([route, []])
  }
})

test('a request to try, a record, and what follows from one are those of the service', async ({ page, opened }) => {
  const { simulator } = opened
  await goTo(page, '#/requests')
  await page.getByRole('button', { name: 'Send one' }).click()
  await expect
    .poll(() => simulator.requests.list().map(({ path, status }) => [path, status]))
    .toEqual([['/books', 200]])
  await goTo(page, '#/world')
  await page.getByRole('button', { name: 'Create a loan as a client' }).click()
  await expect(page.getByRole('link', { name: 'Created the loan' })).toHaveAttribute('href', /^#\/data\/loans\//)
  await page.getByRole('button', { name: 'Go to the next step' }).click()
  await expect.poll(() => simulator.db.loans.list()[0]?.state).toBe('overdue')
  await goTo(page, '#/data/books?new=yes')
  await page.getByLabel('Title').fill('Reading the Tides')
  await page.getByRole('button', { name: 'Create book' }).click()
  await expect(page.getByRole('heading', { name: 'Reading the Tides' })).toBeVisible()
  expect(findServiceWords(await readPage(page))).toEqual([])
})

test('dialogs, menus and the palette speak of it', { tag: '@full' }, async ({ page, opened }) => {
  await prepare(opened)
  const buttons = [
    ['#/world', 'Copy a setting'],
    ['#/requests/1', 'Copy the request'],
    ['#/requests/1', 'Edit'],
    ['#/requests/1', 'Add a fault…'],
    ['#/requests/2', 'Compare'],
    ['#/faults', 'Edit the fault down'],
    ['#/sessions', 'New session'],
    ['#/coverage', 'Clear…'],
  ] as const
  for (const [route, name] of buttons) {
    await goTo(page, route)
    await page.getByRole('main').getByRole('button', { name, exact: true }).first().click()
    expect([route, name, findServiceWords(await readPage(page))]).toEqual([route, name, []])
    await page.keyboard.press('Escape')
  }
  for (const typed of ['', 'new', 'show', 'volume', 'load', 'depl']) {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find a command' }).fill(typed)
    const options = await page.getByRole('listbox', { name: 'Commands' }).textContent()
    expect([typed, findServiceWords(options ?? '')]).toEqual([typed, []])
    await page.keyboard.press('Escape')
  }
  await page.keyboard.press('?')
  expect(findServiceWords(await readPage(page))).toEqual([])
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [380, 1280])
    test(`its views fit into ${width} px and are accessible, ${colorScheme}`, { tag: '@full' }, async ({
      page,
      opened,
    }) => {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      await prepare(opened)
      for (const route of [
        '#/world',
        '#/requests/2',
        '#/data/books',
        '#/data/loans?new=yes',
        '#/faults',
        '#/coverage',
      ]) {
        await goTo(page, route)
        await expectNoAxeViolations(page)
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        expect([route, overflow]).toEqual([route, 0])
      }
    })
