// llms.txt, which leads language models to the pages of the documentation. Its format is that of llmstxt.org.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { readDocsPages } from '../../build/src/programs/cli/commands/docs-command.js'

const ROOT = new URL('../../', import.meta.url)
const REFERENCES = ['assumptions', 'control-api', 'fidelity', 'interface', 'options', 'responses', 'validation']
// What a model can leave out if its context is short.
const OPTIONAL = ['benchmarks', 'coming-from', 'console', 'demo-links', 'security-and-limits', 'shared-instance']

// So that an agent can declare an API without another page. The skill has the same lines.
const OWN_API = readFileSync(new URL('docs/skills/deploymock/SKILL.md', ROOT), 'utf8').match(
  /^1\. `npm install.*?(?=\n\n)/ms,
)[0]

/** Lists the pages with their headings. */
export async function describePages() {
  const [readme, ...pages] = await readDocsPages(fileURLToPath(ROOT))
  const { description } = JSON.parse(readFileSync(new URL('package.json', ROOT), 'utf8'))
  const link = ({ title, path, topics }) =>
    `- [${title}](${path})${topics.length === 0 ? '' : `: ${topics.join(', ')}`}`
  const isGuide = ({ name }) => !REFERENCES.includes(name) && !OPTIONAL.includes(name)
  const linkAll = (names) => pages.filter(({ name }) => names.includes(name)).map(link)
  return [
    `# ${readme.title}`,
    `> ${description}`,
    'The paths are those of the repository and of the package. `npx deploymock docs PAGE` prints a page, and `npx deploymock docs WORDS` searches all of them.',
    `It simulates other APIs, too, if you declare them:\n\n${OWN_API}`,
    `## Guides\n\n${[link(readme), ...pages.filter(isGuide).map(link)].join('\n')}`,
    `## References\n\n${linkAll(REFERENCES).join('\n')}`,
    `## Optional\n\n${linkAll(OPTIONAL).join('\n')}`,
  ].join('\n\n')
}
