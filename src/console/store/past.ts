// The past of what somebody asked for.

const IRREGULAR: Readonly<Record<string, string>> = {
  Draw: 'Drew',
  Freeze: 'Froze',
  Make: 'Made',
  Reset: 'Reset',
  Send: 'Sent',
  Set: 'Set',
  Take: 'Took',
}

/** Puts the verb that a sentence begins with into the past: `Load busy` becomes `Loaded busy`. */
export function toPast(sentence: string): string {
  return sentence.replace(/^\w+/, (verb) => IRREGULAR[verb] ?? verb + (verb.endsWith('e') ? 'd' : 'ed'))
}
