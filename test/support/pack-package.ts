// The package as npm would install it: what it packs, with its dependencies, and nothing else of this project.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

// What the projects of readers have besides.
const OTHERS = ['@types/express', '@types/node', 'vite']

/** Packs the package, and installs it in a new folder. @returns the folder, which has to be removed */
export function packPackage(): string {
  const folder = mkdtempSync(join(tmpdir(), 'deploymock-packed-'))
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder]
  const name = execFileSync('npm', args, { cwd: root, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', name], { cwd: folder })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '.bin'), { recursive: true })
  renameSync(join(folder, 'package'), join(modules, 'deploymock'))
  const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(modules, 'deploymock/package.json'), 'utf8'))
  for (const other of [...Object.keys({ ...dependencies, ...peerDependencies }), ...OTHERS]) {
    mkdirSync(dirname(join(modules, other)), { recursive: true })
    symlinkSync(join(root, 'node_modules', other), join(modules, other))
  }
  symlinkSync('../deploymock/dist/src/cli/bin.js', join(modules, '.bin/deploymock'))
  symlinkSync('../msw/cli/index.js', join(modules, '.bin/msw'))
  return folder
}
