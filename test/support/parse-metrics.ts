// A strict parser of the text format of Prometheus, version 0.0.4, as far as we write it.

interface Metric {
  readonly name: string
  readonly lines: readonly string[]
}

const HEAD = /^# HELP ([a-z_]+) .+\n# TYPE \1 (counter|gauge)$/
const SAMPLE = /^([a-z_]+)((?:\{[a-z]+="[^"\\]*"(?:,[a-z]+="[^"\\]*")*\})?) (\d+(?:\.\d+)?)$/

/**
 * Parses metrics.
 *
 * @returns the value of each sample, by its name with its labels
 * @throws for anything that the format or its conventions do not allow
 */
export function parseMetrics(text: string): ReadonlyMap<string, number> {
  if (!/[^\n]\n$/.test(text)) throw new Error('The last line must end with a line break.')
  const metrics = text
    .slice(0, -1)
    .split(/\n(?=# HELP )/)
    .map(parseHead)
  assertUnique(metrics.map(({ name }) => name))
  const samples = metrics.flatMap(({ name, lines }) => lines.map((line) => parseSample(name, line)))
  assertUnique(samples.map(([sample]) => sample))
  return new Map(samples)
}

function parseHead(text: string): Metric {
  const [help, type, ...lines] = text.split('\n')
  const [, name, kind] = HEAD.exec(`${help}\n${type}`) ?? []
  if (name === undefined) throw new Error(`Not HELP and TYPE of a metric: ${help}`)
  if ((kind === 'counter') !== name.endsWith('_total')) throw new Error(`Only counters end in _total: ${type}`)
  return { name, lines }
}

function parseSample(metric: string, line: string): readonly [sample: string, value: number] {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? []
  if (name !== metric) throw new Error(`Not a sample of ${metric}: ${line}`)
  return [name + labels, Number(value)]
}

function assertUnique(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new Error(`Twice: ${twice}`)
}
