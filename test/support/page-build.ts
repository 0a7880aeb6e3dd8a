// Builds a page that uses the built package, as its users do.

import { build as buildWithEsbuild } from 'esbuild'
import { build as buildWithVite } from 'vite'
import type { Folder } from './folder.ts'
import { linkPackages } from './link-packages.ts'

/** The scripts of a production build. */
export interface PageBuild {
  readonly loaded: readonly string[]
  /** Those that are only loaded by an `import()`. MSW has one for GraphQL handlers. */
  readonly lazy: readonly string[]
}

export const bundlers = {
  Vite: bundleWithVite,
  'Vite with inlineConst: false': (folder: Folder) => bundleWithVite(folder, { optimization: { inlineConst: false } }),
  esbuild: bundleWithEsbuild,
}

/** Writes a page with one script into a folder in which the package is installed. */
export async function writePage(folder: Folder, script: string): Promise<void> {
  linkPackages(folder, ['msw'])
  await folder.write('package.json', '{"type":"module"}')
  await folder.write('index.html', '<!doctype html><script type="module" src="/main.ts"></script>')
  await folder.write('main.ts', script)
}

async function bundleWithVite(folder: Folder, rolldownOptions = {}): Promise<PageBuild> {
  const built = await buildWithVite({
    root: folder.path('.'),
    configFile: false,
    logLevel: 'error',
    build: { write: false, rolldownOptions },
  })
  const outputs = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  const chunks = outputs.filter((each) => each.type === 'chunk')
  return splitScripts(
    chunks.map(({ fileName, isEntry, imports, code }) => ({ path: fileName, isEntry, imports, code })),
  )
}

async function bundleWithEsbuild(folder: Folder): Promise<PageBuild> {
  const { outputFiles, metafile } = await buildMinified(folder, { splitting: true })
  const scripts = Object.entries(metafile.outputs).map(([path, { entryPoint, imports }]) => ({
    path,
    isEntry: entryPoint === 'main.ts',
    imports: imports.filter(({ kind }) => kind === 'import-statement').map((each) => each.path),
    code: outputFiles.find((file) => file.path === folder.path(path))?.text ?? '',
  }))
  return splitScripts(scripts)
}

/** Builds one script from the same source, as a worker loads it. */
export async function bundleWorker(folder: Folder): Promise<string> {
  const { outputFiles } = await buildMinified(folder, { splitting: false })
  return outputFiles.map(({ text }) => text).join('')
}

function buildMinified(folder: Folder, { splitting }: { splitting: boolean }) {
  return buildWithEsbuild({
    entryPoints: [folder.path('main.ts')],
    absWorkingDir: folder.path('.'),
    outdir: 'dist',
    define: { 'import.meta.env.DEV': 'false' },
    bundle: true,
    minify: true,
    splitting,
    format: 'esm',
    platform: 'browser',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
}

interface Script {
  readonly path: string
  readonly isEntry: boolean
  /** The paths of the scripts that are loaded with it. */
  readonly imports: readonly string[]
  readonly code: string
}

function splitScripts(scripts: readonly Script[]): PageBuild {
  const loaded = new Set(scripts.filter(({ isEntry }) => isEntry))
  // A set also iterates over what is added meanwhile.
  for (const { imports } of loaded) {
    for (const script of scripts.filter(({ path }) => imports.includes(path))) loaded.add(script)
  }
  return {
    loaded: Array.from(loaded, ({ code }) => code),
    lazy: scripts.filter((script) => !loaded.has(script)).map(({ code }) => code),
  }
}
