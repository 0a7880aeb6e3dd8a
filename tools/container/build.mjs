// Executes the steps of a Dockerfile's stages in folders.

import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readExecForm } from './dockerfile.mjs'

/**
 * Executes the steps of a stage. Its file system is a folder; the programs are those of this machine.
 *
 * @param stage what `readStages` returns
 * @param context the folder with the sources, and what `.dockerignore` lets through
 * @param built the stages that were executed before, by name
 * @param print prints a line
 * @returns the stage as an image: its folder, and how to start it and check its health
 */
export function buildStage(stage, { root, context, built, print }) {
  mkdirSync(root, { recursive: true })
  const image = {
    root,
    folder: root,
    environment: {},
    ports: [],
    user: 'root',
    health: [],
    entrypoint: [],
    command: [],
  }
  for (const step of stage.steps) {
    print(`  ${step.keyword} ${step.text}`)
    execute[step.keyword](image, step, { context, built })
  }
  return image
}

const execute = {
  WORKDIR(image, { text }) {
    image.folder = join(image.root, text)
    mkdirSync(image.folder, { recursive: true })
  },
  ENV(image, { instruction }) {
    for (const property of instruction.getProperties()) image.environment[property.getName()] = property.getValue()
  },
  COPY(image, { instruction, text }, { context, built }) {
    const words = text.split(' ')
    const from = instruction
      .getFlags()
      .find((flag) => flag.getName() === 'from')
      ?.getValue()
    const target = words.pop()
    for (const source of words) copy(findSource(source, from, { context, built }), { image, target })
  },
  RUN(image, { text }) {
    const { status } = spawnSync('sh', ['-c', text], {
      cwd: image.folder,
      env: { ...process.env, ...image.environment },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    if (status !== 0) throw new Error(`Failed to run "${text}": it exited with ${status}. It must exit with 0.`)
  },
  USER(image, { text }) {
    image.user = text
  },
  EXPOSE(image, { text }) {
    image.ports.push(text)
  },
  HEALTHCHECK(image, step) {
    image.health = readExecForm(step)
  },
  ENTRYPOINT(image, step) {
    image.entrypoint = readExecForm(step)
  },
  CMD(image, step) {
    image.command = readExecForm(step)
  },
}

function findSource(source, from, { context, built }) {
  if (from !== undefined) return join(built[from].root, source)
  if (context.allows(source)) return join(context.folder, source)
  throw new Error(`Failed to copy ${source}: .dockerignore excludes it. Add a line "!${source}".`)
}

// As in a Dockerfile, the content of a folder is copied, and a file is copied into a folder that ends with a slash.
function copy(source, { image, target }) {
  const place = join(image.folder, target)
  const isIntoFolder = target.endsWith('/') && !statSync(source).isDirectory()
  cpSync(source, isIntoFolder ? join(place, basename(source)) : place, { recursive: true })
}

/** The sources, as `.dockerignore` lets them through: it excludes everything and lists what it includes. */
export function readContext(folder) {
  const [first, ...lines] = readFileSync(join(folder, '.dockerignore'), 'utf8').trim().split('\n')
  if (first !== '*') throw new Error('Failed to read .dockerignore: its first line is not "*". It must be.')
  return { folder, allows: (source) => lines.includes(`!${source}`) }
}

/** Makes a folder readable for all users. */
export const openFolder = (folder) => chmodSync(folder, 0o755)
