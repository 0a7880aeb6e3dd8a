// Turns an instruction into the past tense.

const IRREGULAR = {
  Draw: 'Drew',
  Freeze: 'Froze',
  Make: 'Made',
  Reset: 'Reset',
  Send: 'Sent',
  Set: 'Set',
  Take: 'Took',
}

type Verb =
  | keyof typeof IRREGULAR
  | 'Add'
  | 'Assume'
  | 'Change'
  | 'Clear'
  | 'Create'
  | 'Delete'
  | 'End'
  | 'Fork'
  | 'Load'
  | 'Move'
  | 'Open'
  | 'Remove'
  | 'Restore'
  | 'Return'
  | 'Save'
  | 'Start'
  | 'Switch'
  | 'Turn'

/** What to do, as a sentence that begins with a verb whose past is known: `Load busy`. */
export type Imperative = `${Verb} ${string}`

/** Puts the verb that a sentence begins with into the past: `Load busy` becomes `Loaded busy`. */
export function toPast(sentence: string): string {
  return sentence.replace(/^\w+/, (verb) => Reflect.get(IRREGULAR, verb) ?? verb + (verb.endsWith('e') ? 'd' : 'ed'))
}
