/** What somebody asked for cannot be done: the message says what was given and what is allowed. */
export class OptionError extends Error {}
