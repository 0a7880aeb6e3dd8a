// The commands of the documentation, as a reader enters them one after the other, and the scripts that follow them.

import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { promisify } from 'node:util'
import { transform } from 'esbuild'
import { expect } from 'vitest'
import { findFileName, listBlocks, listPrograms, needsPage } from '../support/documentation.ts'
import { test } from '../support/folder.ts'
import { installPackage } from '../support/install-package.ts'
import { runCli } from '../support/run-cli.ts'
import { isFull } from '../support/scope.ts'

const run = promisify(execFile)
const hasPrograms = ['curl', 'jq'].every((program) => spawnSync(program, ['--version']).status === 0)
const all = listPrograms().filter(({ scripts }) =>
  scripts.some(({ language, code }) => language === 'sh' || code.includes("'node:test'")),
)
// To learn what a service does takes as long as all others.
const programs = all.filter(({ scripts }) => isFull || !scripts.some(({ code }) => code.includes('deploymock learn')))

// There is one server at a time, in the background. What npm does for a checkout, and what it installs, is there. A
// probe takes minutes, and Docker, Redis and the programs of others are not there. A call of curl that gets an error
// fails.
const PRELUDE = `
set -e -o pipefail
stop() { if [ -n "$server" ]; then kill $server; wait $server || true; fi; }
trap stop EXIT
curl() { command curl --fail-with-body --silent --show-error "$@"; }
docker() { :; }
npm() {
  if [ "$1" = start ]; then shift 2; deploymock "$@"; fi
  if [ "$1" = test ] && [ -n "$DEPLOYMOCK_TRACE" ]; then
    mkdir "$DEPLOYMOCK_TRACE"
    echo '{"method":"GET","path":"/v2/deployments","query":"?limit=2"}' > "$DEPLOYMOCK_TRACE/trace-1.jsonl"
  fi
}
npx() {
  case "$1" in
    json-server|openapi-typescript|openapi-ts) ;;
    deploymock) "$@" ;;
    *) node_modules/.bin/"$@" ;;
  esac
}
deploymock() {
  case "$*" in
    *redis:*) ;;
    drift*|learn*|record*) node_modules/.bin/deploymock "$@" --rate 100 ;;
    ask*|assumptions*|check*|export*|openapi*|scenarios*) node_modules/.bin/deploymock "$@" ;;
    probe*) node_modules/.bin/deploymock probe --help ;;
    *)
      stop
      node_modules/.bin/deploymock "$@" --port $PORT > server.log 2>&1 & server=$!
      until command curl --silent --output /dev/null 127.0.0.1:$PORT/_simulator/health; do kill -0 $server; sleep 0.1; done ;;
  esac
}
`

test.runIf(hasPrograms).for(programs)(
  'what $place shows works',
  { timeout: 120_000, concurrent: true },
  async ({ scripts }, { folder }) => {
    await installPackage(folder)
    const port = await findPort()
    const toHere = (code: string) =>
      code.replace(/(?:127\.0\.0\.1|localhost|mock\.example\.com):4010/g, `127.0.0.1:${port}`)
    const commands: string[] = []
    for (const [index, { language, code }] of scripts.entries()) {
      if (language === 'sh') commands.push(toCommands(toHere(code)))
      else if (language === 'ts' && !needsPage(code)) {
        const { code: script } = await transform(toHere(code), { loader: 'ts' })
        const name = toCompiled(findFileName(code) ?? `${index}.ts`)
        await folder.write(name, script)
        commands.push(`node ${name}`)
      }
    }
    const env = { ...process.env, PORT: String(port) }
    await run('bash', ['-c', `${PRELUDE}\n${commands.join('\n')}`], { cwd: folder.path('.'), env })
  },
)

test('there are commands on many pages', () => expect(programs.length).toBeGreaterThan(20))

const calls = listBlocks('sh').flatMap(({ place, code }) =>
  [...code.matchAll(/^npx deploymock ((?:probe|.*redis:).*?)(?: -- .*)?$/gm)].map(([, call = '']) => ({ place, call })),
)

test.for(calls)('deploymock has the options of "$call", which takes too long here, at $place', async ({ call }) => {
  const help = runCli(...(call.startsWith('probe') ? ['probe'] : []), '--help')
  expect(await help.exit).toBe(0)
  const known = help.out.join('\n').match(/--[\w-]+/g)
  expect(known).toEqual(expect.arrayContaining(call.match(/--[\w-]+/g) ?? []))
})

/** What a reader enters, without opening a browser, and with the server in the background that the prelude starts. */
function toCommands(code: string): string {
  return code
    .replaceAll('node_modules/.bin/', '')
    .replaceAll(' --open', '')
    .replace(/(?<=--service )\S+/g, toCompiled)
    .replace(/ &( +#.*)?$/gm, '')
}

// Node 20 does not run TypeScript.
function toCompiled(name: string): string {
  return name.replace(/\.ts$/, '.js')
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0)
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}
