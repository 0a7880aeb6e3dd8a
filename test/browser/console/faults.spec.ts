import { expect, expectNoAxeViolations, test } from './support/open-console.ts'

test('a recipe is added and removed with one click each, and undone', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  const down = page.getByRole('button', { name: 'Down', exact: true })
  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  expect(simulator.faults.list()).toMatchObject([{ id: 'down', effect: { kind: 'status', status: 503 } }])
  await down.click()
  await expect(down).toHaveAttribute('aria-pressed', 'false')
  expect(simulator.faults.list()).toEqual([])
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(down).toHaveAttribute('aria-pressed', 'true')
  expect(simulator.faults.list()).toMatchObject([{ id: 'down' }])
})

test('a fault of any kind is built in the form, and applies', async ({ openConsole }) => {
  const { page, simulator, request } = await openConsole({ route: '#/faults' })
  await page.getByLabel('What happens').selectOption({ label: 'Rate limit' })
  await page.getByLabel('Operation', { exact: true }).selectOption('listDeployments')
  await page.getByLabel('Limit').fill('1')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Requests to listDeployments' })).toBeVisible()
  expect(simulator.faults.list()).toMatchObject([
    { match: { operation: 'listDeployments' }, effect: { kind: 'rate-limit', limit: 1 } },
  ])
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'responds with 429 to the others, requests to listDeployments',
  )
  await request('/v2/deployments')
  expect((await request('/v2/deployments')).status).toBe(429)
  await expect(page.getByText(/applied (once|2 times)/)).toBeVisible()
})

test('a choice moves the focus at once, so that it does not leave a field that somebody goes to', async ({
  openConsole,
}) => {
  const { page } = await openConsole({ route: '#/faults' })
  await page.getByLabel('What happens').selectOption({ label: 'Rate limit' })
  const limit = page.getByLabel('Limit')
  await page.getByLabel('Operation', { exact: true }).evaluate((choice: HTMLSelectElement) => {
    choice.value = 'listDeployments'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await limit.evaluate(async (field: HTMLElement) => {
    field.focus()
    for (const _ of ['this frame', 'the next one']) await new Promise(requestAnimationFrame)
  })
  await expect(limit).toBeFocused()
})

test('the form of an error says when to try again', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  await page.getByLabel('What happens').selectOption({ label: 'Error status' })
  await page.getByRole('textbox', { name: 'Status' }).fill('429')
  await page.getByRole('combobox', { name: 'Retry after' }).selectOption({ index: 1 })
  await page.getByRole('textbox', { name: /^Retry after/ }).fill('30')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText('responds with 429 and Retry-After 30, all requests', { exact: true })).toBeVisible()
  expect(simulator.faults.list()).toMatchObject([{ effect: { kind: 'status', retryAfter: 30 } }])
})

test('every effect of the server has a form', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  const { effects } = (await (await simulator.fetch('/_simulator/schemas')).json()) as {
    effects: { title: string; kind: string }[]
  }
  for (const { title, kind } of effects) {
    await page.getByLabel('What happens').selectOption({ label: title })
    await page.getByRole('button', { name: 'Add fault' }).click()
    await expect.poll(() => simulator.faults.uses().map(({ effect }) => effect?.kind)).toEqual([kind])
    const [{ description } = { description: '' }] = simulator.faults.uses()
    const sentence = description.charAt(0).toUpperCase() + description.slice(1)
    await expect(page.getByText(sentence, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Remove the fault/ })).toBeVisible()
    simulator.faults.clear()
  }
})

test('what is chosen while a fault is added stays chosen', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/faults' })
  const effect = page.getByLabel('What happens')
  const first = await effect.inputValue()
  let respond = (): void => undefined
  const chosen = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/_simulator/faults', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await chosen
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByRole('button', { name: /^Remove the fault/ })).toBeVisible()
  await effect.selectOption({ index: 3 })
  const other = await effect.inputValue()
  expect(other).not.toBe(first)
  respond()
  await expect(page.getByRole('link', { name: 'Added a fault' })).toBeVisible()
  await expect(effect).toHaveValue(other)
})

test('a form with an empty required field sends nothing, and the field gets the focus', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(request.url())
  })
  const status = page.getByLabel('Status')
  await status.fill('')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(status).toBeFocused()
  await status.press('Control+Enter')
  expect(sent).toEqual([])
  await status.fill('500')
  await status.press('Control+Enter')
  await expect.poll(() => simulator.faults.list()).toMatchObject([{ effect: { status: 500 } }])
})

test('an invalid fault shows what is wrong beside its field, which gets the focus', async ({
  openConsole,
  expectedProblems,
}) => {
  // Chromium reports every response with an error.
  expectedProblems.push('422')
  const { page } = await openConsole({ route: '#/faults' })
  const status = page.getByLabel('Status')
  await status.fill('99')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(status).toHaveAttribute('aria-invalid', 'true')
  await expect(status).toBeFocused()
  await expect(status).toHaveAccessibleDescription(/It is 99\. It must be from 400 to 599/)
})

test('an invalid fault keeps the other fields of its row where they are', { tag: '@full' }, async ({
  openConsole,
  expectedProblems,
}) => {
  // Chromium reports every response with an error.
  expectedProblems.push('422')
  const { page } = await openConsole({ route: '#/faults' })
  const topOf = async (label: string) => (await page.getByLabel(label, { exact: true }).boundingBox())?.y
  await page.getByText('More', { exact: true }).click()
  await page.getByLabel('Path', { exact: true }).fill('v2')
  expect(await topOf('Path')).toBeCloseTo((await topOf('Method')) ?? 0, 0)
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByLabel('Path', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  expect(await topOf('Path')).toBeCloseTo((await topOf('Method')) ?? 0, 0)
})

test('a fault is edited, moved, turned off and on, and each is undone', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => {
      faults.add({ id: 'first', delay: 5 })
      faults.add({ id: 'second', status: 503, times: 3 })
    },
  })
  const ids = () => simulator.faults.list().map(({ id }) => id)
  await page.getByRole('button', { name: 'Move the fault second up' }).click()
  await expect.poll(ids).toEqual(['second', 'first'])
  await page.getByRole('button', { name: 'Edit the fault second' }).click()
  await page.getByRole('dialog').getByLabel('Times').fill('2')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => simulator.faults.list()).toMatchObject([{ id: 'second', times: 2 }, { id: 'first' }])
  const isOn = page.getByRole('checkbox', { name: 'The fault second is on' })
  await isOn.click()
  await expect.poll(ids).toEqual(['first'])
  await expect(isOn).not.toBeChecked()
  await isOn.click()
  await expect.poll(ids).toEqual(['second', 'first'])
  for (const _ of ['on', 'off', 'edited']) await page.keyboard.press('u')
  await expect.poll(() => simulator.faults.list()).toMatchObject([{ id: 'second', times: 3 }, { id: 'first' }])
})

test('a fault that was turned off, which was undone, stays away when it is removed', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => faults.add({ id: 'down', status: 503 }),
  })
  const isOn = page.getByRole('checkbox', { name: 'The fault down is on' })
  await isOn.click()
  await expect(isOn).not.toBeChecked()
  await page.keyboard.press('u')
  await expect(isOn).toBeChecked()
  await page.getByRole('button', { name: 'Remove the fault down' }).click()
  await expect(page.getByText('No faults', { exact: true })).toBeVisible()
})

test('faults that are turned on, which is undone, are off again in their places', { tag: '@full' }, async ({
  openConsole,
}) => {
  const { page, simulator } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => {
      for (const id of ['first', 'second', 'third']) faults.add({ id, delay: 5 })
    },
  })
  const isOn = (id: string) => page.getByRole('checkbox', { name: `The fault ${id} is on` })
  const ids = () => simulator.faults.list().map(({ id }) => id)
  for (const id of ['first', 'second']) await isOn(id).click()
  for (const id of ['first', 'second']) await expect(isOn(id)).not.toBeChecked()
  await isOn('first').click()
  await expect.poll(ids).toEqual(['first', 'third'])
  await isOn('second').click()
  await expect.poll(ids).toEqual(['first', 'second', 'third'])
  for (const before of [['first', 'third'], ['third']]) {
    await page.keyboard.press('u')
    await expect.poll(ids).toEqual(before)
  }
  await expect(page.getByRole('checkbox')).toHaveCount(3)
  for (const id of ['first', 'second']) await expect(isOn(id)).not.toBeChecked()
})

test('active faults are removed one by one or all at once, and come back', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => {
      faults.add({ id: 'first', status: 503 })
      faults.add({ id: 'second', delay: 5 })
    },
  })
  await page.getByRole('button', { name: 'Remove the fault first' }).click()
  await expect(page.getByRole('button', { name: 'Remove the fault first' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove all' }).click()
  await expect(page.getByText('No faults', { exact: true })).toBeVisible()
  await page.keyboard.press('u')
  await expect(page.getByRole('button', { name: 'Remove the fault second' })).toBeVisible()
  expect(simulator.faults.list().map(({ id }) => id)).toEqual(['second'])
})

test('the dial sets the level and the seed of chaos, and shows the option that repeats it', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  await page.getByRole('button', { name: '20 %' }).click()
  await expect(page.getByText(/^--chaos 0\.2:/)).toBeVisible()
  await page.getByLabel('Seed', { exact: true }).fill('4711')
  await page.getByRole('button', { name: 'Use seed' }).click()
  await expect(page.getByText('--chaos 0.2:4711')).toBeVisible()
  expect(simulator.chaos).toEqual({ level: 0.2, seed: 4711 })
  await page.getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('--chaos 0.21:4711')).toBeVisible()
  await page.getByRole('button', { name: 'Off', exact: true }).click()
  await expect(page.getByText('Chaos is off.')).toBeVisible()
})

test('a negative seed is a seed of chaos, too', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ simulator: { seed: -7 }, route: '#/faults' })
  const seed = page.getByLabel('Seed', { exact: true })
  await expect(seed).toHaveValue('-7')
  await expect(seed).toHaveAttribute('aria-invalid', 'false')
  await seed.fill('-8')
  await page.getByRole('button', { name: 'Use seed' }).click()
  await expect.poll(() => simulator.chaos?.seed).toBe(-8)
})

test('a delay begins with a second', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  await page.getByLabel('What happens').selectOption({ label: 'Delay' })
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect(page.getByText('Waits 1 s before the response', { exact: true })).toBeVisible()
  expect(simulator.faults.list()).toMatchObject([{ effect: { milliseconds: 1000 } }])
})

test('an effect that is chosen with the pointer has its first number selected, and one chosen with keys has not', {
  tag: '@full',
}, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  const effect = page.getByLabel('What happens')
  await effect.selectOption({ label: 'Delay' })
  await expect(page.getByLabel('Milliseconds: always the same')).toBeFocused()
  await page.keyboard.type('2000')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Waits 2 s before the response', { exact: true })).toBeVisible()
  expect(simulator.faults.list()).toMatchObject([{ effect: { milliseconds: 2000 } }])
  await effect.focus()
  await effect.selectOption({ label: 'Rate limit' })
  await expect(page.getByLabel('Limit')).toBeVisible()
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(effect).toBeFocused()
})

test('the list says in which order faults apply, and which one never does', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => faults.add({ id: 'all', status: 503 }),
  })
  const order = page.getByText('They apply in this order, until one responds itself')
  await expect(page.getByText('Responds with 503')).toBeVisible()
  await expect(order).toHaveCount(0)
  simulator.faults.add({ id: 'late', operation: 'listDeployments', status: 500 })
  await expect(order).toBeVisible()
  await expect(page.getByText('late: never applies, because all responds first')).toBeVisible()
})

test('the form offers the operations of the session only', { tag: '@full' }, async ({ openConsole }) => {
  const { page } = await openConsole({ route: '#/faults' })
  const operation = page.getByLabel('Operation', { exact: true })
  await expect(operation.getByRole('option')).toHaveCount(6)
  await expect(operation.locator('optgroup')).toHaveCount(0)
})

test('the form groups many operations by their paths', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults', simulator: { preset: 'langsmith' } })
  const operation = page.getByLabel('Operation', { exact: true })
  const listeners = operation.locator('optgroup[label="listeners"] option')
  await expect(listeners).toHaveText(Array.from({ length: 5 }, () => /Listener/))
  await operation.selectOption('listListeners')
  await page.getByRole('button', { name: 'Add fault' }).click()
  await expect.poll(() => simulator.faults.list()).toMatchObject([{ match: { operation: 'listListeners' } }])
})

test('hostile texts of faults appear as text', async ({ openConsole }) => {
  const hostile = '<img src=x onerror=alert(1)>'
  const { page } = await openConsole({
    route: '#/faults',
    before: ({ faults }) => faults.add({ id: hostile, status: 503, query: { name_contains: hostile } }),
  })
  await expect(page.getByText(`with name_contains=${hostile}`)).toBeVisible()
  await expect(page.locator('img')).toHaveCount(0)
})

test('the palette adds a recipe and turns chaos on from any view', async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/world' })
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Find a command' }).fill('flaky')
  await expect(page.getByRole('option', { name: 'Add the faults of “Flaky”' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.faults.list().length).toBe(2)
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('chaos 50')
  await expect(page.getByRole('option', { name: /Chaos: 50/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect.poll(() => simulator.chaos?.level).toBe(0.5)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing in ${colorScheme} colours, and nothing scrolls sideways`, async ({ page, openConsole }) => {
    await page.emulateMedia({ colorScheme })
    await openConsole({
      route: '#/faults',
      simulator: { chaos: '0.2:7' },
      before: ({ faults }) => faults.add({ status: 503, operation: 'listDeployments', times: 2 }),
    })
    await expect(page.getByRole('button', { name: 'Add fault' })).toBeVisible()
    await expectNoAxeViolations(page)
    for (const width of [380, 768, 2560]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    }
  })
}

test('the form says what applies if a field is left out, names a delay once, and says that Enter adds it', {
  tag: '@full',
}, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ route: '#/faults' })
  await expect(page.getByLabel('Operation', { exact: true }).locator('option:checked')).toHaveText('all')
  await expect(page.getByLabel('Probability')).toHaveAttribute('placeholder', 'above 0 to 1, default 1')
  const add = page.getByRole('button', { name: 'Add fault' })
  expect(await add.evaluate((button) => getComputedStyle(button, '::after').content)).toContain('Enter')
  await page.getByLabel('What happens').selectOption({ label: 'Delay' })
  expect((await page.getByText('Milliseconds: always the same').boundingBox())?.width).toBeLessThan(2)
  await page.getByLabel('Operation', { exact: true }).selectOption('listDeployments')
  await expect(page.getByLabel('Times')).toBeFocused()
  await page.keyboard.type('3')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => simulator.faults.list())
    .toMatchObject([{ match: { operation: 'listDeployments' }, times: 3 }])
})

test('all faults are removed from the bar of any view', { tag: '@full' }, async ({ openConsole }) => {
  const { page, simulator } = await openConsole({ before: (each) => each.faults.add({ status: 503 }) })
  await page.getByRole('banner').getByTitle('Remove all faults').click()
  await expect(page.getByRole('banner')).not.toContainText('1 fault')
  expect(simulator.faults.list()).toEqual([])
})
