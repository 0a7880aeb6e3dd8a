import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const PORT = 4177
const { CHROMIUM_PATH } = process.env
const executablePath = [CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
)

export default defineConfig({
  testDir: 'tests',
  reporter: 'list',
  use: {
    baseURL: `http://localhost:${PORT}`,
    // Without a path, Playwright uses the browser that `npx playwright install chromium` has
    // downloaded.
    launchOptions: executablePath ? { executablePath } : {},
  },
  webServer: { command: `node serve.mjs ${PORT}`, port: PORT },
})
