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

/** The buttons and fields of the open dialog that another element covers, once they are scrolled to. */
function findCovered(page: Page): Promise<string[]> {
  return page.getByRole('dialog').evaluate((dialog) =>
    [...dialog.querySelectorAll<HTMLElement>('button, input, select, textarea')]
      .filter((each) => each.checkVisibility())
      .filter((each) => {
        each.focus()
        const { left, top, width, height } = each.getBoundingClientRect()
        return [top + 2, top + height - 2].some((y) => {
          const found = document.elementFromPoint(left + width / 2, y)
          // A long field is higher than the dialog.
          return height < 100 && (found === null || !each.contains(found))
        })
      })
      .map(({ textContent, id }) => textContent || id),
  )
}

for (const viewport of [...WINDOWS, { width: 390, height: 844 }]) {
  for (const query of ['', '?presenter=1']) {
    const { width, height } = viewport

    test(`the message before covers nothing of a dialog at ${width} by ${height} px ${query}`, async ({
      page,
      openConsole,
    }) => {
      await page.setViewportSize(viewport)
      const { goTo } = await openConsole({ route: `#/world${query}`, before: prepareDialogs })
      for (const [route, opener] of DIALOGS) {
        await goTo(route)
        const button = page.getByRole('button', { name: opener, exact: true })
        // In a presentation, the view is a smaller one.
        if (query !== '' && !(await button.isVisible())) continue
        await page.keyboard.press('s')
        const messages = page.getByRole('region', { name: 'Messages' })
        await expect(messages).toContainText('Took the snapshot')
        await button.click()
        await expect(page.getByRole('dialog')).toBeVisible()
        await expect(messages).toContainText('Took the snapshot')
        expect(await findCovered(page), opener).toEqual([])
        await page.keyboard.press('Escape')
        await expect(page.getByRole('dialog')).toHaveCount(0)
      }
    })
  }
}
