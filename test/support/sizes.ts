// What the package costs. If a figure changes on purpose, change it here, and those of pages in docs/browser.md, too.

/** A new version of a bundler, of zlib or of another package changes a figure a little. */
export const SLACK = 1.02

/** The scripts that a page loads at once, in kB with gzip. */
export const PAGES_KB = {
  // MSW depends on tldts, which contains a text of 120 kB. Vite 8 copies it to each of its three uses.
  Vite: 374,
  'Vite with inlineConst: false': 309,
  esbuild: 319,
}

/** The scripts that it loads when they are needed, such as the control API and the OpenAPI document, in kB with gzip. */
export const LATE_KB = {
  Vite: 38,
  'Vite with inlineConst: false': 38,
  esbuild: 86,
}

/** `deploymock/fetch` in one script, as a worker loads it, in kB minified and with gzip. docs/previews.md says so. */
export const WORKER_KB = { minified: 727, gzip: 253 }

/** How much a page grows that uses MSW already, in kB with gzip. */
export const ADDED_KB = 223

/** The console, in kB with gzip. */
export const CONSOLE_KB = 77.5

/** What npm packs. */
export const PACKED = { kB: 2_330, files: 188 }

/** What npm installs with the package, MSW included. */
export const INSTALLED_PACKAGES = 156

/** What the import of an entry loads: the files of the package, their size, and the files of all packages. */
export const LOADED = {
  deploymock: { files: 38, kB: 1_138, all: 245 },
  'deploymock/fetch': { files: 37, kB: 1_128, all: 37 },
  'deploymock/node': { files: 39, kB: 1_165, all: 270 },
  'deploymock/server': { files: 34, kB: 1_020, all: 165 },
  'deploymock/vitest': { files: 43, kB: 1_185, all: 310 },
  'deploymock/client': { files: 8, kB: 36, all: 8 },
}
