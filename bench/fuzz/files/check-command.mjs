import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { PROGRAM } from '../../program.mjs'

const TIMEOUT = 240_000
const SINGLE_TIMEOUT = 60_000

/** Runs `deploymock check` on files: on all of them in one process, and on each one if that fails. */
export async function checkFiles(files) {
  const wrong = await check(files, files.length === 1 ? SINGLE_TIMEOUT : TIMEOUT)
  if (wrong === undefined) return files.map((file) => ({ file, outcome: 'checked' }))
  if (files.length === 1) return [{ file: files[0], outcome: wrong.kind, ...wrong }]
  const results = []
  for (const file of files) results.push(...(await checkFiles([file])))
  // An issue that needs several files is attributed to the first one.
  if (results.every(({ kind }) => kind === undefined)) results[0] = { ...results[0], ...wrong }
  return results
}

async function check(files, timeout) {
  const child = spawn(process.execPath, [PROGRAM, 'check', ...files.map(({ path }) => path)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const [[code, signal], out, err] = await Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)])
  if (signal === 'SIGKILL') return { kind: 'hang', detail: `not checked within ${timeout / 1000} s` }
  if (code !== 0 && code !== 1) return { kind: 'process end', detail: `exit code ${code}, signal ${signal}: ${err}` }
  if (/\n\s+at /.test(err)) return { kind: 'stack trace on stderr', detail: err }
  const unnamed = files.find(({ path }) => !out.includes(path) && !err.includes(path))
  return unnamed === undefined ? undefined : { kind: 'file not mentioned', detail: `${unnamed.path}: ${out}${err}` }
}
