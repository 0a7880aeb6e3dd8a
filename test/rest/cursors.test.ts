// Pages after a record and before it, and what common questions say about them.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { commonQuestions, createSimulator, defineApi } from '../../src/entries/engine/index.ts'

const { beyondTheEnd, fullLastPage, invalidParameter, pageSize } = commonQuestions
const api = defineApi({
  title: 'Cursors',
  version: '1',
  pages: { after: 'after', before: 'before', size: 'size', usual: 3, most: 9 },
  envelope: ({ records, next, previous, url }) => ({
    ids: records.map((each) => (each as { id: unknown }).id),
    next: next ?? null,
    previous: previous ?? null,
    links: { previous: previous === undefined ? null : url(previous), next: next === undefined ? null : url(next) },
  }),
  questions: { beyondTheEnd, fullLastPage, invalidParameter, pageSize },
})
const numbers = api.resource('numbers', { schema: z.object({ id: z.int() }), build: () => ({}) })
const texts = api.resource('texts', {
  schema: z.object({ id: z.string() }),
  id: ({ index }) => `t/${index}`,
  build: () => ({}),
})
const service = api.service({
  resources: [numbers, texts],
  operations: [
    api.list('listNumbers', '/numbers', numbers),
    api.list('listTexts', '/texts', texts),
    api.list('listNamed', '/named', numbers, { pages: { page: 'page', size: 'size', usual: 5, most: 5 } }),
  ],
})

interface Body {
  readonly ids: readonly unknown[]
  readonly next: unknown
  readonly links: { readonly next: string | null; readonly previous: string | null }
}

test.each(['numbers', 'texts'] as const)(
  'links of %s lead forth and back over every record, at any size',
  async (name) => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 1, max: 9 }), async (count, size) => {
        const { fetch, db } = createSimulator({
          service,
          scenario: { name: 'some', numbers: count, texts: count } as never,
        })
        const walk = async (start: string, side: 'next' | 'previous') => {
          const pages: Body[] = []
          for (let url: string | null = start; url !== null; url = pages.at(-1)?.links[side] ?? null) {
            pages.push(await (await fetch(url)).json())
            if (pages.length > 9) break
          }
          return pages
        }
        const forth = await walk(`/${name}?size=${size}`, 'next')
        expect(forth.flatMap(({ ids }) => ids)).toEqual(db[name].list().map(({ id }) => id))
        const last = forth.at(-1)?.links.previous
        const back = last == null ? [] : await walk(last, 'previous')
        const all = [...back.toReversed().flatMap(({ ids }) => ids), ...(forth.at(-1)?.ids ?? [])]
        expect(all).toEqual(db[name].list().map(({ id }) => id))
      }),
      { numRuns: 40 },
    )
  },
)

const ask = async (path: string, assumptions: object) => {
  const response = await createSimulator({ service, assumptions }).fetch(path)
  const body: Partial<Body> = await response.json()
  return response.status === 200 ? [200, body.ids] : [response.status]
}

test.each([
  ['after the last record', '/numbers?after=10', {}, [200, []]],
  ['after the last record', '/numbers?after=10', { beyondTheEnd: 'notFound' }, [404]],
  ['after the last record', '/numbers?after=10', { beyondTheEnd: 'refused' }, [422]],
  ['before the first record', '/numbers?before=1', { beyondTheEnd: 'notFound' }, [404]],
  ['after a full last page', '/numbers?after=10', { beyondTheEnd: 'notFound', fullLastPage: 'more' }, [200, []]],
  ['after a full last page', '/named?page=3', { beyondTheEnd: 'notFound', fullLastPage: 'more' }, [200, []]],
  ['after a full last page', '/named?page=3', { beyondTheEnd: 'notFound' }, [404]],
  ['past that', '/named?page=4', { beyondTheEnd: 'notFound', fullLastPage: 'more' }, [404]],
  ['after an unknown record', '/numbers?after=77', {}, [422]],
  ['after an unknown record', '/numbers?after=77', { invalidParameter: 'ignored' }, [200, [1, 2, 3]]],
  ['of no records', '/numbers?size=0', {}, [422]],
  ['of no records', '/numbers?size=0', { invalidParameter: 'ignored' }, [200, [1, 2, 3]]],
  ['of no records', '/numbers?size=0', { invalidParameter: 'ignored', pageSize: 'refused' }, [422]],
])('a page %s (%s) under %j is %j', async (_what, path, assumptions, expected) => {
  expect(await ask(path, assumptions)).toEqual(expected)
})
