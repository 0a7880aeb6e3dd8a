import type { HttpHandler } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { assertScript } from './worker-script.ts'

export interface ServiceWorkerOptions {
  /** Where the script is that `npx msw init` wrote. Default: `/mockServiceWorker.js`. */
  url?: string
  /** What the addresses of the pages begin with that it works for. Default: the folder of the script. */
  scope?: string
}

/**
 * Lets a service worker lead the requests of this page to handlers.
 *
 * @returns what ends that
 * @throws saying why where it cannot
 */
export async function startWorker(
  handlers: readonly HttpHandler[],
  { url = '/mockServiceWorker.js', scope }: ServiceWorkerOptions,
): Promise<() => Promise<void>> {
  assertServiceWorkers()
  const worker = setupWorker(...handlers)
  const script = new URL(url, location.href)
  // Only MSW 3 has that, and no version says which it is.
  const major = 'readyState' in worker ? 3 : 2
  await assertScript(script, major)
  assertInScope(new URL(scope ?? './', scope === undefined ? script : location.href).href)
  const registration = await start(worker, script, scope).catch((error: unknown) => {
    throw new Error(`Failed to start the simulator: the browser refused ${script.pathname}: ${toReason(error)}`, {
      cause: error,
    })
  })
  // MSW takes a worker that is there already, whatever its scope.
  if (registration !== undefined) assertInScope(registration.scope)
  // A page that goes is closed for MSW 2, and yet it may come back as it was.
  const comeBack = async ({ persisted }: PageTransitionEvent): Promise<void> => {
    if (!persisted || major > 2) return
    await worker.stop()
    await start(worker, script, scope)
  }
  addEventListener('pageshow', comeBack)
  return async () => {
    removeEventListener('pageshow', comeBack)
    await worker.stop()
  }
}

function start(worker: SetupWorker, script: URL, scope: string | undefined) {
  // MSW 3 has another name for it, and neither knows the other's.
  const leaveOthersAlone = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  return worker.start({
    ...leaveOthersAlone,
    quiet: true,
    serviceWorker: { url: script.href, ...(scope === undefined ? {} : { options: { scope } }) },
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
