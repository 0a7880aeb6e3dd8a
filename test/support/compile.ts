import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Folder } from './folder.ts'
import { linkPackages } from './link-packages.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface CompileOptions {
  compilerOptions?: object
  /** The installed packages that the modules import, besides the built one. */
  packages?: readonly string[]
  /** What installs the packages. Default: links to those of this project. */
  install?: (folder: Folder) => void | Promise<void>
}

/** Returns the compiler's errors for modules that import the built package. */
export async function compile(
  folder: Folder,
  modules: Readonly<Record<string, string>>,
  { compilerOptions, packages = [], install = () => linkPackages(folder, packages) }: CompileOptions = {},
): Promise<string> {
  await install(folder)
  const shared = { target: 'es2023', module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true }
  await folder.write('package.json', '{"type":"module"}')
  const config = { compilerOptions: { ...shared, ...compilerOptions }, files: Object.keys(modules) }
  await folder.write('tsconfig.json', JSON.stringify(config))
  for (const [name, source] of Object.entries(modules)) await folder.write(name, source)
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  // Collecting its garbage less often saves a third of its time.
  const env = { ...process.env, GOGC: '400' }
  return spawnSync(process.execPath, [compiler], { cwd: folder.path('.'), env, encoding: 'utf8' }).stdout
}
