import { createSimulator } from 'deploymock/engine'
import { expect, test } from 'vitest'
import { service } from './written.js'

test('tasks are listed', async () => {
  const { fetch } = createSimulator({ service })
  const response = await fetch('/tasks?per_page=5')
  expect(response.status).toBe(200)
  expect(await response.json()).toHaveLength(5)
})

test('a task is finished', async () => {
  const { fetch } = createSimulator({ service })
  expect(await (await fetch('/tasks/1/finish', { method: 'POST' })).json()).toMatchObject({ id: 1, state: 'done' })
})

test.each([
  ['kept', 200],
  ['refused', 409],
])('a task that is finished again is %s', async (finishedTwice, status) => {
  const { fetch } = createSimulator({ service, assumptions: { finishedTwice } })
  await fetch('/tasks/1/finish', { method: 'POST' })
  expect((await fetch('/tasks/1/finish', { method: 'POST' })).status).toBe(status)
})

test('a task that does not exist is not finished', async () => {
  const { fetch } = createSimulator({ service })
  const response = await fetch('/tasks/1000/finish', { method: 'POST' })
  expect(response.status).toBe(404)
})
