import { setupServer } from 'msw/node'
import { mswLoader } from 'msw-storybook-addon/csf3'
import { composeStory } from 'storybook/preview-api'
import { expect, test, vi } from 'vitest'
import preview from './.storybook/preview.js'
import meta, * as stories from './deployments.stories.js'

// jsdom has no service workers, so here the addon gets a server for Node instead of a worker.
function setup() {
  const server = setupServer()
  server.listen({ onUnhandledRequest: 'error' })
  return server
}
const project = { ...preview, loaders: [mswLoader(setup)], renderToCanvas }

/** What Storybook's renderer for HTML does. */
function renderToCanvas({ storyFn }, canvas) {
  canvas.replaceChildren(storyFn())
}

/** Shows a story as Storybook does: its loaders, the functions that prepare it, its rendering. */
async function show(name) {
  const { default: _, ...byName } = stories
  const story = composeStory(byName[name], meta, project)
  const canvasElement = document.body.appendChild(document.createElement('div'))
  await story.run({ canvasElement })
  return () => [...canvasElement.querySelectorAll('li')].map(({ textContent }) => textContent)
}

test('a story shows the world that it asks for', async () => {
  const read = await show('Empty')
  await vi.waitFor(() => expect(read()).toEqual(['There is nothing yet.']))
})

test('the next story starts with the usual world', async () => {
  await show('Refused')
  const read = await show('Typical')
  await vi.waitFor(() => expect(read()).toHaveLength(3))
})

test('a delayed response arrives, because the clock runs', async () => {
  const read = await show('Slow')
  expect(read()).toEqual([])
  await vi.waitFor(() => expect(read()).toHaveLength(3), { timeout: 5000 })
})
