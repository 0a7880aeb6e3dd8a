// HTTPS: a server with a certificate, which it reads again when the files change.

import { unwatchFile, watchFile } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerOptions } from 'node:https'
import { createSecureContext } from 'node:tls'
import { assertKnownOptions, type OptionNames } from '../../engine/input/options/known-options.ts'
import { OptionError } from '../../engine/input/options/option-error.ts'
import { showLine } from '../../engine/input/text/quote.ts'

/** The files with the certificate of a server. */
export interface TlsOptions {
  /** The file with the certificate, as PEM, and with those between it and its authority. */
  cert: string
  /** The file with the private key of the certificate, as PEM. */
  key: string
}

const OPTIONS: OptionNames<TlsOptions> = { cert: 'text', key: 'text' }
// Until then, a client that says nothing takes a connection.
const HANDSHAKE_MILLISECONDS = 10_000
const POLLING_MILLISECONDS = 1000

/**
 * Creates a server for HTTPS. It looks at the files of its certificate once a second, because a folder that is mounted
 * into a container reports no events.
 *
 * @throws OptionError if the files have no certificate and its key
 */
export async function createTlsServer(http: ServerOptions, tls: TlsOptions): Promise<Server> {
  assertKnownOptions('serve over HTTPS', tls, OPTIONS)
  const options = { ...http, ...(await readPair(tls)), handshakeTimeout: HANDSHAKE_MILLISECONDS }
  const server = createServer(options)
  let isRefused = false
  const reload = () =>
    readPair(tls).then(
      (pair) => {
        server.setSecureContext(pair)
        if (isRefused) console.error('The server uses the new certificate.')
        isRefused = false
      },
      // Perhaps only one of the files has been written so far.
      ({ message }) => {
        isRefused = true
        console.error(`${showLine(message)} The server keeps the certificate that it has.`)
      },
    )
  const watch = { interval: POLLING_MILLISECONDS, persistent: false }
  server.once('listening', () => {
    for (const file of [tls.cert, tls.key]) watchFile(file, watch, reload)
  })
  server.once('close', () => {
    for (const file of [tls.cert, tls.key]) unwatchFile(file, reload)
  })
  return server
}

async function readPair({ cert, key }: Partial<TlsOptions>) {
  if (cert === undefined || key === undefined) throw buildTlsError('one of its two files is missing')
  try {
    const pair = { cert: await readFile(cert), key: await readFile(key) }
    createSecureContext(pair)
    return pair
  } catch (error) {
    throw buildTlsError(error instanceof Error ? error.message : String(error))
  }
}

function buildTlsError(received: string): OptionError {
  const advice =
    'Set --tls-cert to a file with a certificate, and --tls-key to one with its key (in code "tls", with "cert" and "key"), both as PEM and without a passphrase.'
  return new OptionError({ attempt: 'use the certificate', received, advice })
}
