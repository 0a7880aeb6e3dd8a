import { loadOptional } from '../engine/input/options/load-optional.ts'

/** The official SDK for servers. */
export type Sdk = typeof import('@modelcontextprotocol/server')

export type StdioSdk = typeof import('@modelcontextprotocol/server/stdio')

const PACKAGE = { name: '@modelcontextprotocol/server', attempt: 'serve MCP' }

/** Loads the SDK. @throws OptionError if it is not installed */
export function loadSdk(load: () => Promise<Sdk> = () => import('@modelcontextprotocol/server')): Promise<Sdk> {
  return loadOptional(load, PACKAGE)
}

/** Loads its part for standard input and output. @throws OptionError if it is not installed */
export function loadStdioSdk(): Promise<StdioSdk> {
  return loadOptional(() => import('@modelcontextprotocol/server/stdio'), PACKAGE)
}
