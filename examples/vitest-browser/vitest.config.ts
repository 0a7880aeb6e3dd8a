import { existsSync } from 'node:fs'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

const { CHROMIUM_PATH } = process.env
const executablePath = [CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)

export default defineConfig({
  test: {
    browser: {
      enabled: true,
      headless: true,
      // Without a path, Playwright uses the browser that `npx playwright install chromium` has downloaded.
      provider: playwright({ launchOptions: executablePath ? { executablePath } : {} }),
      instances: [{ browser: 'chromium' }],
    },
  },
})
