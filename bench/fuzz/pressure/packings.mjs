import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'

// The best quality takes seconds for a few megabytes.
const brotli = (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })

/** How bodies are compressed, rightly or wrongly: the bytes, and the header that goes with them. */
export const packings = {
  gzip: (body) => ({ body: gzipSync(body), coding: 'gzip' }),
  deflate: (body) => ({ body: deflateSync(body), coding: 'deflate' }),
  br: (body) => ({ body: brotli(body), coding: 'br' }),
  'raw deflate': (body) => ({ body: deflateRawSync(body), coding: 'deflate' }),
  'gzip in gzip': (body) => ({ body: gzipSync(gzipSync(body)), coding: 'gzip, gzip' }),
  'br in gzip': (body) => ({ body: gzipSync(brotli(body)), coding: 'br, gzip' }),
  'gzip in gzip, named once': (body) => ({ body: gzipSync(gzipSync(body)), coding: 'gzip' }),
  'truncated gzip': (body) => cut(gzipSync(body), 'gzip'),
  'truncated br': (body) => cut(brotli(body), 'br'),
  'gzip and more': (body) => ({ body: Buffer.concat([gzipSync(body), Buffer.alloc(1000, 'x')]), coding: 'gzip' }),
  'many members of gzip': (body) => ({
    body: Buffer.concat([gzipSync(body), ...Array.from({ length: 1000 }, () => gzipSync(' '))]),
    coding: 'gzip',
  }),
  'br named gzip': (body) => ({ body: brotli(body), coding: 'gzip' }),
  'gzip named br': (body) => ({ body: gzipSync(body), coding: 'br' }),
  'gzip without a name': (body) => ({ body: gzipSync(body) }),
  'gzip named identity': (body) => ({ body: gzipSync(body), coding: 'identity' }),
  'gzip named zstd': (body) => ({ body: gzipSync(body), coding: 'zstd' }),
  'nothing named gzip': (body) => ({ body, coding: 'gzip' }),
}

const cut = (body, coding) => ({ body: body.subarray(0, Math.floor(body.length * 0.9)), coding })

/** A compressed body and how it is compressed. Most are compressed as their header says. */
export function drawPacking(draw, body) {
  const packing = draw.chance(0.65) ? draw.pick(['gzip', 'deflate', 'br']) : draw.pick(Object.keys(packings))
  return { packing, ...packings[packing](body) }
}
