import { type SetupWorker, setupWorker } from 'msw/browser'
import { OptionError } from '../core/option-error.ts'
import type { Outcome } from '../interception/answer.ts'
import { answerFirst, type Front, startFirstWorker } from './front.ts'
import { assertScript } from './worker-script.ts'

const DEFAULT_URL = '/mockServiceWorker.js'

export interface ServiceWorkerOptions {
  /** Where the script is that `npx msw init` wrote. Default: `/mockServiceWorker.js`. */
  url?: string
  /** What the addresses of the pages begin with that it works for. Default: the folder of the script. */
  scope?: string
}

/**
 * Lets a service worker lead the requests of this page to a function, before any other worker of
 * MSW in the page has them. Where one is started already, it is used.
 *
 * @returns what ends that
 * @throws saying why where it cannot
 */
export async function startWorker(answer: Outcome, options: ServiceWorkerOptions): Promise<() => Promise<void>> {
  assertServiceWorkers()
  const { front, stop } = answerFirst(answer)
  const worker = setupWorker()
  // Only MSW 3 has that, and no version says which it is.
  const major = 'readyState' in worker ? 3 : 2
  try {
    await leadRequestsHere(worker, front, { ...options, major })
  } catch (error) {
    await stop()
    throw error
  }
  // A page that goes is closed for MSW 2, and yet it may come back as it was.
  const comeBack = async ({ persisted }: PageTransitionEvent): Promise<void> => {
    if (persisted && major === 2) await front.findSource()?.restart()
  }
  addEventListener('pageshow', comeBack)
  return async () => {
    removeEventListener('pageshow', comeBack)
    await stop()
  }
}

async function leadRequestsHere(
  worker: SetupWorker,
  front: Front,
  { url = DEFAULT_URL, scope, major }: ServiceWorkerOptions & { major: number },
): Promise<void> {
  const script = new URL(url, location.href)
  // A worker that is started leads this request here, too, and then its script is good enough.
  front.expect(script.href)
  await assertScript(script, major).catch((error: unknown) => {
    if (front.findSource() === undefined) throw error
  })
  const refuse = async (error: unknown): Promise<never> => {
    if (error instanceof OptionError) throw error
    // What it has begun would be in the way of the next attempt.
    await worker.stop()
    throw new Error(`Failed to start the simulator: the browser refused ${script.pathname}: ${toReason(error)}`, {
      cause: error,
    })
  }
  const source = front.findSource()
  if (source !== undefined) {
    await source.isReady().catch((cause: unknown) => {
      throw new Error(
        `Failed to start the simulator: the other worker of this page did not start: ${toReason(cause)}`,
        {
          cause,
        },
      )
    })
    return
  }
  assertInScope(new URL(scope ?? './', scope === undefined ? script : location.href).href)
  // As the others write it: MSW takes another spelling for another worker, and ends the first.
  const spelled = url.startsWith('/') ? url : script.href
  const registration = await startFirstWorker(() => start(worker, spelled, scope)).catch(refuse)
  // The source goes on. Until it is stopped, this one would be in the way of others, as in MSW 3.
  await worker.stop()
  // MSW takes a worker that is there already, whatever its scope.
  if (registration !== undefined) assertInScope(registration.scope)
}

function start(worker: SetupWorker, url: string, scope: string | undefined) {
  // MSW 3 has another name for it, and neither knows the other's.
  const leaveOthersAlone = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  return worker.start({
    ...leaveOthersAlone,
    quiet: true,
    serviceWorker: { url, ...(scope === undefined ? {} : { options: { scope } }) },
  })
}

function assertServiceWorkers(): void {
  if (typeof location === 'undefined') {
    throw new Error('Failed to start the simulator: this is no page. Outside of a browser, use "deploymock/server".')
  }
  if (!isSecureContext) {
    throw new Error(
      `Failed to start the simulator: ${location.origin} is not secure, and such pages have no service workers. Open the page on localhost, or by https.`,
    )
  }
  if (navigator.serviceWorker !== undefined) return
  throw new Error(
    'Failed to start the simulator: this browser has no service workers for the page. Allow them, or leave the private window.',
  )
}

function assertInScope(scope: string): void {
  if (location.href.startsWith(scope)) return
  throw new Error(
    `Failed to start the simulator: the service worker is for pages under ${scope}, and this page is ${location.href}. Put its script into a folder above the page, or give "serviceWorker.scope".`,
  )
}

// MSW puts a heading of its own above what the browser says.
function toReason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/^\[MSW\][^\n]*\n+/, '')
}
