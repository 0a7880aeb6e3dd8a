import { type LoadModule, loadOptional } from '../../engine/input/options/load-optional.ts'

/** The official SDK for servers. */
export type Sdk = typeof import('@modelcontextprotocol/server')

export type StdioSdk = typeof import('@modelcontextprotocol/server/stdio')

const ATTEMPT = 'serve MCP'

/** Loads the SDK. @throws OptionError if it is not installed */
export function loadSdk(load?: LoadModule): Promise<Sdk> {
  return loadOptional('@modelcontextprotocol/server', ATTEMPT, load)
}

/** Loads its part for standard input and output. @throws OptionError if it is not installed */
export function loadStdioSdk(): Promise<StdioSdk> {
  return loadOptional('@modelcontextprotocol/server/stdio', ATTEMPT)
}
