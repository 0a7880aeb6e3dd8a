import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const FILE = /^trace-.*\.jsonl$/

/** Reads the lines of all traces in a folder, as JSON. @throws Error if there is no such folder */
export async function* readTraceLines(folder: string): AsyncGenerator<object> {
  const names = (await readdir(folder)).filter((name) => FILE.test(name))
  for (const name of names.toSorted()) {
    const lines = createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Number.POSITIVE_INFINITY })
    for await (const line of lines) yield parseLine(line)
  }
}

// The last line is incomplete if its process was ended while it wrote.
function parseLine(line: string): object {
  try {
    const entry: unknown = JSON.parse(line)
    return typeof entry === 'object' && entry !== null ? entry : {}
  } catch {
    return {}
  }
}
