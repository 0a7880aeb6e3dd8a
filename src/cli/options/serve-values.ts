// The values of the options of `serve`. Invalid ones are rejected before anything is built.

import { InvalidArgumentError } from 'commander'
import { isHostName } from '../../engine/control/requests/caller.ts'
import { readChaos } from '../../engine/faults/chaos/chaos-input.ts'
import { readSpeed, type SpeedInput } from '../../engine/input/options/speed.ts'
import { parsePublicUrl } from '../../server/access/public-address.ts'

/** Checks the text of `--chaos`. @throws OptionError if it is invalid */
export function parseChaosText(text: string): string {
  readChaos(text)
  return text
}

/** Parses the text of `--speed`. @throws OptionError if it is invalid */
export function parseSpeed(text: string): SpeedInput {
  // What the parser accepts is a speed.
  const speed = text as SpeedInput
  readSpeed(speed)
  return speed
}

/** Checks the text of `--public-url`. @throws OptionError if it is invalid */
export function parsePublicUrlText(text: string): string {
  parsePublicUrl(text)
  return text
}

/** Parses the text of `--trust-proxy`: a number, or addresses that the server checks. */
export function parseTrustedProxies(text: string): number | string {
  return /^\d+$/.test(text) ? Number(text) : text
}

/** Parses the text of `--allow-origin`. @throws InvalidArgumentError if it is invalid */
export function parseOrigin(text: string): string {
  const isOrigin = URL.canParse(text) && new URL(text).origin === text
  if (text === '*' || isOrigin) return text
  throw new InvalidArgumentError('Allowed: an origin such as http://localhost:3000, or *.')
}

/** Parses the text of `--allow-host`. @throws InvalidArgumentError if it is invalid */
export function parseHost(text: string): string {
  if (isHostName(text)) return text
  throw new InvalidArgumentError('Allowed: a host name without a scheme and a port, such as mock.test.')
}
