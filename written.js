import { defineApi } from 'deploymock/engine'
import * as z from 'zod'

const api = defineApi({
  title: 'Written',
  version: '1',
  pages: { page: 'page', size: 'per_page', usual: 20, most: 100 },
  // What nobody has promised. Tests can run under each answer.
  questions: {
    finishedTwice: {
      question: 'What happens to a task that is finished again?',
      values: { kept: 'It stays as it is.', refused: 'Status 409.' },
      advice: 'Treat 409 like a success in the client.',
    },
  },
})

const projects = api.resource('projects', {
  schema: z.strictObject({ id: z.int(), name: z.string().min(1) }),
  count: 3,
  orders: { name: ['name', 'id'] },
  build: ({ faker }) => ({ name: faker.company.name() }),
})

const tasks = api.resource('tasks', {
  schema: z.strictObject({
    id: z.int(),
    project_id: z.int(),
    title: z.string().min(1),
    state: z.enum(['open', 'done']),
    created_at: z.iso.datetime(),
  }),
  belongsTo: { project_id: projects },
  count: 30,
  orders: { newest: '-created_at', title: ['title', 'id'] },
  build: ({ faker, now }) => ({
    title: faker.lorem.words(4),
    state: faker.helpers.arrayElement(['open', 'done']),
    created_at: faker.date.past({ refDate: now }).toISOString(),
  }),
})

const listTasks = api.list('listTasksOfProject', '/projects/{project}/tasks', tasks, {
  filters: { state: 'equals', q: { field: 'title', match: 'contains' } },
  order: { parameter: 'sort', usual: 'newest' },
  within: ({ project }, { find, refuse }) => ({
    project_id: (find(projects, { id: Number(project) }) ?? refuse(404, 'There is no such project.')).id,
  }),
})

const finishTask = api.operation('finishTask', 'POST', '/tasks/{id}/finish', {
  responds: tasks,
  status: 200,
  refuses: [404, 409],
  run({ path, assumptions, find, update, refuse }) {
    const task = find(tasks, { id: Number(path.id) }) ?? refuse(404, 'There is no such task.')
    if (task.state === 'done' && assumptions.finishedTwice === 'refused') refuse(409, 'It is finished already.')
    return update(tasks, task, { state: 'done' })
  },
})

export const service = api.service({
  resources: [projects, tasks],
  operations: [...api.crud('/projects', projects), ...api.crud('/tasks', tasks), listTasks, finishTask],
  scenarios: {
    default: { description: 'Three projects with some tasks.' },
    empty: { description: 'Nothing yet.', projects: 0, tasks: 0 },
  },
})
