import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDraw } from '../values/draw.mjs'
import { checkFiles } from './check-command.mjs'
import { drawFile } from './file-cases.mjs'
import { createReader } from './reader.mjs'

const FILES_PER_BATCH = 40

/** Lets the program read a number of files: half of them with `deploymock/files`, half with `deploymock check`. */
export async function fuzzFiles({ seed, from, requests, findings, statistics, report }) {
  const folder = await mkdtemp(join(tmpdir(), 'deploymock-fuzz-'))
  const reader = createReader()
  try {
    for (let number = from; number < from + requests; ) {
      const end = Math.min(from + requests, (Math.floor(number / FILES_PER_BATCH) + 1) * FILES_PER_BATCH)
      const files = await writeFiles(folder, { seed, number, end })
      const isChecked = Math.floor(number / FILES_PER_BATCH) % 2 === 1
      const results = isChecked ? await checkFiles(files) : await reader.readAll(files)
      for (const { file, outcome, ...finding } of results) {
        statistics.countFile({ family: file.family.replace(/:.*/, ''), outcome })
        if (finding.kind === undefined) continue
        const example = `--only files --from ${file.number} --requests 1`
        findings.add({
          ...finding,
          title: `${isChecked ? 'deploymock check' : 'readScenarioFile'}: ${file.family}`,
          example,
          note: '',
        })
      }
      number = end
      report(`files: ${number - from} of ${requests}`)
    }
  } finally {
    reader.stop()
    await rm(folder, { recursive: true })
  }
}

function writeFiles(folder, { seed, number, end }) {
  return Promise.all(
    Array.from({ length: end - number }, async (_, index) => {
      const drawn = drawFile(openDraw(seed, 'files', number + index))
      const path = join(folder, `f${(number + index) % FILES_PER_BATCH}.${drawn.extension}`)
      await writeFile(path, drawn.bytes)
      return { ...drawn, number: number + index, path }
    }),
  )
}
