// A worker that is the back end of an API of one's own.
import { createSimulator, defineApi } from 'deploymock/engine/fetch'
import * as z from 'zod'

const api = defineApi({ title: 'Tasks', version: '1', envelope: ({ records, total }) => ({ tasks: records, total }) })
const tasks = api.resource('tasks', {
  schema: z.strictObject({ id: z.int(), title: z.string().min(1), is_done: z.boolean() }),
  build: ({ faker }) => ({ title: faker.hacker.phrase(), is_done: false }),
})
const service = api.service({
  resources: [tasks],
  operations: api.crud('/tasks', tasks, { filters: { is_done: 'equals' } }),
})

let simulator
export default {
  fetch(request) {
    // Not outside of a handler: a running clock sets timers.
    simulator ??= createSimulator({ service, clock: 'running', memory: 50 })
    return simulator.fetch(request)
  },
}
