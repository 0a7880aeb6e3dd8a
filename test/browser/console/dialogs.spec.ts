import type { Page } from '@playwright/test'
import { expect, test } from './support/open-console.ts'
import { DIALOGS, prepareDialogs } from './support/places.ts'

// A window of 1,280 by 800 px at 200 % zoom, and a small telephone.
const WINDOWS = [
  { width: 640, height: 400 },
  { width: 380, height: 600 },
]

/** What of the open dialog is outside of the window, or only seen by scrolling sideways. */
function findCut(page: Page): Promise<string[]> {
  return page.getByRole('dialog').evaluate((dialog) => {
    const { left, top, right, bottom } = dialog.getBoundingClientRect()
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    const controls = [...dialog.querySelectorAll('button, input, select, h2, p')].filter((each) => {
      const box = each.getBoundingClientRect()
      return box.width > 1 && (box.left < left || box.right > right)
    })
    return [...(isInside ? [] : ['the dialog']), ...controls.map(({ textContent, id }) => textContent || id)]
  })
}

for (const viewport of WINDOWS) {
  for (const [route, opener] of DIALOGS) {
    const { width, height } = viewport

    test(`the dialog of “${opener}” at ${route} is not cut at ${width} by ${height} px, and Escape returns to its button`, async ({
      page,
      openConsole,
    }) => {
      await page.setViewportSize(viewport)
      await openConsole({ route, simulator: { scenario: 'busy' }, before: prepareDialogs })
      const button = page.getByRole('button', { name: opener, exact: true })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeVisible()
      expect(await findCut(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(button).toBeFocused()
    })
  }
}
