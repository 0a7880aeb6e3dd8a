// An issue tracker, as a team would declare its own API.

import { defineApi } from 'deploymock/engine'
import * as z from 'zod'

const api = defineApi({
  title: 'Issues',
  version: '1',
  credentials: { header: 'Authorization', scheme: 'Bearer', for: 'writes' },
  pages: { page: 'page', size: 'per_page', usual: 30, most: 100 },
  pageHeaders: ({ next, url }) => (next === undefined ? {} : { link: `<${url(next)}>; rel="next"` }),
  error: ({ message, issues }) => ({
    message,
    ...(issues.length > 0 && { errors: issues.map(({ field, code }) => ({ field, code })) }),
  }),
  questions: {
    unknownLabels: {
      question: 'What happens to labels that the repository does not have?',
      values: { created: 'They are created.', dropped: 'They are left out.', refused: 'Status 422.' },
      advice: 'Create labels before you use them.',
    },
  },
})

const users = api.resource('users', {
  schema: z.strictObject({ id: z.int(), login: z.string() }),
  count: 8,
  build: ({ faker, index }) => ({ login: `${faker.internet.username().toLowerCase()}-${index}` }),
})

const repos = api.resource('repos', {
  schema: z.strictObject({ id: z.int(), owner: z.string(), name: z.string(), has_issues: z.boolean() }),
  count: 3,
  build: ({ faker, index }) => ({
    owner: 'acme',
    name: `${faker.hacker.noun().replaceAll(' ', '-')}-${index}`,
    has_issues: true,
  }),
})

const labels = api.resource('labels', {
  schema: z.strictObject({ id: z.int(), repo_id: z.int(), name: z.string() }),
  belongsTo: { repo_id: repos },
  count: 0,
  build: ({ index }) => ({ name: `label-${index}` }),
})

const issues = api.resource('issues', {
  schema: z.strictObject({
    id: z.int(),
    repo_id: z.int(),
    user_id: z.int(),
    number: z.int(),
    title: z.string(),
    state: z.enum(['open', 'closed']),
    labels: z.array(z.string()),
    created_at: z.iso.datetime(),
  }),
  belongsTo: { repo_id: repos, user_id: users },
  count: 40,
  orders: { created: '-created_at', title: ['title', 'id'] },
  build: ({ faker, index, now }) => ({
    number: index + 1,
    title: faker.git.commitMessage(),
    state: faker.helpers.arrayElement(['open', 'closed']),
    labels: [],
    created_at: faker.date.past({ years: 2, refDate: now }).toISOString(),
  }),
  view({ user_id, repo_id, ...issue }, { find, url }) {
    const repo = find(repos, { id: repo_id })
    return {
      ...issue,
      user: find(users, { id: user_id }),
      url: url(`/repos/${repo?.owner}/${repo?.name}/issues/${issue.number}`),
    }
  },
})

const listIssues = api.list('listIssues', '/repos/{owner}/{repo}/issues', issues, {
  within: ({ owner, repo }, { find, refuse }) => ({
    repo_id: (find(repos, { owner, name: repo }) ?? refuse(404, 'Not Found')).id,
  }),
  filters: {
    state: { field: 'state', match: 'equals', choices: ['open', 'closed', 'all'], usual: 'open', every: 'all' },
    labels: 'all',
    since: { field: 'created_at', match: 'from' },
  },
  order: { parameter: 'sort', usual: 'created' },
})

const getIssue = api.operation('getIssue', 'GET', '/repos/{owner}/{repo}/issues/{number}', {
  responds: issues,
  refuses: [404],
  etag: true,
  run({ path: { owner, repo: name, number }, find, refuse }) {
    const repo = find(repos, { owner, name }) ?? refuse(404, 'Not Found')
    return find(issues, { repo_id: repo.id, number: Number(number) }) ?? refuse(404, 'Not Found')
  },
})

const createIssue = api.operation('createIssue', 'POST', '/repos/{owner}/{repo}/issues', {
  body: z.object({ title: z.string().min(1), labels: z.array(z.string()).default([]) }),
  responds: issues,
  refuses: [404, 410, 422],
  run({ path: { owner, repo: name }, body, assumptions, now, all, find, create, refuse }) {
    const repo = find(repos, { owner, name }) ?? refuse(404, 'Not Found')
    if (!repo.has_issues) refuse(410, 'Issues are disabled for this repo')
    const unknown = body.labels.filter((each) => find(labels, { repo_id: repo.id, name: each }) === undefined)
    if (unknown.length > 0 && assumptions.unknownLabels === 'refused')
      refuse(422, 'Validation Failed', [{ field: 'labels', code: 'invalid' }])
    if (assumptions.unknownLabels === 'created')
      for (const each of unknown) create(labels, { repo_id: repo.id, name: each })
    const kept =
      assumptions.unknownLabels === 'dropped' ? body.labels.filter((each) => !unknown.includes(each)) : body.labels
    const number = all(issues, { repo_id: repo.id }).length + 1
    return create(issues, { ...body, labels: kept, repo_id: repo.id, number, state: 'open', created_at: now })
  },
})

export const service = api.service({
  resources: [users, repos, labels, issues],
  operations: [listIssues, getIssue, createIssue, ...api.crud('/users', users, { only: ['list', 'get'] })],
  scenarios: {
    default: { description: 'A few repositories.' },
    empty: { description: 'Nothing yet.', users: 1, repos: 0, issues: 0 },
    triage: { description: 'Many open issues.', repos: 1, issues: [{ count: 70, record: { state: 'open' } }] },
  },
})
