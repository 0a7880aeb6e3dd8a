// Copies the two files of Swagger UI that the page of the OpenAPI document loads into the built package.

import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'

const SOURCE = 'node_modules/swagger-ui-dist'
const TARGET = 'dist/swagger-ui'

await mkdir(TARGET, { recursive: true })
for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css']) {
  const text = await readFile(`${SOURCE}/${name}`, 'utf8')
  // The package has no source maps, and a browser would look for them.
  await writeFile(`${TARGET}/${name}`, text.replace(/^(?:\/\/|\/\*)# sourceMappingURL=.*$/m, ''))
}
for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt']) {
  await cp(`${SOURCE}/${name}`, `${TARGET}/${name}`)
}
