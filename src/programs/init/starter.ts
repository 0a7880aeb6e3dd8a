/** What `deploymock init` writes without a document: the service that `docs/own-api.md` explains, and its test. */

import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from './source.ts'

/** Reads the service and its test from the page. @param module how the test imports the service */
export async function readStarter(title: string, module: string): Promise<readonly [service: string, test: string]> {
  const root = dirname(createRequire(import.meta.url).resolve('deploymock/package.json'))
  const page = await readFile(join(root, 'docs/own-api.md'), 'utf8')
  const read = (name: string) => new RegExp(`\`\`\`ts\n// ${name}\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? ''
  return [
    read('library.ts').replace("title: 'Library'", () => `title: ${text(title)}`),
    read('library.test.ts').replace("'./library.ts'", () => text(module)),
  ]
}
