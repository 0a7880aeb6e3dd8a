import { QueryClient, QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { test } from 'deploymock/vitest'
import { useEffect, useRef } from 'react'
import { afterEach, expect, vi } from 'vitest'

const LIMIT = 20
// What an offset past the last record may get instead of an empty page.
const BEHIND_END = [400, 404, 422]

async function fetchPage(baseUrl, offset) {
  const response = await fetch(`${baseUrl}/v2/deployments?limit=${LIMIT}&offset=${offset}`)
  if (offset > 0 && BEHIND_END.includes(response.status)) return { resources: [], offset }
  if (!response.ok) throw new Error(`The service answered ${response.status}.`)
  return response.json()
}

function Deployments({ baseUrl }) {
  const { data, error, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['deployments', baseUrl],
    queryFn: ({ pageParam }) => fetchPage(baseUrl, pageParam),
    initialPageParam: 0,
    // A limit is only a maximum, so a short page need not be the last one. The offset of the last page is not promised: it
    // may lead past the end, or back to the start.
    getNextPageParam: ({ resources, offset }, _, before) =>
      resources.length === 0 || offset <= before ? undefined : offset,
    retry: 2,
    retryDelay: 0,
  })
  const end = useRef(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([{ isIntersecting }]) => {
      if (isIntersecting && hasNextPage && !isFetching) fetchNextPage()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [hasNextPage, isFetching, fetchNextPage])
  const deployments = data?.pages.flatMap(({ resources }) => resources) ?? []
  return (
    <>
      <ul>
        {deployments.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
      <p ref={end}>{error?.message ?? (isFetching ? 'Loading' : hasNextPage ? 'Scroll for more' : 'That is all')}</p>
    </>
  )
}

// jsdom has no layout, so the test says when the end of the list comes into view.
let scrollToEnd
vi.stubGlobal(
  'IntersectionObserver',
  class {
    constructor(notify) {
      scrollToEnd = () => notify([{ isIntersecting: true }])
    }
    observe() {}
    disconnect() {}
  },
)
afterEach(cleanup)

async function show(baseUrl) {
  const client = new QueryClient()
  render(<Deployments baseUrl={baseUrl} />, {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await screen.findByText('Scroll for more')
}

const countItems = () => screen.getAllByRole('listitem').length

// Two full pages: the second one does not reveal that it is the last.
test.for(['returned', 'limit', 'zeroAtEnd'])('stops at the end: %s', async (value, { simulator }) => {
  simulator.load({ name: 'two-pages', deployments: 2 * LIMIT, assumptions: { lastPageOffset: value } })
  await show(simulator.url)
  expect(countItems()).toBe(LIMIT)
  scrollToEnd()
  await waitFor(() => expect(countItems()).toBe(2 * LIMIT))
  scrollToEnd()
  await screen.findByText('That is all')
  expect(countItems()).toBe(2 * LIMIT)
})

test('tries a page again when the service is busy', async ({ simulator }) => {
  simulator.faults.add({ operation: 'listDeployments', query: { offset: '20' }, status: 503, times: 2 })
  await show(simulator.url)
  scrollToEnd()
  await waitFor(() => expect(countItems()).toBe(2 * LIMIT))
  expect(simulator).toHaveReceivedTimes('listDeployments', 2, { status: 503 })
})
