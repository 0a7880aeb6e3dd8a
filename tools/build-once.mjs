// Builds the package, unless it is built and nothing has changed since.

import { spawnSync } from 'node:child_process'
import { findChangedSource } from './changed-source.mjs'

if (findChangedSource() !== undefined) {
  const { status } = spawnSync('npm', ['run', 'build'], { stdio: 'inherit', shell: process.platform === 'win32' })
  process.exitCode = status ?? 1
}
