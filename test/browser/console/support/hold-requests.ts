import type { Page, Request } from '@playwright/test'

/**
 * Holds back the requests of a page to a URL until they are released.
 *
 * @param isHeld which of them; all by default
 * @returns a function that lets them go
 */
export async function holdRequests(
  page: Page,
  url: string | RegExp,
  isHeld: (request: Request) => boolean = () => true,
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(url, async (route) => {
    if (isHeld(route.request())) await released
    await route.continue()
  })
  return () => release()
}
