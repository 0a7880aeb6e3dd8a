// A school: page numbers with totals, nested envelopes, UUIDs, ETags, PUT, prefixes, ranges, problem details.

import * as z from 'zod'
import { defineApi } from '../../../src/entries/engine/index.ts'

const api = defineApi({
  title: 'School',
  version: '3',
  basePath: '/api/v3',
  credentials: { header: 'X-School-Token' },
  pages: { page: 'page[number]', size: 'page[size]', usual: 5, most: 20 },
  envelope: ({ records, total, next, previous, url }) => ({
    data: { items: records },
    meta: { pagination: { total, next: next ?? null, previous: previous ?? null } },
    links: { next: next === undefined ? null : url(next) },
  }),
  pageHeaders: ({ total }) => ({ 'X-Total-Count': String(total) }),
  questions: {
    fullCourse: {
      question: 'What does an enrolment in a full course get?',
      values: { 409: 'Status 409.', waits: 'A place on the waiting list.' },
      usual: '409',
    },
  },
})

const teachers = api.resource('teachers', {
  schema: z.object({ id: z.uuid(), name: z.string(), born: z.iso.date() }),
  count: 4,
  orders: { name: 'name' },
  build: ({ faker }) => ({ name: faker.person.fullName(), born: faker.date.birthdate().toISOString().slice(0, 10) }),
})

const courses = api.resource('courses', {
  schema: z.object({
    id: z.uuid(),
    teacher_id: z.uuid().nullable(),
    title: z.string().min(1),
    places: z.int().min(0),
    tags: z.array(z.string()),
    price: z.number(),
    starts_at: z.iso.datetime(),
    is_open: z.boolean(),
  }),
  belongsTo: { teacher_id: teachers },
  count: 23,
  orders: { title: ['title', '-places'], start: 'starts_at', cheapest: 'price', places: '-places' },
  build: ({ faker, now }) => ({
    title: faker.lorem.words(2),
    places: faker.number.int(30),
    tags: faker.helpers.arrayElements(['maths', 'art', 'sport'], { min: 1, max: 2 }),
    price: faker.number.float({ min: 0, max: 100, fractionDigits: 2 }),
    starts_at: faker.date.soon({ days: 90, refDate: now }).toISOString(),
    is_open: faker.datatype.boolean(),
  }),
  view(course, { find, url }) {
    const teacher = course.teacher_id === null ? undefined : find(teachers, { id: course.teacher_id })
    return { ...course, teacher: teacher?.name ?? null, self: url(`/courses/${course.id}`) }
  },
})

const enrolments = api.resource('enrolments', {
  schema: z.object({ id: z.int(), course_id: z.uuid(), student: z.string(), state: z.enum(['enrolled', 'waiting']) }),
  belongsTo: { course_id: courses },
  count: 0,
  build: ({ faker }) => ({ student: faker.person.firstName(), state: 'enrolled' }),
})

const enrol = api.operation('enrol', 'POST', '/courses/{id}/enrolments', {
  body: z.strictObject({ student: z.string().min(1) }),
  query: z.object({ notify: z.boolean().default(false), weeks: z.int().min(1).optional() }),
  responds: enrolments,
  refuses: [404, 409],
  run({ path: { id }, body, assumptions, all, find, create, refuse, reply, values }) {
    const course = find(courses, { id }) ?? refuse(404, 'There is no such course')
    const isFull = all(enrolments, { course_id: course.id }).length >= course.places
    if (isFull && assumptions.fullCourse === '409') refuse(409, 'The course is full')
    const made = create(enrolments, { ...body, course_id: course.id, state: isFull ? 'waiting' : 'enrolled' })
    return reply(isFull ? 202 : 201, made, { Location: `/enrolments/${made.id}`, 'X-Notified': String(values.notify) })
  },
})

const replaceCourse = api.operation('replaceCourse', 'PUT', '/courses/{id}', {
  body: z.strictObject({ title: z.string().min(1), places: z.int().min(0), price: z.number().default(0) }),
  responds: courses,
  refuses: [404],
  run: ({ path: { id }, body, find, update, refuse }) =>
    update(courses, find(courses, { id }) ?? refuse(404, 'There is no such course'), body),
})

const getCourse = api.operation('getCourse', 'GET', '/courses/{id}', {
  responds: courses,
  refuses: [404],
  etag: true,
  run: ({ path: { id }, find, refuse }) => find(courses, { id }) ?? refuse(404, 'There is no such course'),
})

const countCourses = api.operation('countCourses', 'GET', '/courses/count', {
  run: ({ all, now }) => ({ count: all(courses).length, at: now }),
})

export const service = api.service({
  resources: [teachers, courses, enrolments],
  operations: [
    countCourses,
    ...api.crud('/courses', courses, {
      only: ['list', 'create', 'update', 'delete'],
      order: { parameter: 'sort', usual: 'title' },
      filters: {
        title: 'contains',
        begins: { field: 'title', match: 'prefix' },
        teacher_id: 'equals',
        tag: { field: 'tags', match: 'any' },
        min_price: { field: 'price', match: 'from' },
        max_price: { field: 'price', match: 'before' },
        after: { field: 'starts_at', match: 'from' },
        open: { field: 'is_open', match: 'equals' },
        places: 'equals',
      },
    }),
    getCourse,
    replaceCourse,
    enrol,
    ...api.crud('/enrolments', enrolments, { only: ['list', 'get', 'delete'] }),
    ...api.crud('/teachers', teachers),
  ],
  scenarios: {
    default: { description: 'A school year.' },
    full: { courses: [{ count: 3, record: { places: 0, title: 'Full' } }], teachers: 1 },
  },
})
