import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const READER = fileURLToPath(new URL('file-reader.mjs', import.meta.url))
const HANG_MILLISECONDS = 60_000
// The allowed time: a multiple of what the parser of the format takes, plus a constant.
const MOST_TIMES_PARSER = 5
const MOST_MILLISECONDS = 500
const MOST_MESSAGE = 1_000_000
const ROUNDS = 3
const HANG = { kind: 'hang', message: `not read within ${HANG_MILLISECONDS / 1000} s` }

/** Creates a reader of files in a separate process, which may be lost with a file. */
export function createReader() {
  let child
  const ask = async (file) => {
    child ??= fork(READER, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const asked = new AbortController()
    const { signal } = asked
    child.send({ path: file.path })
    try {
      return await Promise.race([
        once(child, 'message', { signal }).then(([answer]) => answer),
        once(child, 'exit', { signal }).then(toLoss),
        wait(HANG_MILLISECONDS, HANG, { signal }),
      ])
    } finally {
      asked.abort()
    }
  }
  const stop = () => {
    child?.kill('SIGKILL')
    child = undefined
  }
  const read = async (file) => {
    const answer = await ask(file)
    if (answer.kind === 'hang' || answer.kind === 'process end') stop()
    return answer
  }

  return {
    stop,
    async readAll(files) {
      const results = []
      for (const file of files) results.push({ file, ...(await judge(file, read)) })
      return results
    },
  }
}

const toLoss = ([code, signal]) => ({ kind: 'process end', message: `exit code ${code}, signal ${signal}` })

async function judge(file, read) {
  const answer = await read(file)
  const outcome = answer.kind
  if (outcome === 'hang' || outcome === 'process end') return { outcome, kind: outcome, detail: answer.message }
  if (outcome === 'failed') return { outcome, kind: 'error that is not a FileError', detail: answer.message }
  if (answer.length > MOST_MESSAGE)
    return { outcome, kind: 'message too long', detail: `${answer.length} characters: ${answer.message}` }
  return { outcome, ...(await judgeTime(file, answer, read)) }
}

// A file that takes too long in a single round may be due to the machine.
async function judgeTime(file, first, read) {
  let answer = first
  for (let round = 1; isSlow(answer); round += 1) {
    if (round === ROUNDS)
      return {
        kind: 'slow',
        detail: `${answer.milliseconds.toFixed(0)} ms for ${file.bytes.length} bytes, which its parser takes ${answer.reference.toFixed(0)} ms for`,
      }
    answer = await read(file)
  }
  return {}
}

const isSlow = ({ milliseconds, reference }) => milliseconds > MOST_MILLISECONDS + MOST_TIMES_PARSER * reference
