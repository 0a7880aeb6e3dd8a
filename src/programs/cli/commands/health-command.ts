import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Command } from 'commander'
import { ProblemError } from '../../../engine/input/options/option-error.ts'
import type { Io } from '../io.ts'

interface Listening {
  readonly port: number
  readonly host: string
  readonly tlsCert?: string
}

/** Defines `deploymock health`, for the health checks of containers. @param defineServe defines the options of a server */
export function defineHealthCommand(io: Io, defineServe: (io: Io) => Command): Command {
  return new Command('health')
    .summary('ask the server of this container how it is')
    .description(
      'Asks the server that runs in the same container and the same folder how it is, wherever its options let it listen. For health checks; Linux only.\n\nExit code: 0 if it is well, 1 if not.',
    )
    .action(async () => {
      const serve = defineServe(io)
      serve.parseOptions([...(await findArguments())])
      io.out(await ask(serve.opts<Listening>()))
    })
}

/** Finds the arguments of the process that was started with the same program in the same folder. */
async function findArguments(): Promise<readonly string[]> {
  const own = await readProcess('self')
  const program = own.words[1] ?? ''
  for (const id of await readdir('/proc').catch(() => [])) {
    if (!/^\d+$/.test(id) || Number(id) === process.pid) continue
    const { words, folder } = await readProcess(id)
    const start = words.indexOf(program) + 1
    if (start > 0 && folder === own.folder && words[start] !== 'health') return words.slice(start)
  }
  throw new ProblemError({
    attempt: 'ask the server',
    received: 'none runs here',
    advice: 'Start it in the same folder',
  })
}

async function readProcess(id: string) {
  const [text, folder] = await Promise.all([
    readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => ''),
    readlink(`/proc/${id}/cwd`).catch(() => ''),
  ])
  return { words: text.split('\0').slice(0, -1), folder }
}

const ANY_ADDRESS: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

async function ask({ port, host, tlsCert }: Listening): Promise<string> {
  // The certificate is for the name that clients use.
  const options = { host: ANY_ADDRESS[host] ?? host, port, path: '/_simulator/health', rejectUnauthorized: false }
  const request = (tlsCert === undefined ? requestHttp : requestHttps)(options).end()
  const answer = once(request, 'response').then(([{ statusCode }]) => `it responded with ${statusCode}`)
  const received = await answer.catch(({ message }: Error) => message)
  request.destroy()
  if (received === 'it responded with 200') return 'The server is well.'
  throw new ProblemError({
    attempt: `ask the server at ${host}:${port}`,
    received,
    advice: 'Start one there, or see what it printed.',
  })
}
