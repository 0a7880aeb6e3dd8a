import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { countRecords } from '../../src/engine/scenario/scenario.ts'
import { register } from '../../src/index.ts'
import { deployments } from '../../src/service/resources/deployments/deployments.ts'
import { scenarios } from '../../src/service/scenarios.ts'
import { runCli, runCliIn } from '../support/run-cli.ts'

test.for([
  [['--port', 'abc'], /'abc'.*whole number from 0 to 65535/],
  [['--port', '70000'], /'70000'.*whole number from 0 to 65535/],
  [['--port', ''], /''.*whole number from 0 to 65535/],
  [['--seed', '1.5'], /'1\.5'.*whole number/],
  [['--deployments', '-1'], /'-1'.*whole number from 0 to 1000000/],
  [['--deployments', '2.5'], /'2\.5'.*whole number from 0/],
  [['--deployments', 'many'], /'many'.*whole number from 0/],
  [['--scenario', 'nope'], /"nope".*Known: default, .*A file name must end in \.yaml, \.yml or \.json;/],
  [
    ['--preset', 'langsmit'],
    /'langsmit' is invalid\. Did you mean "langsmith"\? Allowed: spec, langsmith, langsmith-next\.$/,
  ],
  [['--preset', 'real'], /'real'.*spec, langsmith, langsmith-next/],
  [['--log', 'shrt'], /'shrt' is invalid\. Did you mean "short"\? Allowed: short, json, none\.$/],
  [['--log', 'long'], /'long'.*short, json, none/],
  [['--journal-size', '-1'], /'-1'.*whole number from 0 to 1000000/],
  [['--memory', '0'], /'0'.*whole number of megabytes from 1 to 1000000/],
  [
    ['--memory', '900000'],
    /^Failed to use 900000 MB: Node may use \d+ MB\. Set a lower limit, or start with NODE_OPTIONS=--max-old-space-size=900000\.$/,
  ],
  [
    ['--memory', '64', '--deployments', '100000'],
    /^Failed to build the world "default": 100000 deployments and 42 other records take about 119 MB, but only 60 MB of 64 MB are free\./,
  ],
  [['--grace', 'x'], /'x'.*from 0 to 3600 seconds, or text such as 30s/],
  [['--public-url', 'mock.test/mock'], /^Failed to use the public URL "mock\.test\/mock": not the URL of a server\./],
  [['--trust-proxy', 'proxy.test'], /^Failed to trust the proxies "proxy\.test": invalid IP address: proxy\.test\./],
  [['--session-minutes', '0'], /'0'.*from 1 to 1000000 minutes, or text such as 30s/],
  [['--otlp', 'collector'], /^Failed to send spans to "collector": it is not the URL of a collector\./],
  [['--import', ''], /''.*It must not be empty/],
  [['--export-on-exit', ''], /''.*It must not be empty/],
  [['export', '--format', 'ymal'], /'ymal' is invalid\. Did you mean "yaml"\? Allowed: yaml, json\.$/],
  [['export', '--format', 'toml'], /'toml'.*yaml, json/],
  [['--assume', 'lastPageOffset=next'], /lastPageOffset=next.*Allowed: returned, limit, zeroAtEnd/],
  [['--assume', 'nameMatching=prefx'], /=prefx: there is no such value\. Did you mean "prefix"\? Allowed: substring/],
  [['--assume', 'versionPrefix=rot'], /"rot" is not a path.*Did you mean "root"\? Allowed: root, or one or more base/],
  [['--assume', 'lastPageOfset=limit'], /"lastPageOfset".*Known: repositoryPaths/],
  [['--assume', 'lastPageOffset'], /"lastPageOffset".*no value.*Allowed: returned/],
  [['--assume', 'creation=refused'], /creation=refused: there is no such value.*Allowed: simulated/],
  [['--prot', '1'], /: unknown option '--prot'\. Did you mean "--port"\? See deploymock serve --help\.$/],
  [['--prot=1'], /: unknown option '--prot=1'\. Did you mean "--port"\? See deploymock serve --help\.$/],
  [['--now', 'x'], /: unknown option '--now'\. See deploymock serve --help\.$/],
  [['--nothing-like-it'], /: unknown option '--nothing-like-it'\. See deploymock serve --help\.$/],
  [['--port'], /'--port <number>' argument missing/],
  [['serve', 'now'], /too many arguments.*Given: now\. A world is named with --scenario\. Arguments of serve: none\./],
  [['export', 'busy'], /Given: busy\. A world is named with --scenario\. Arguments of export: none\./],
  [['assumptions', 'creation', 'now'], /Given: creation now\. Arguments of assumptions: \[id\]/],
  [['busy'], /"busy": unknown command\. Did you mean "--scenario busy"\?/],
  [['probe', 'pytest', '-q'], /Options of the command come after --: deploymock probe -- pytest -q\.$/],
  [['help', 'sevre'], /"sevre".*Commands: serve, assumptions/],
  [['--vary-only', 'nameMatching'], /--vary-only is set, but --vary is not\. Add --vary\./],
  [['--vary', '1', '--vary-except', 'nameMatchin'], /Did you mean "nameMatching"\?/],
  [['--assume', 'creation=absent', '--assume', 'duplicateName=409'], /creation=absent and duplicateName=409/],
  [['assumptions', 'constructor'], /"constructor".*Known: repositoryPaths/],
  [['assumptions', 'x\ny'], /"x\\ny".*Known: repositoryPaths/],
  [['--scenario', 'x\ny'], /"x\\ny".*Known: default, /],
  [['--host', ''], /''.*It must not be empty/],
  [['--scenario', 'bussy'], /"bussy".*Did you mean "busy"\?/],
  [['demo.yaml'], /"demo\.yaml".*Did you mean "--scenario demo\.yaml"\? Commands:/],
  [['check'], /missing required argument 'file'\. Arguments of check: <file\.\.\.>\.$/],
  [['--chaos', 'lwo'], /"lwo" is not a level\. Did you mean "low"\?/],
  [['--speed', 'fast'], /"fast" is not a speed\. Allowed: instant, or how many times faster than usual, such as 60x/],
  [['--chaos', '2'], /"2" is not a level\. Allowed: a level from 0 to 1, or low, medium, high;/],
  [['assumptions', 'creations'], /Did you mean "creation"\?/],
  [
    ['sevre'],
    /"sevre".*Did you mean "serve"\? Commands: serve, assumptions, scenarios, check, export, coverage, openapi, init, mcp, ask, probe, record, learn, drift, docs, health, help/,
  ],
  [['assumptions', 'nope'], /"nope".*Known: repositoryPaths/],
  [['scenarios', '--seed', '1'], /'--seed'/],
] as const)(
  'a wrong option is one line with what was given and what is allowed, and the program exits with 2 %j',
  async ([args, expected]) => {
    const { exit, out, err } = runCli(...args)
    expect([await exit, out, err]).toEqual([2, [], [expect.stringMatching(expected)]])
  },
)

test('assumptions prints every entry of the register, and marks the changed ones', async () => {
  const { exit, out } = runCli('assumptions', '--preset', 'langsmith', '--assume', 'lastPageOffset=limit')
  expect(await exit).toBe(0)
  const entries = out.filter((line) => Object.hasOwn(register, line.slice(3).split(' ')[0] ?? ''))
  expect(entries).toHaveLength(Object.keys(register).length)
  expect(entries.filter((line) => line.startsWith('*')).map((line) => line.slice(3).split(/ +/).slice(0, 2))).toEqual([
    ['repositoryIdType', 'integer'],
    ['integrationIdFormat', 'uuid'],
    ['lastPageOffset', 'limit'],
    ['recordShape', 'upstream'],
    ['deploymentTypes', 'both'],
    ['validationErrors', 'all'],
    ['bodyEncoding', 'asSent'],
    ['authentication', 'keyBearerOrService'],
    ['authenticationFailure', '401'],
    ['operations', 'upstream'],
    ['creation', 'upstream'],
    ['duplicateName', '409'],
    ['missingCreationFields', '400'],
    ['sourceFields', 'refused'],
    ['zeroScale', 'zeroTypes'],
    ['reservedSecrets', 'refused'],
    ['versionPrefix', 'root,/api-host'],
    ['documentation', 'served'],
  ])
})

test('assumptions shows one entry with the meaning of each value', async () => {
  const { exit, out } = runCli('assumptions', 'creation')
  expect(await exit).toBe(0)
  expect(out[0]).toBe('creation (section 1, 2.2)')
  expect(out.join('\n')).toMatch(/upstream .*is then rolled out\. \(preset langsmith and langsmith-next\)/)
  expect(out.at(-1)).toBe('Value: simulated')
})

test('assumptions advises what to do if code depends on an entry', async () => {
  const { exit, out } = runCli('assumptions', 'optionalFields')
  expect(await exit).toBe(0)
  expect(out).toContainEqual(expect.stringMatching(/^If your code depends on it: Treat an absent field like null/))
})

test('scenarios lists the worlds that can be served', async () => {
  const { exit, out } = runCli('scenarios')
  expect(await exit).toBe(0)
  expect(out[0]).toMatch(/^scenario +deployments +description$/)
  for (const scenario of scenarios) {
    const count = countRecords(deployments, scenario).toLocaleString('en')
    expect(out).toContainEqual(expect.stringMatching(new RegExp(`^${scenario.name} +${count} +\\w`)))
  }
})

const reference = readFileSync(new URL('../../docs/options.md', import.meta.url), 'utf8')
const commands = [...reference.matchAll(/^### deploymock (\w+)$/gm)].map(([, name = '']) => [name, '--help'])

test.for([['--help'], ...commands])('%j shows the help of docs/options.md, and exits with 0', async (args) => {
  const { exit, out, err } = runCli(...args)
  expect([await exit, err]).toEqual([0, []])
  expect(out.filter((line) => line.length > 80)).toEqual([])
  expect(reference, 'Run "npm run docs".').toContain(`\`\`\`text\n${out.join('\n').trimEnd()}\n\`\`\``)
})

test('docs/options.md has every command', async () => {
  const { exit, out } = runCli('--help')
  expect(await exit).toBe(0)
  const [, list = ''] = /\nCommands:\n(.*?)\n\n/s.exec(out.join('\n')) ?? []
  const names = [...list.matchAll(/^ {2}(?!help|serve)(\w+)/gm)].map(([, name]) => name)
  expect(commands.map(([name]) => name).toSorted()).toEqual(names.toSorted())
})

test('serve has the options that the program has without a command', async () => {
  const [own, program] = [runCli('serve', '--help'), runCli('--help')]
  expect([await own.exit, await program.exit]).toEqual([0, 0])
  expect(own.out.filter((line) => line.length > 80)).toEqual([])
  expect([...listOptions(own.out), '--version show the version'].toSorted()).toEqual(
    listOptions(program.out).toSorted(),
  )
})

/** Lists the options in a help, each with its description in one line. */
function listOptions(help: readonly string[]): string[] {
  const options = help.join('\n').match(/^ {2}-.*(?:\n {10}.*)*/gm) ?? []
  return options.map((each) => each.trim().replace(/\s+/g, ' '))
}

test.for([
  [['help'], ['--help']],
  [['-h'], ['--help']],
  [
    ['help', 'serve'],
    ['serve', '--help'],
  ],
])('%j shows the same as %j', async ([args = [], same = []]) => {
  const [first, second] = [runCli(...args), runCli(...same)]
  expect([await first.exit, await second.exit]).toEqual([0, 0])
  expect(first.out).toEqual(second.out)
})

test('--version prints the version of the package, and exits with 0', async () => {
  const { exit, out, err } = runCli('--version')
  expect([await exit, out, err]).toEqual([0, [packageJson.version], []])
})

test.for([
  ['scenarios'],
  ['assumptions'],
  ['assumptions', 'repositoryPaths'],
  ['assumptions', 'creation'],
  ['assumptions', 'repositoryFields'],
  ['assumptions', 'emptyFilter'],
])('in a terminal of 80 columns %j breaks lines between words', async (args) => {
  const [narrow, piped] = [runCliIn(80, ...args), runCli(...args)]
  expect([await narrow.exit, await piped.exit]).toEqual([0, 0])
  expect(narrow.out.filter((line) => line.length > 80)).toEqual([])
  const wordsOf = (lines: string[]) => lines.join(' ').split(/\s+/)
  expect(wordsOf(narrow.out)).toEqual(wordsOf(piped.out))
})

test('in a terminal of 80 columns serve breaks all lines except those to copy', async () => {
  const { printed, out, stop, exit } = runCliIn(80, '--port', '0')
  await printed(/^Press Ctrl-C to stop\.$/)
  stop()
  expect(await exit).toBe(0)
  expect(out.filter((line) => line.length > 80 && !line.startsWith('  curl '))).toEqual([])
})
