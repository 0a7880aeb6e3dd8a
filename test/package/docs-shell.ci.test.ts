// The commands of the documentation, page by page, as a reader enters them one after the other.

import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { listBlocks } from '../support/documentation.ts'
import { test } from '../support/folder.ts'

const run = promisify(execFile)
const bin = fileURLToPath(new URL('../../dist/src/cli/bin.js', import.meta.url))
const blocks = listBlocks('sh').map(({ place, code }) => ({ page: place.replace(/:.*/, ''), code }))
const hasPrograms = ['curl', 'jq'].every((program) => spawnSync(program, ['--version']).status === 0)
const pages = [...new Set(blocks.map(({ page }) => page))]

// A page has one server at a time, in the background, which has got a request. If a page starts none, it is the default
// one. A probe takes minutes, and Redis and the programs of others are not there. A call of curl that gets an error fails.
const PRELUDE = `
set -e -o pipefail
stop() { if [ -n "$server" ]; then kill $server; wait $server || true; fi; }
trap stop EXIT
curl() { [ -n "$server" ] || deploymock; command curl --fail-with-body --silent --show-error "$@"; }
docker() { :; }
npm() { if [ "$1" = start ]; then shift 2; deploymock "$@"; fi; }
npx() { if [ "$1" = deploymock ]; then "$@"; fi; }
deploymock() {
  case "$*" in
    *redis:*) ;;
    assumptions*|check*|export*|openapi*|scenarios*) node "$BIN" "$@" ;;
    probe*) node "$BIN" probe --help ;;
    *)
      stop
      node "$BIN" "$@" --port $PORT > server.log 2>&1 & server=$!
      until command curl --silent --output /dev/null 127.0.0.1:$PORT/v2/deployments; do kill -0 $server; sleep 0.1; done ;;
  esac
}
`

test.runIf(hasPrograms).for(pages)('the commands of %s work', { timeout: 60_000 }, async (name, { folder }) => {
  const port = await findPort()
  const commands = blocks
    .flatMap(({ page, code }) => (page === name ? [code] : []))
    .join('\n')
    .replaceAll('node_modules/.bin/', '')
    .replaceAll(' --open', '')
    .replace(/ &( +#.*)?$/gm, '')
    .replace(/(?:127\.0\.0\.1|localhost|mock\.example\.com):4010/g, `127.0.0.1:${port}`)
  // What the reader has.
  await folder.write('package.json', '{}')
  await folder.write('world.yaml', 'name: world\ndeployments: 3\n')
  const env = { ...process.env, BIN: bin, PORT: String(port), DEPLOYMOCK_TOKEN: 'a-token' }
  await run('bash', ['-c', `${PRELUDE}\n${commands}`], { cwd: folder.path('.'), env })
})

test('there are commands on many pages', () => expect(pages.length).toBeGreaterThan(10))

async function findPort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
