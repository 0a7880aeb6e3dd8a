import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { setupFiles: './billing-server.js' },
})
