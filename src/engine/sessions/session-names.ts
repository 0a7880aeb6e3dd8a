/** The name of the simulator's own session. */
export const MAIN_SESSION = 'default'

export const SESSION_NAMES = 'Allowed: 1 to 100 letters, digits, "_", "-", "." and "~".'
export const SESSION_NAME = /^(?!\.{1,2}$)[\w.~-]{1,100}$/

export function isSessionName(name: string): boolean {
  return typeof name === 'string' && SESSION_NAME.test(name)
}
