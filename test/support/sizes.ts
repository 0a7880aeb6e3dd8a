// What the package costs. If a figure changes on purpose, change it here, and those of pages in docs/browser.md, too.

/** A new version of a bundler, of zlib or of another package changes a figure a little. */
export const SLACK = 1.02

/** The scripts that a page loads at once, in kB with gzip. */
export const PAGES_KB = {
  // MSW depends on tldts, which contains a text of 120 kB. Vite 8 copies it to each of its three uses.
  Vite: 383,
  'Vite with inlineConst: false': 318,
  esbuild: 329,
}

/** The scripts that it loads when they are needed, such as the control API and the OpenAPI document, in kB with gzip. */
export const LATE_KB = {
  Vite: 40,
  'Vite with inlineConst: false': 40,
  esbuild: 88,
}

/** `deploymock/fetch` in one script, as a worker loads it, in kB minified and with gzip. docs/previews.md says so. */
export const WORKER_KB = { minified: 750, gzip: 261 }

/** How much a page grows that uses MSW already, in kB with gzip. */
export const ADDED_KB = 228

/** The console, in kB with gzip. */
export const CONSOLE_KB = 80.7

/** What npm packs. */
export const PACKED = { kB: 2_439, files: 161 }

/** What npm installs with the package, MSW included. */
export const INSTALLED_PACKAGES = 156

/** What the import of an entry loads: the files of the package, their size, and the files of all packages. */
export const LOADED = {
  deploymock: { files: 8, kB: 1_167, all: 216 },
  'deploymock/fetch': { files: 7, kB: 1_151, all: 7 },
  'deploymock/node': { files: 11, kB: 1_203, all: 243 },
  'deploymock/server': { files: 13, kB: 1_250, all: 143 },
  'deploymock/vitest': { files: 15, kB: 1_227, all: 283 },
  'deploymock/client': { files: 4, kB: 47, all: 4 },
}
