// Bundles the console into four files in dist/console.

import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { gzipSync } from 'node:zlib'
import { minify } from '@swc/core'
import { build } from 'esbuild'
import { notePackages } from '../../packaging/libraries/licenses.mjs'
import { shortenClassNames, shortenProperties } from './class-names.mjs'

const FOLDER = 'dist/console'
const FILES = ['index.html', 'icon.svg', 'console.js', 'console.css']

// What takes the place of modules that the page does not need.
const STUBS = {
  quote: 'export const quote = JSON.stringify',
  parameters: 'export function required() {}; export function optional() {}; export function options() {}',
  'list-pages': 'export const createList = () => {}',
  'write-input': `
    export const toPathSegment = (_, value) => encodeURIComponent(value)
    export const writeArgument = (_, value) => JSON.stringify(value)
    export const writeQuery = (parameters = {}) => {
      const query = new URLSearchParams(JSON.parse(JSON.stringify(parameters)))
      return query.size === 0 ? '' : '?' + query
    }`,
  'wait-for-request': 'export const createRequestWait = () => {}',
}

// Frequent names of properties that no response, no element and no other folder has.
const OWN_NAMES =
  /^(?:actions|choices|connection|navigate|router|announcer|areSingleKeysOn|bindings|byHand|buttonRef|canExpand|canFail|clearsFaults|consoleOf|describeLoss|dialogs|draft|editing|expectation|faultsOff|findCommands|goToNext|hasToken|hidesLabel|isBusy|isCompact|isCreated|isCurrent|isError|isFaulted|isFirst|isFrozen|isHeld|isInline|isKnown|isLast|isLoading|isLooking|isNullable|isOff|isOpen|isOutdated|isOver|isOwn|isPaged|isPointed|isPresenting|isPressed|isRare|isRead|isRequired|isSearch|isService|isSnapshot|isStale|isState|isStrict|startsOpen|isTime|isValid|isWide|keepOpen|lacksBody|lastMove|mayBeAbsent|newSession|notePointer|onChoose|onConfirm|onCreated|onDone|onFailure|onGo|onHold|onLimit|onMoved|onOpen|onPalette|onPick|onPress|onRetry|onRun|onSend|onType|onUse|openCurrent|openKeys|openPalette|renderEnd|renderField|renderHead|runClock|score|scratch|sends|serverUrl|serviceUrl|setClock|setDraft|setQuery|showNews|simulatorOf|steady|suggestions|takes|theme|toasts|topics|undoLast|unfolded|unseen|useToken|worldActions)$/

const unused = new Set(Object.keys(STUBS))
await mkdir(FOLDER, { recursive: true })
const { metafile } = await build({
  entryPoints: [
    { in: 'src/programs/console/main.tsx', out: 'console' },
    { in: 'src/programs/console/styles/console.css', out: 'console' },
  ],
  outdir: FOLDER,
  bundle: true,
  format: 'esm',
  target: 'es2022',
  minify: true,
  charset: 'utf8',
  // Calls of `h` are shorter than calls of the functions that the compiler would import.
  jsx: 'transform',
  jsxFactory: 'h',
  jsxFragment: 'Fragment',
  tsconfigRaw: '{ "compilerOptions": { "jsx": "react", "jsxFactory": "h", "jsxFragmentFactory": "Fragment" } }',
  inject: ['src/programs/console/jsx.ts'],
  plugins: [{ name: 'no-checks', setup: leaveOutChecks }],
  legalComments: 'none',
  mangleProps: OWN_NAMES,
  metafile: true,
  logLevel: 'warning',
})
if (unused.size > 0) throw new Error(`Failed to bundle the console: it has no ${[...unused].join(', ')} to leave out.`)
await shrink(`${FOLDER}/console.js`)
for (const file of ['index.html', 'icon.svg']) await copyFile(`src/programs/console/${file}`, `${FOLDER}/${file}`)
await shorten()
notePackages(`${FOLDER}/console.js`, metafile)

// All files together, compressed as servers send them.
const kilobytes = await Promise.all(FILES.map(measure))
const total = kilobytes.reduce((sum, each) => sum + each, 0)
const parts = FILES.map((file, index) => `${file} ${kilobytes[index].toFixed(1)}`).join(', ')
process.stdout.write(`The console takes ${total.toFixed(1)} kB with gzip (${parts}).\n`)

// The client shortens what it quotes, checks its input, can wait for requests, and can list all records. The page knows
// all that it passes, is told about all requests, and reads records page by page.
function leaveOutChecks({ onLoad }) {
  onLoad(
    {
      filter: /\/(text\/quote|client\/(transport\/write-input|remote\/(list-pages|parameters|wait-for-request)))\.ts$/,
    },
    ({ path }) => {
      const name = basename(path, '.ts')
      unused.delete(name)
      return { contents: STUBS[name] }
    },
  )
}

// SWC removes more code than esbuild: five percent of the script.
async function shrink(file) {
  const { code } = await minify(await readFile(file, 'utf8'), {
    module: true,
    ecma: 2022,
    compress: {
      passes: 6,
      ecma: 2022,
      toplevel: true,
      // Safe here: the page replaces no built-in function, and never calls `new` on its own functions.
      unsafe: true,
      unsafe_arrows: true,
      unsafe_hoist_global_objects_alias: true,
      unsafe_math: true,
      keep_fargs: false,
    },
    mangle: { toplevel: true },
    format: { comments: false },
  })
  await writeFile(file, code)
}

async function shorten() {
  const [html, script, styles] = await Promise.all(
    ['index.html', 'console.js', 'console.css'].map((file) => readFile(`${FOLDER}/${file}`, 'utf8')),
  )
  const short = shortenClassNames({ script, styles, html })
  await writeFile(`${FOLDER}/index.html`, html.replace(/\n\s*/g, ''))
  await writeFile(`${FOLDER}/console.js`, short.script)
  await writeFile(`${FOLDER}/console.css`, shortenProperties(short))
}

async function measure(file) {
  return gzipSync(await readFile(`${FOLDER}/${file}`), { level: 9 }).length / 1000
}
