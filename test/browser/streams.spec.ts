import { expect, type Page } from '@playwright/test'
import { test } from './support/test.ts'

const LIST = 'https://api.test/v2/deployments'

/** What writes the stream. */
interface Source {
  left: number
  send(text: string): void
  close(): void
  fail(): void
}

/** Starts a simulator whose list is a stream that `window.source` writes. */
async function start(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const simulator = await window.startSimulator({ baseUrl: 'https://api.test' })
    const { http, HttpResponse } = window.msw
    const encoder = new TextEncoder()
    const source: Source = { left: 0, send: () => undefined, close: () => undefined, fail: () => undefined }
    Object.assign(window, { source })
    simulator.use(
      http.get('https://api.test/v2/deployments', () => {
        const body = new ReadableStream({
          start(controller) {
            source.send = (text) => controller.enqueue(encoder.encode(text))
            source.close = () => controller.close()
            source.fail = () => controller.error(new Error('boom'))
            source.send('data: 1\n\n')
          },
          cancel: () => {
            source.left += 1
          },
        })
        return new HttpResponse(body, { status: 203, headers: { 'content-type': 'text/event-stream' } })
      }),
    )
  })
}

/** Opens the list, and collects what arrives in `window.arrived`. */
const openers: Readonly<Record<string, (url: string) => void>> = {
  fetch: (url) => {
    const arrived: string[] = []
    const leaving = new AbortController()
    Object.assign(window, { arrived, leave: () => leaving.abort() })
    const read = async () => {
      const response = await fetch(url, { signal: leaving.signal })
      arrived.push(`head ${response.status}`)
      const reader = (response.body as ReadableStream<BufferSource>).getReader()
      const decoder = new TextDecoder()
      for (let part = await reader.read(); !part.done; part = await reader.read())
        arrived.push(decoder.decode(part.value))
      arrived.push('end')
    }
    read().catch(() => arrived.push('error'))
  },
  XMLHttpRequest: (url) => {
    const arrived: string[] = []
    const request = new XMLHttpRequest()
    Object.assign(window, { arrived, leave: () => request.abort() })
    let seen = 0
    request.onreadystatechange = () => request.readyState === 2 && arrived.push(`head ${request.status}`)
    request.onprogress = () => {
      if (request.responseText.length > seen) arrived.push(request.responseText.slice(seen))
      seen = request.responseText.length
    }
    request.onload = () => arrived.push('end')
    request.onerror = () => arrived.push('error')
    request.open('GET', url)
    request.send()
  },
}

interface Streamed {
  arrived: string[]
  leave(): void
  source: Source
}
const arrived = (page: Page) => page.evaluate(() => (window as unknown as Streamed).arrived)

for (const [name, open] of Object.entries(openers)) {
  test(`what a handler streams arrives in a page piece by piece with ${name}`, async ({ page, site }) => {
    await page.goto(site.url)
    await start(page)
    await page.evaluate(open, LIST)
    await expect.poll(() => arrived(page)).toEqual(['head 203', 'data: 1\n\n'])
    expect(await page.evaluate(() => window.simulator?.requests.get(1)?.state)).toBe('pending')
    await page.evaluate(() => (window as unknown as Streamed).source.send('data: 2\n\n'))
    await expect.poll(() => arrived(page)).toEqual(['head 203', 'data: 1\n\n', 'data: 2\n\n'])
    await page.evaluate(() => (window as unknown as Streamed).source.close())
    await expect.poll(async () => (await arrived(page)).at(-1)).toBe('end')
    expect(await page.evaluate(() => window.simulator?.requests.get(1))).toMatchObject({
      state: 'finished',
      status: 203,
      response: { body: 'data: 1\n\ndata: 2\n\n', isWhole: true },
    })
  })

  test(`a page that leaves a stream with ${name} cancels it`, async ({ page, site }) => {
    await page.goto(site.url)
    await start(page)
    await page.evaluate(open, LIST)
    await expect.poll(async () => (await arrived(page)).at(-1)).toBe('data: 1\n\n')
    await page.evaluate(() => (window as unknown as Streamed).leave())
    await expect.poll(() => page.evaluate(() => (window as unknown as Streamed).source.left)).toBe(1)
    expect(await page.evaluate(() => window.simulator?.requests.get(1)?.state)).toBe('aborted')
  })

  // An XMLHttpRequest waits forever then, also with MSW alone.
  if (name !== 'fetch') continue

  test(`a stream that breaks off is an error in a page with ${name}`, async ({ page, site }) => {
    await page.goto(site.url)
    await start(page)
    await page.evaluate(open, LIST)
    await expect.poll(async () => (await arrived(page)).at(-1)).toBe('data: 1\n\n')
    await page.evaluate(() => (window as unknown as Streamed).source.fail())
    await expect.poll(async () => (await arrived(page)).at(-1)).toBe('error')
    await expect
      .poll(() => page.evaluate(() => window.simulator?.requests.get(1)))
      .toMatchObject({ state: 'finished', status: 203 })
  })
}
