// The reference of the options: the program's own help, the docstrings of the option types, and the effects of faults.

import { readFileSync } from 'node:fs'
import { main } from '../../build/src/programs/cli/main.js'
import { describeEffects } from './effects.mjs'
import { formatTable } from './markdown.mjs'

const ROOT = new URL('../../', import.meta.url)
const COMMANDS = [
  'scenarios',
  'check',
  'export',
  'assumptions',
  'coverage',
  'openapi',
  'init',
  'mcp',
  'ask',
  'probe',
  'record',
  'learn',
  'drift',
  'docs',
]

const INTRODUCTION =
  'The [command line](#the-command-line) has an option for most of what you can set in code. Unknown options are rejected everywhere, with a list of the known ones, and so are values of another type. Some options have a page of their own: [scenarios](scenarios.md), [presets and assumptions](assumptions.md), [chaos and the clock](faults-and-clock.md), [memory](security-and-limits.md#memory).'

// The flags of the command line that have another name than the option in code.
const FLAGS = {
  assumptions: '--assume',
  clock: '--freeze-clock',
  console: '--no-console',
  cors: '--no-cors',
  allowOrigins: '--allow-origin',
  allowHosts: '--allow-host',
}

const FUNCTIONS = [
  {
    title: 'createSimulator',
    hasFlags: true,
    text: '`createSimulator(options)` from `deploymock`. A server that is started on the command line has a running clock, unless `--freeze-clock` is given.',
    types: [
      ['src/engine/simulator/simulator-options.ts', 'SimulatorOptions'],
      ['src/service/types.ts', 'SimulatorOptions'],
    ],
  },
  {
    title: 'setupSimulator',
    text: '`setupSimulator(options)` from `deploymock/node` takes all options of `createSimulator` and those below. So does the fixture `simulatorOptions` of `deploymock/vitest`.',
    types: [
      ['src/entries/node/index.ts', 'SetupOptions'],
      ['src/entries/node/setup-simulator.ts', 'RequestOptions'],
    ],
  },
  {
    title: 'startSimulator',
    text: '`startSimulator(options)` from `deploymock/browser` takes all options of `createSimulator` and those below. Its `clock` is `running` by default, and `controlApi` is on.',
    types: [
      ['src/entries/browser/index.ts', 'StartOptions'],
      ['src/entries/browser/start-simulator.ts', 'PageOptions'],
      ['src/entries/browser/page-requests.ts', 'PageRequestOptions'],
    ],
  },
  {
    title: 'serviceWorker',
    text: 'The option `serviceWorker` of `startSimulator`.',
    types: [['src/entries/browser/service-worker.ts', 'ServiceWorkerOptions']],
  },
  {
    title: 'createApp',
    hasFlags: true,
    text: '`createApp(simulator, options)` from `deploymock/server`.',
    types: [
      ['src/server/app.ts', 'AppOptions'],
      ['src/server/access/control-guard.ts', 'GuardOptions'],
      ['src/server/access/public-address.ts', 'PublicOptions'],
    ],
  },
  {
    title: 'serve',
    hasFlags: true,
    text: '`serve(simulator, options)` from `deploymock/server` takes all options of `createApp` and those below.',
    types: [['src/server/serve.ts', 'ServeOptions']],
  },
  {
    title: 'otlp',
    text: 'The option `otlp` of `serve`.',
    types: [['src/server/otlp/collector.ts', 'OtlpOptions']],
  },
  {
    title: 'tls',
    text: 'The option `tls` of `serve`.',
    types: [['src/server/connections/tls.ts', 'TlsOptions']],
  },
  {
    title: 'sessions.create',
    text: '`simulator.sessions.create(name, options)`, and the fixture `sessionOptions` of `deploymock/playwright`. A session starts like the simulator by default.',
    types: [['src/engine/sessions/sessions.ts', 'SessionOptions']],
  },
  {
    title: 'connect',
    text: '`connect(url, options)` from `deploymock/client`.',
    types: [
      ['src/entries/client/remote/create-client.ts', 'ConnectOptions'],
      ['src/entries/client/connect.ts', 'ServiceOption'],
    ],
  },
  {
    title: 'The coverage reporter',
    text: "`['deploymock/vitest-reporter', options]` in `reporters` of the Vitest configuration.",
    types: [['src/entries/vitest/coverage-reporter.ts', 'CoverageReporterOptions']],
  },
]

/** Describes the options of the command line and of every function that takes some. */
export async function describeOptions() {
  const help = await readHelp()
  const commands = []
  for (const command of COMMANDS) commands.push(`### deploymock ${command}`, showHelp(await readHelp(command)))
  return [
    '# Options',
    INTRODUCTION,
    '## The command line',
    'The exit code is 0 for success, 1 for a failure, 2 for wrong usage, for a file or a server that an option names and that cannot be used, and for a server that cannot start, and 3 for a real service that cannot be read.',
    showHelp(help),
    ...commands,
    ...FUNCTIONS.flatMap((each) => describeFunction(each, help)),
    '## Effects of faults',
    'What a [fault](faults-and-clock.md) can do, in `faults.add`, in scenario files and over HTTP.',
    describeEffects(),
  ].join('\n\n')
}

function showHelp(help) {
  return `\`\`\`text\n${help}\n\`\`\``
}

async function readHelp(...command) {
  const out = []
  await main([...command, '--help'], { out: (text) => out.push(text), err: (text) => out.push(text) })
  return out.join('\n').trimEnd()
}

function describeFunction({ title, text, types, hasFlags = false }, help) {
  const fields = types.flatMap(([path, name]) => listFields(path, name))
  const head = ['option', 'type', 'what it sets']
  if (!hasFlags) return [`## ${title}`, text, formatTable(head, fields.map(toRow))]
  const rows = fields.map((each) => [...toRow(each), findFlag(each.field, help)])
  return [`## ${title}`, text, formatTable([...head, 'command line'], rows)]
}

/** Lists the fields of an interface, each with its type and its docstring. */
function listFields(path, name) {
  const source = readFileSync(new URL(path, ROOT), 'utf8')
  const [, body] = new RegExp(`^export interface ${name}\\b[^{]*\\{\\n(.*?)^\\}`, 'ms').exec(source) ?? []
  if (body === undefined)
    throw new Error(`Failed to read ${path}: no interface ${name}. Correct tools/docs/options.mjs.`)
  const fields = [...body.matchAll(/(?:^ {2}\/\*\*(.*?)\*\/\n)?^ {2}(?:readonly )?(\w+)\??: ([^\n]*)$/gms)]
  return fields.map(([, comment = '', field, type]) => {
    // A type that the service makes exact, by its name. The service itself decides which of them apply.
    const named = field === 'service' ? 'Service' : type.replace(/\bOf\['(\w+)'\]/g, '$1')
    return { field, type: named, text: readText(comment) }
  })
}

function toRow({ field, type, text }) {
  return [`\`${field}\``, `\`${type}\``, text]
}

/** Finds the flag of the command line that sets the same as an option in code. */
function findFlag(field, help) {
  const flag = FLAGS[field] ?? `--${field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
  return new RegExp(`^ {2}${flag} `, 'm').test(help) ? `\`${flag}\`` : ''
}

function readText(comment) {
  return comment
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
