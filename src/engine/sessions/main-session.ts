/** The name of the simulator's own session. */
export const MAIN_SESSION = 'default'
