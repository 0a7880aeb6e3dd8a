import { HttpResponse, http } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import type { BrowserSimulator, StartOptions } from '../../../src/entries/browser/index.ts'
import { listDeployments, PAGE_SIZE, type Page } from './deployments.ts'

declare global {
  interface Window {
    /** For the tests: the simulator, if it is in the page. */
    simulator?: BrowserSimulator
    /** For the tests: starts the simulator later, any number of times. */
    startSimulator(options: StartOptions): Promise<BrowserSimulator>
    /** For the tests: the app's own worker, which answers https://billing.test. */
    worker: SetupWorker
    /** For the tests: what handlers are made of. */
    msw: { http: typeof http; HttpResponse: typeof HttpResponse }
    /** The requests that it received. */
    billed: string[]
  }
}

const find = <Found extends Element>(selector: string) => document.querySelector(selector) as Found
const form = find<HTMLFormElement>('form')
const progress = find<HTMLElement>('[role=status]')
const alarm = find<HTMLElement>('[role=alert]')
const list = find<HTMLElement>('ul')
const previous = find<HTMLButtonElement>('#previous')
const next = find<HTMLButtonElement>('#next')

const parameters = new URLSearchParams(location.search)
const api = parameters.get('api') ?? ''
/** The offsets of the pages up to the current one. */
let offsets = [0]

function showPage(page: Page): void {
  list.replaceChildren(
    ...page.resources.map(({ name }) => {
      const item = document.createElement('li')
      item.textContent = name
      return item
    }),
  )
  progress.textContent = page.resources.length === 0 ? 'No deployments.' : `Page ${offsets.length}`
  previous.disabled = offsets.length === 1
  next.disabled = page.resources.length < PAGE_SIZE
  next.onclick = () => load([...offsets, page.offset])
}

function showFailure(error: Error): void {
  list.replaceChildren()
  progress.textContent = ''
  alarm.hidden = false
  alarm.querySelector('p')?.replaceChildren(error.message)
}

async function load(wanted: number[]): Promise<void> {
  offsets = wanted
  alarm.hidden = true
  progress.textContent = 'Loading …'
  const { name_contains = '', status = '' } = Object.fromEntries(new FormData(form)) as Record<string, string>
  await listDeployments(api, { name_contains, status, offset: wanted.at(-1) ?? 0 }).then(showPage, showFailure)
}

previous.onclick = () => load(offsets.slice(0, -1))
form.oninput = () => load([0])
form.onsubmit = (event) => event.preventDefault()
find<HTMLButtonElement>('[role=alert] button').onclick = () => load(offsets)

window.startSimulator = async (options) => {
  const { startSimulator } = await import('../../../src/entries/browser/index.ts')
  window.simulator = await startSimulator(options)
  return window.simulator
}

window.msw = { http, HttpResponse }
window.billed = []
if (navigator.serviceWorker !== undefined) {
  window.worker = setupWorker(
    http.all('https://billing.test/*', async ({ request }) => {
      window.billed.push(await request.text())
      return HttpResponse.text('paid')
    }),
  )
}

const simulated = parameters.get('simulate')
if (simulated === null) await load([0])
else await window.startSimulator(JSON.parse(simulated) as StartOptions).then(() => load([0]), showFailure)
