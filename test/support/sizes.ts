// What the package costs. If a figure changes on purpose, change it here, and those of pages in docs/browser.md, too.

/** A new version of a bundler, of zlib or of another package changes a figure a little. */
export const SLACK = 1.02

/** The scripts that a page loads at once, in kB with gzip. */
export const PAGES_KB = {
  // MSW depends on tldts, which contains a text of 120 kB. Vite 8 copies it to each of its three uses.
  Vite: 399,
  'Vite with inlineConst: false': 334,
  esbuild: 345,
}

/** The scripts that it loads when they are needed, such as the control API and the OpenAPI document, in kB with gzip. */
export const LATE_KB = {
  Vite: 43,
  'Vite with inlineConst: false': 43,
  esbuild: 91,
}

/** `deploymock/fetch` in one script, as a worker loads it, in kB minified and with gzip. docs/previews.md says so. */
export const WORKER_KB = { minified: 793, gzip: 277 }

/** How much a page grows that uses MSW already, in kB with gzip. */
export const ADDED_KB = 239

/** The console, in kB with gzip. */
export const CONSOLE_KB = 84.5

/** What npm packs, with the picture of the README in 128 colors. */
export const PACKED = { kB: 2_540, files: 170 }

/** What npm installs with the package, MSW included. */
export const INSTALLED_PACKAGES = 156

/** What the import of an entry loads: the files of the package, their size, and the files of all packages. */
export const LOADED = {
  deploymock: { files: 10, kB: 1_240, all: 218 },
  'deploymock/fetch': { files: 9, kB: 1_224, all: 9 },
  'deploymock/node': { files: 14, kB: 1_287, all: 244 },
  'deploymock/server': { files: 15, kB: 1_324, all: 147 },
  'deploymock/vitest': { files: 17, kB: 1_316, all: 284 },
  'deploymock/client': { files: 4, kB: 57, all: 4 },
}
