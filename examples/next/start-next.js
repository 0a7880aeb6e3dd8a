import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** Runs `next dev` or `next start` on a free port, until `stop` is called. */
export async function startNext(command) {
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', command, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const closed = once(child, 'close')
  let url
  for await (const line of createInterface(child.stdout)) {
    url ??= /http:\/\/localhost:\d+/.exec(line)?.[0]
    if (/Ready/.test(line)) break
  }
  const stop = async () => {
    child.kill()
    await closed
  }
  return { url, stop }
}
