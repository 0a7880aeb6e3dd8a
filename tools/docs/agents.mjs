// The tools for coding agents, and an example of their use.

import { connect } from '../../build/src/entries/client/index.js'
import { readAbout } from '../../build/src/entries/mcp/about.js'
import { listTools } from '../../build/src/entries/mcp/tools/tools.js'
import { createSimulator } from '../../build/src/index.js'
import { formatTable } from './markdown.mjs'

const CALLS = [
  ['ask', { path: '/v2/deployments', query: 'status=ready&name_contains=loyalti' }],
  ['add_fault', { fault: { operation: 'listDeployments', status: 503, times: 1 } }],
  ['ask', { path: '/v2/deployments', query: 'limit=2' }],
  ['make_test', { last: 1 }],
]

const { fetch } = createSimulator()
const simulator = connect('http://127.0.0.1:4010', { fetch })
const tools = listTools(await readAbout(simulator))

/** Describes each tool by the first sentence of its description. */
export function describeTools() {
  return formatTable(
    ['tool', 'what it does'],
    tools.map(({ name, description }) => [`\`${name}\``, description.split('. ')[0].replace(/\.?$/, '.')]),
  )
}

/** Shows what tools tell an agent. A test calls them again, as an agent does. */
export async function describeTranscript() {
  const texts = []
  for (const [name, args] of CALLS) {
    const { input, run } = tools.find((tool) => tool.name === name)
    texts.push(`> ${name} ${JSON.stringify(args)}\n${await run({ simulator, fetch }, input.parse(args))}\n`)
  }
  return `\`\`\`text\n${texts.join('\n')}\`\`\``
}
