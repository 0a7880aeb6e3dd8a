import { build } from 'esbuild'
import { expect, test } from 'vitest'

test('a simulator of any service with its handlers loads no file of our service', async () => {
  const { metafile } = await build({
    entryPoints: ['src/with-handlers.ts'],
    bundle: true,
    write: false,
    metafile: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  })
  const files = Object.keys(metafile.inputs)
  expect(files).toContain('src/engine/simulator/simulator.ts')
  expect(files.filter((file) => /^(?:src\/(?:service|fastapi)|scenarios|fixtures)\//.test(file))).toEqual([])
})
