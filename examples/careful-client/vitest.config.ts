import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // In this repository, the package is a link, which Vitest would transform. It leaves installed packages alone.
    server: { deps: { external: [/\/dist\//] } },
  },
})
