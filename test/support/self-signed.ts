import { generateKeyPairSync, sign } from 'node:crypto'

// The tags of ASN.1.
const INTEGER = 0x02
const BIT_STRING = 0x03
const OBJECT_ID = 0x06
const UTF8_STRING = 0x0c
const UTC_TIME = 0x17
const SEQUENCE = 0x30
const SET = 0x31

const ECDSA_WITH_SHA256 = encode(OBJECT_ID, Buffer.from('2a8648ce3d040302', 'hex'))
const COMMON_NAME = encode(OBJECT_ID, Buffer.from('550403', 'hex'))

/** Creates a key and a certificate that no authority has signed. */
export function createSelfSigned(): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = encode(SEQUENCE, ECDSA_WITH_SHA256)
  const name = encode(SEQUENCE, encode(SET, encode(SEQUENCE, COMMON_NAME, encode(UTF8_STRING, Buffer.from('test')))))
  const times = ['200101000000Z', '491231235959Z'].map((time) => encode(UTC_TIME, Buffer.from(time)))
  const content = encode(
    SEQUENCE,
    encode(INTEGER, Buffer.from([1])),
    algorithm,
    name,
    encode(SEQUENCE, ...times),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = encode(BIT_STRING, Buffer.from([0]), sign('sha256', content, privateKey))
  const certificate = encode(SEQUENCE, content, algorithm, signature)
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert: toPem(certificate) }
}

function encode(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...encodeLength(content.length)]), content])
}

function encodeLength(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

function toPem(der: Buffer): string {
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n')
}
